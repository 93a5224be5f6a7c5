import { existsSync, mkdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { catchUp } from "../../src/handoff/catch-up.ts";
import { type FinishDeps, finishOpenRuns } from "../../src/handoff/finish.ts";
import { type BriefDeps, brief } from "../../src/handoff/handoff.ts";
import { RECENT_MS, stateOf } from "../../src/handoff/liveness.ts";
import { ingestFile } from "../../src/ingest/ingest.ts";
import type { AgentId, NativeId, ProjectId, RunId, SessionId } from "../../src/model/ids.ts";
import { NO_PROJECT } from "../../src/model/ids.ts";
import type { Run } from "../../src/model/run.ts";
import type { Session, SessionState } from "../../src/model/session.ts";
import { locate } from "../../src/project/place.ts";
import { rawFiles } from "../../src/store/raw.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { type FakeClock, fakeClock } from "../support/fake-clock.ts";
import { fakeIds } from "../support/fake-ids.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { memoryStore } from "../support/memory-store.ts";
import { silentLog } from "../support/silent-log.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { toyEvent, toyLine, toyReader } from "../support/toy-reader.ts";

const fail = (what: string): never => {
  throw new Error(what);
};

const AGENT = "toy" as AgentId;
const BUDGET = { tokens: 2000, chars: 8000 };
let folder: string;
let clock: FakeClock;
let deps: FinishDeps & BriefDeps;
let states: Map<SessionId, SessionState>;

beforeEach(() => {
  folder = tempFolder();
  for (const name of ["shop", "shop/.git", "other", "h", "run"]) mkdirSync(join(folder, name));
  writeFileSync(join(folder, "shop", ".git", "HEAD"), "ref: refs/heads/main\n");
  clock = fakeClock(10_000_000);
  states = new Map();
  const ids = fakeIds();
  const proc = fakeProc();
  deps = {
    store: memoryStore({ ids, proc, clock }),
    raw: rawFiles(join(folder, "raw")),
    door: redactor(),
    home: join(folder, "home"),
    clock,
    ids,
    log: silentLog(),
    proc,
    sourceOf: () => source(),
    keepFramesMs: 0,
    runsFolder: join(folder, "runs"),
    stateOf: (session) => states.get(session.id) ?? "ended",
    agentName: () => "Toy",
  };
});
afterEach(() => {
  deps.store.close();
  rmSync(folder, { recursive: true, force: true });
});

const source = () => ({ agent: AGENT, reader: toyReader, roots: [join(folder, "h")] });
const placeOf = (name = "shop") => locate(join(folder, name), deps.home);
const briefing = (name = "shop", more: object = {}) => brief(deps, { place: placeOf(name), budget: BUDGET, ...more });

/** A conversation on disk, read into the store. */
function talk(id: string, text: string, at: number, where = "shop"): Session {
  const lines =
    toyLine({ kind: "session", nativeId: id as NativeId, cwd: join(folder, where), startedAt: at }) +
    toyEvent({ at, text }) +
    toyEvent({ at: at + 1, kind: "reply", by: "agent", text: `I decided to ${text} because it is right.` });
  writeFileSync(join(folder, "h", `${id}.toy`), lines);
  catchUp({ ...deps, sources: [source()] }, placeOf(where), () => false);
  const session = deps.store.sessions.byNative(AGENT, id as NativeId);
  if (!session) throw new Error("no session");
  return session;
}

test("without any session in the project there is nothing to tell", () => {
  expect(briefing()).toBeUndefined();
  talk("t1", "paint the door", 9_000_000, "other");
  expect(briefing()).toBeUndefined();
});

test("it was left off at the newest session with work, and the one before is told after it", () => {
  talk("t1", "paint the door red", 9_000_000);
  const newest = talk("t2", "mend the till quickly", 9_100_000);
  const told = briefing();
  expect(told?.sources[0]?.session).toBe(newest.id);
  expect(told?.text).toContain("mend the till quickly");
  expect(told?.text).toContain("paint the door red");
});

test("a history that could not be read to its end in time is told as such, first of all", () => {
  const turns = Array.from({ length: 500 }, (_, at) =>
    [
      toyEvent({ at: 9_000_000 + at, text: `step ${at}` }),
      toyEvent({ at: 9_000_000 + at, kind: "reply", by: "agent", text: `did ${at}` }),
    ].join(""),
  );
  const head = toyLine({ kind: "session", nativeId: "long" as NativeId, cwd: join(folder, "shop"), startedAt: 9_000_000 });
  writeFileSync(join(folder, "h", "long.toy"), head + turns.join(""));
  const isBegun = () => deps.store.sessions.byNative(AGENT, "long" as NativeId) !== undefined;
  expect(catchUp({ ...deps, sources: [source()] }, placeOf(), isBegun)).toBe(1);
  expect(briefing()?.text).toMatch(/## Where we left off\nOnly the beginning of this session's history is read so far/);
  expect(catchUp({ ...deps, sources: [source()] }, placeOf(), () => false)).toBe(0);
  expect(briefing()?.text).toContain("did 499");
  expect(briefing()?.text).not.toContain("Only the beginning");
});

test("the session that worked is told of, however many were opened since and left without a word", () => {
  const { id } = talk("t1", "paint the door red", 9_000_000);
  const { project, cwd, worktree } = deps.store.sessions.get(id);
  for (let n = 0; n < 200; n += 1)
    deps.store.sessions.save({ id: deps.ids.short() as SessionId, agent: AGENT, project, cwd, worktree, startedAt: 9_100_000 + n });
  expect(briefing()?.sources[0]?.session).toBe(id);
});

test("a session that is live is named, and nothing of it is told as past", () => {
  talk("t1", "paint the door red", 9_000_000);
  const live = talk("t2", "mend the till quickly", 9_100_000);
  states.set(live.id, "live");
  const told = briefing();
  expect(told?.text).not.toContain("mend the till");
  expect(told?.text).toContain(live.id);
  expect(told?.sources.map((one) => one.session)).not.toContain(live.id);
});

test("a session that is resumed is told only what happened since", () => {
  talk("t0", "sweep the yard", 8_900_000);
  const first = { ...talk("t1", "paint the door red", 9_000_000), run: "0123456789abcdef" as RunId };
  expect(briefing("shop", { since: first })).toBeUndefined();
  talk("t2", "mend the till quickly", 9_100_000);
  const told = briefing("shop", { since: first });
  expect(told?.text).toContain("## What happened since this session last ran");
  expect(told?.text).toContain("mend the till quickly");
  expect(told?.text).not.toContain("paint the door");
  expect(told?.text).not.toContain("sweep the yard");
});

test("a session that was made without mem and is resumed knows nothing of the others: it is told of those before it, too", () => {
  talk("t0", "sweep the yard", 8_900_000);
  const first = talk("t1", "how is the door painted?", 9_000_000);
  const told = briefing("shop", { since: first });
  expect(told?.text).toContain("nobody told it of the other ones");
  expect(told?.text).toContain("sweep the yard");
  expect(told?.text).not.toContain("painted");
});

test("--from briefs from that session, though a newer one is there", () => {
  const first = talk("t1", "paint the door red", 9_000_000);
  talk("t2", "mend the till quickly", 9_100_000);
  expect(briefing("shop", { from: first.id })?.sources[0]?.session).toBe(first.id);
});

test("--from briefs from that session also where nothing was done yet, and says where the work was", () => {
  const first = talk("t1", "paint the door red", 9_000_000);
  const told = briefing("other", { from: first.id });
  expect(told?.sources[0]?.session).toBe(first.id);
  expect(told?.text).toContain("Project: other");
  expect(told?.text).toContain(join(folder, "shop"));
});

test("a summary that is behind its events is written again before it is told", () => {
  const session = talk("t1", "paint the door red", 9_000_000);
  const project = deps.store.projects.get(session.project);
  expect(project).toBeDefined();
  const event = { key: "later", at: 9_000_500, kind: "reply" as const, by: "agent" as const, files: [] };
  deps.store.events.append(session.id, [{ ...event, text: deps.door.redact("The paint is dry now.") }]);
  expect(briefing()?.text).toContain("The paint is dry now.");
});

test("sessions at home stay with their folder and reach no project", () => {
  mkdirSync(join(folder, "home"));
  const at = locate(join(folder, "home"), deps.home);
  expect(deps.store.projects.resolve(at).id).toBe(NO_PROJECT as ProjectId);
  talk("t1", "rename my photos", 9_000_000, "home");
  expect(briefing("shop")).toBeUndefined();
  expect(briefing("home")?.text).toContain("rename my photos");
});

const aRun = (more: Partial<Run> = {}): Run => ({
  id: "0123456789abcdef" as RunId,
  agent: AGENT,
  place: placeOf(),
  argv: ["toy"],
  startedAt: 9_000_000,
  wrapper: { pid: 900 },
  child: { pid: 901 },
  mode: "pty",
  kind: "new",
  nativeId: "t1" as NativeId,
  historyRoots: [join(folder, "h")],
  reader: "toy",
  dir: join(folder, "run"),
  ...more,
});

test("a run that a crash cut off is finished once, with what its history holds", async () => {
  deps.store.runs.save(aRun());
  writeFileSync(
    join(folder, "h", "t1.toy"),
    toyLine({ kind: "session", nativeId: "t1" as NativeId, cwd: join(folder, "shop"), startedAt: 9_000_000 }) +
      toyEvent({ at: 9_000_100, text: "paint the door red" }) +
      toyEvent({ at: 9_000_200, kind: "tool_call", by: "agent", tool: "Bash", text: "brush" }),
  );
  const [finished] = await finishOpenRuns(deps);
  expect(finished?.sessions).toHaveLength(1);
  expect(deps.store.sessions.byRun(aRun().id)[0]).toMatchObject({ ending: "crashed", endedAt: 9_000_200 });
  expect(briefing()?.text).toContain("paint the door red");
  expect(await finishOpenRuns(deps)).toEqual([]);
});

test("a run's history that was read before anybody finished the run is the run's, but for one that a later run went on with", async () => {
  deps.store.runs.save(aRun());
  deps.store.runs.save(aRun({ id: "fedcba9876543210" as RunId, startedAt: 9_000_300, endedAt: 9_000_400 }));
  for (const id of ["t1", "t2"]) {
    const path = join(folder, "h", `${id}.toy`);
    const about = toyLine({ kind: "session", nativeId: id as NativeId, cwd: join(folder, "shop"), startedAt: 9_000_000 });
    writeFileSync(path, `${about}{"kind":"noise","text":"mem:run:${aRun().id}"}\n${toyEvent({ at: 9_000_100 })}`);
    ingestFile(deps, { path, agent: aRun().agent, reader: toyReader });
  }
  const second = deps.store.sessions.byNative(aRun().agent, "t2" as NativeId);
  if (second) deps.store.sessions.reopen(second.id, "fedcba9876543210" as RunId);
  writeFileSync(join(aRun().dir, "exit.json"), JSON.stringify({ code: 0 }));
  await finishOpenRuns(deps);
  expect(deps.store.sessions.byRun(aRun().id)).toMatchObject([{ nativeId: "t1", ending: "ended", exit: { code: 0 } }]);
});

test("the folder of a run that was finished later goes too", async () => {
  deps.store.runs.save(aRun());
  expect(existsSync(aRun().dir)).toBe(true);
  await finishOpenRuns(deps);
  expect(existsSync(aRun().dir)).toBe(false);
});

test("a run that cannot be finished keeps nobody from working, and is tried again", async () => {
  deps.store.runs.save(aRun());
  const broken = { ...deps, store: { ...deps.store, receipts: { ...deps.store.receipts, bind: () => fail("disk") } } };
  writeFileSync(
    join(folder, "h", "t1.toy"),
    toyLine({ kind: "session", nativeId: "t1" as NativeId, cwd: join(folder, "shop"), startedAt: 9_000_000 }) +
      toyEvent({ at: 9_000_100, text: "paint the door red" }),
  );
  expect(await finishOpenRuns(broken)).toEqual([]);
  expect(await finishOpenRuns(deps)).toHaveLength(1);
});

test("a screen that cannot be read costs only itself", async () => {
  deps.store.runs.save(aRun());
  const store = { ...deps.store, frames: { ...deps.store.frames, of: () => fail("damaged") } };
  expect(await finishOpenRuns({ ...deps, store })).toHaveLength(1);
  expect(deps.store.runs.open()).toEqual([]);
});

test("a run that nobody registered is found by its folder, and finished with the exit that the wrapper noted", async () => {
  const dir = join(folder, "runs", aRun().id);
  mkdirSync(dir, { recursive: true });
  writeFileSync(
    join(dir, "run.json"),
    JSON.stringify({ ...aRun({ dir }), delivered: { channel: "args", tokens: 7, chars: 28, sources: [] } }),
  );
  writeFileSync(join(dir, "exit.json"), JSON.stringify({ code: 0 }));
  const at = 9_000_000;
  const about = toyLine({ kind: "session", nativeId: "t1" as NativeId, cwd: join(folder, "shop"), startedAt: at });
  writeFileSync(join(folder, "h", "t1.toy"), about + toyEvent({ at }) + toyEvent({ at, kind: "reply", by: "agent", text: "painted" }));
  const proc = deps.proc as ReturnType<typeof fakeProc>;
  proc.alive.add(900);
  expect(await finishOpenRuns(deps)).toEqual([]);
  proc.alive.clear();
  expect(await finishOpenRuns(deps)).toMatchObject([{ wasCutOff: false }]);
  const [session] = deps.store.sessions.byRun(aRun().id);
  expect(session).toMatchObject({ ending: "ended", exit: { code: 0 } });
  expect(session && deps.store.receipts.ofSession(session.id)?.tokens).toBe(7);
  expect(existsSync(dir)).toBe(false);
});

test("a folder without a note is left to whoever is filling it, and goes once it is old", async () => {
  const dir = join(folder, "runs", aRun().id);
  mkdirSync(dir, { recursive: true });
  await finishOpenRuns(deps);
  expect(existsSync(dir)).toBe(true);
  utimesSync(dir, 0, 0);
  await finishOpenRuns(deps);
  expect(existsSync(dir)).toBe(false);
});

test("a run that cannot be registered keeps nobody from working, and is registered later", async () => {
  const dir = join(folder, "runs", aRun().id);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "run.json"), JSON.stringify(aRun({ dir })));
  const locked = { ...deps, store: { ...deps.store, runs: { ...deps.store.runs, save: () => fail("locked") } } };
  expect(await finishOpenRuns(locked)).toEqual([]);
  expect(await finishOpenRuns(deps)).toHaveLength(1);
});

