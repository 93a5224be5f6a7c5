import { expect, test } from "vitest";
import { RECENT_MS, stateOf, stateOfMany } from "../../src/handoff/liveness.ts";
import type { AgentId, ProjectId, RunId, SessionId } from "../../src/model/ids.ts";
import type { Run } from "../../src/model/run.ts";
import type { Session, SessionState } from "../../src/model/session.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { fakeProc } from "../support/fake-proc.ts";

const NOW = 100_000_000;
const OLD = NOW - RECENT_MS - 1;
const run = (id: string, child: number, endedAt?: number) =>
  ({ id: id as RunId, dir: "/nonexistent", wrapper: { pid: 1 }, child: { pid: child }, ...(endedAt && { endedAt }) }) as Run;
const LIVING = run("living", 10);
const DEAD = run("dead", 11);
const FINISHED = run("finished", 12, OLD);
const RUNS = [LIVING, DEAD, FINISHED];

const session = (more: Partial<Session>): Session => ({
  id: "000000000000" as SessionId,
  agent: "toy" as AgentId,
  project: "p00000000000" as ProjectId,
  cwd: "/w",
  worktree: "/w",
  startedAt: 0,
  lastAt: OLD,
  turns: 1,
  ...more,
});

/** Every way in which a session can stand in the store. */
const SESSIONS = [undefined, ...RUNS].flatMap((its) =>
  [OLD, OLD + 1, NOW, NOW + 1000].flatMap((lastAt) =>
    [undefined, lastAt, lastAt - 1].flatMap((endedAt) =>
      ([undefined, "ended", "limit", "crashed"] as const).map((ending) =>
        session({ lastAt, ...(its && { run: its.id }), ...(endedAt && { endedAt }), ...(ending && { ending }) }),
      ),
    ),
  ),
);

function setUp() {
  const counts = { open: 0, get: 0, asked: 0 };
  const runs = {
    get: (id: RunId) => {
      counts.get += 1;
      return RUNS.find((one) => one.id === id);
    },
    open: () => {
      counts.open += 1;
      return RUNS.filter((one) => one.endedAt === undefined);
    },
  };
  const deps = { store: { runs }, proc: fakeProc(new Set([10, 12])), clock: fakeClock(NOW) };
  return { counts, deps };
}

test.each([true, false, undefined])("of many sessions each has the state that it has alone (a process in its folder: %s)", (isRunning) => {
  const { deps } = setUp();
  const ask = (one: Session): SessionState => stateOf(deps, one, () => isRunning);
  const states = SESSIONS.map(ask);
  expect(SESSIONS.map(stateOfMany(deps, ask))).toEqual(states);
  expect(new Set(states).size).toBe(5);
});

test("of many sessions only those are asked of that may be live, and the open runs are read once", () => {
  const { counts, deps } = setUp();
  const state = stateOfMany(deps, (one) => {
    counts.asked += 1;
    return stateOf(deps, one, () => false);
  });
  for (let n = 0; n < 1000; n++) {
    expect(state(session({ run: FINISHED.id, endedAt: OLD, ending: "ended" }))).toBe("ended");
    expect(state(session({}))).toBe("unknown");
  }
  expect(counts).toEqual({ open: 1, get: 0, asked: 0 });
  expect([state(session({ run: LIVING.id })), state(session({ run: DEAD.id })), state(session({ lastAt: NOW }))]).toEqual([
    "live",
    "crashed",
    "unknown",
  ]);
  expect(counts).toEqual({ open: 1, get: 2, asked: 3 });
});
