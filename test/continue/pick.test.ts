import { describe, expect, test } from "vitest";
import { type Candidate, type PlaceCandidate, pick, pickProject } from "../../src/continue/pick.ts";
import { type AgentId, type NativeId, parseAgentId, parseNativeId, parseProjectId, parseSessionId } from "../../src/model/ids.ts";
import type { Session } from "../../src/model/session.ts";

const known = <T>(value: T | undefined): T => {
  if (value === undefined) throw new Error("bad id in a test");
  return value;
};
const agent: AgentId = known(parseAgentId("acme"));
const nativeId: NativeId = known(parseNativeId("11111111-2222-4333-8444-555555555555"));

function session(name: string, lastAt: number, more: Partial<Session> = {}): Session {
  return {
    id: known(parseSessionId(name.padEnd(12, "0"))),
    agent,
    nativeId,
    project: known(parseProjectId("p00000000000")),
    cwd: "/w/shop",
    worktree: "/w/shop",
    startedAt: lastAt - 1,
    lastAt,
    turns: 3,
    ...more,
  };
}

const candidate = (one: Session, more: Partial<Candidate> = {}): Candidate => ({
  session: one,
  state: "ended",
  historyThere: true,
  installed: true,
  canResume: true,
  newerWork: 0,
  canDeliverSince: false,
  ...more,
});

describe("pick()", () => {
  const old = session("a", 100);
  const newer = session("b", 200);

  test("resumes the newest session natively, whatever the order of the candidates", () => {
    for (const candidates of [
      [candidate(old), candidate(newer)],
      [candidate(newer), candidate(old)],
    ]) {
      expect(pick(candidates)).toEqual({
        choice: { session: newer, how: "resume", why: "its history is there, and nothing happened here since" },
        skipped: [],
      });
    }
  });

  test("has no choice where there is no session", () => {
    expect(pick([])).toEqual({ skipped: [] });
  });

  test("passes over a session that is still running, and says so", () => {
    const { choice, skipped } = pick([candidate(newer, { state: "live" }), candidate(old)]);
    expect(choice?.session).toBe(old);
    expect(skipped).toEqual([{ session: newer, why: "it is still running" }]);
  });

  test("has no choice if the only session is still running", () => {
    expect(pick([candidate(newer, { state: "live" })])).toEqual({ skipped: [{ session: newer, why: "it is still running" }] });
  });

  test("does not speak of sessions that nothing was asked in", () => {
    const empty = session("c", 300, { turns: 0 });
    expect(pick([candidate(empty), candidate(old)])).toMatchObject({ choice: { session: old }, skipped: [] });
    expect(pick([candidate(empty, { state: "live" })])).toEqual({ skipped: [] });
  });

  test("goes to the next session if an agent is not installed, and says so", () => {
    const { choice, skipped } = pick([candidate(newer, { installed: false }), candidate(old)]);
    expect(choice?.session).toBe(old);
    expect(skipped).toEqual([{ session: newer, why: "its agent (acme) is not installed here" }]);
  });

  test.each([
    ["its own history is no longer there", newer, { historyThere: false }],
    ["its agent can't resume a conversation by its id", newer, { canResume: false }],
    ["it was in another worktree", newer, { elsewhere: true }],
    ["one newer session worked here since, and its agent can't be told when it resumes", newer, { newerWork: 1 }],
    ["2 newer sessions worked here since, and its agent can't be told when it resumes", newer, { newerWork: 2 }],
  ] as const)("starts anew because %s", (why, one, more) => {
    expect(pick([candidate(one, more)])).toEqual({ choice: { session: one, how: "anew", why }, skipped: [] });
  });

  test("starts anew where the session has no id of its agent", () => {
    const { nativeId: _, ...program } = newer;
    expect(pick([candidate(program)]).choice).toMatchObject({
      how: "anew",
      why: "its agent keeps no conversations that could be resumed",
    });
  });

  test("resumes although others worked since, if the agent can be told", () => {
    expect(pick([candidate(newer, { newerWork: 2, canDeliverSince: true })]).choice).toMatchObject({
      how: "resume",
      why: "its history is there, and it is told what 2 newer sessions did since",
    });
  });

  test.each(["limit", "crashed", "unknown"] as const)("goes on with a session that ended as %s", (state) => {
    expect(pick([candidate(newer, { state })]).choice).toMatchObject({ session: newer, how: "resume" });
  });

  test("prefers an older session of this worktree to a newer one of another", () => {
    expect(pick([candidate(newer, { elsewhere: true }), candidate(old)]).choice?.session).toBe(old);
  });

  test("leaves the order of its input alone", () => {
    const candidates = [candidate(old), candidate(newer)];
    pick(candidates);
    expect(candidates.map((one) => one.session)).toEqual([old, newer]);
  });
});

describe("pickProject()", () => {
  const place = (one: Session, more: Partial<PlaceCandidate> = {}): PlaceCandidate => ({
    session: one,
    state: "ended",
    folder: one.cwd,
    inProject: true,
    ...more,
  });

  test("goes to the folder of the newest session with real work", () => {
    const empty = session("c", 300, { turns: 0 });
    const one = session("b", 200, { cwd: "/w/shop/api" });
    expect(pickProject([place(empty), place(one)])).toEqual({ choice: { session: one, folder: "/w/shop/api" }, skipped: [] });
  });

  test("reads no further than the choice", () => {
    function* candidates() {
      yield place(session("b", 200));
      throw new Error("read too far");
    }
    expect(pickProject(candidates()).choice?.folder).toBe("/w/shop");
  });

  test("says what it passed over and why, a folder that is gone only once", () => {
    const live = session("d", 400);
    const home = session("c", 300);
    const gone = session("b", 200, { worktree: "/w/gone" });
    const goneToo = session("a", 150, { worktree: "/w/gone" });
    const found = session("e", 100);
    expect(
      pickProject([
        place(live, { state: "live" }),
        place(home, { inProject: false }),
        place(gone, { folder: undefined }),
        place(goneToo, { folder: undefined }),
        place(found),
      ]),
    ).toEqual({
      choice: { session: found, folder: "/w/shop" },
      skipped: [
        { session: live, why: "it is still running" },
        { session: home, why: "it was in no project" },
        { session: gone, why: "its folder /w/gone no longer exists" },
      ],
    });
  });

  test("has no choice where nothing is left", () => {
    expect(pickProject([])).toEqual({ skipped: [] });
  });
});