test("a run that ended just now is left to its recorder, which may not have said yet that it is its own", async () => {
  const dir = join(folder, "runs", aRun().id);
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, "run.json"), JSON.stringify(aRun({ dir })));
  writeFileSync(join(dir, "exit.json"), JSON.stringify({ code: 0 }));
  const endedAgo = (ms: number) => utimesSync(join(dir, "exit.json"), (clock.now() - ms) / 1000, (clock.now() - ms) / 1000);
  endedAgo(1000);
  expect(await finishOpenRuns(deps)).toEqual([]);
  endedAgo(5000);
  expect(await finishOpenRuns(deps)).toHaveLength(1);
});

test("a run whose agent, wrapper or recorder still lives is left alone", async () => {
  const proc = deps.proc as ReturnType<typeof fakeProc>;
  deps.store.runs.save(aRun());
  for (const pid of [900, 901]) {
    proc.alive.clear();
    proc.alive.add(pid);
    expect(await finishOpenRuns(deps)).toEqual([]);
  }
  proc.alive.clear();
  deps.store.runs.claim(aRun().id, { pid: 902 });
  proc.alive.add(902);
  expect(await finishOpenRuns(deps)).toEqual([]);
});

test("of an unfinished run the agent's own process decides, else a process in the folder while the history is recent", () => {
  const proc = deps.proc as ReturnType<typeof fakeProc>;
  const session = talk("t1", "paint the door red", clock.now() - 1000);
  const state = (isRunning: boolean | undefined): SessionState => stateOf(deps, deps.store.sessions.get(session.id), () => isRunning);
  expect([state(true), state(false), state(undefined)]).toEqual(["live", "unknown", "live"]);
  clock.advance(RECENT_MS + 1);
  expect(state(true)).toBe("unknown");
  deps.store.runs.save(aRun());
  deps.store.sessions.reopen(session.id, aRun().id);
  expect(state(undefined)).toBe("crashed");
  // The wrapper alone (it asks its question after the agent's end) does not keep the session alive.
  proc.alive.add(900);
  expect(state(undefined)).toBe("ended");
  proc.alive.delete(900);
  writeFileSync(join(folder, "run", "exit.json"), JSON.stringify({ code: 0 }));
  expect(state(undefined)).toBe("ended");
  writeFileSync(join(folder, "run", "exit.json"), JSON.stringify({ code: 137, signal: 9 }));
  expect(state(undefined)).toBe("crashed");
  proc.alive.add(901);
  expect(state(undefined)).toBe("live");
});
