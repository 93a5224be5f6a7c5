import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { finishOpenRuns } from "../../src/handoff/finish.ts";
import { ingestFile } from "../../src/ingest/ingest.ts";
import { MemError } from "../../src/model/error.ts";
import type { Frame } from "../../src/model/frame.ts";
import type { NativeId, RunId, SessionId } from "../../src/model/ids.ts";
import { own } from "../../src/model/redacted.ts";
import type { Run } from "../../src/model/run.ts";
import { type RecorderDeps, record } from "../../src/record/recorder.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { memoryStore } from "../support/memory-store.ts";
import { silentLog } from "../support/silent-log.ts";
import { toyEvent, toyLine } from "../support/toy-reader.ts";
import { RUN, TOY, type ToyWorld, toyWorld } from "../support/toy-world.ts";

// The recorder waits for the world, so its clock is the world's.
const clock = { now: () => Date.now() };
let world: ToyWorld;
let folder: string;
let deps: RecorderDeps;

beforeEach(() => {
  world = toyWorld(clock);
  folder = world.folder;
  deps = {
    ...world.deps,
    log: silentLog(),
    proc: fakeProc(),
    sourceOf: (run) => (run.reader === undefined ? undefined : world.source),
    git: () => Promise.resolve({ at: clock.now(), branch: own("main") }),
    keepFramesMs: 0,
  };
});

const marked = (id: string): string => world.about(id) + toyLine({ kind: "origin", run: RUN, where: "system" }) + markText();
/** Our mark as an agent's own file holds it, beside the fact that a reader makes of it. */
const markText = (): string => `{"kind":"noise","text":"mem:run:${RUN}"}\n`;
const turn = (text: string): string => toyEvent({ text }) + toyEvent({ kind: "reply", by: "agent", text: "done" });

const output = (text: string): Frame => ({ kind: "output", at: clock.now(), bytes: Buffer.from(text) });
const exit = (code: number): Frame => ({ kind: "exit", at: clock.now(), exit: { code } });

/** How often a condition is looked at, and how long. */
const WAIT = { timeout: 20_000, interval: 5 };

/** A feed that is said frame by frame, with things that happen in the world between them. */
async function* feed(...steps: (Frame | (() => unknown))[]): AsyncGenerator<Frame> {
  for (const step of steps) {
    if (typeof step === "function") await step();
    else yield step;
  }
}
const runFrame = (run: Run = world.run()): Frame => ({ kind: "run", at: clock.now(), run });
const sessions = () => deps.store.sessions.byRun(RUN);

test("a run's history is followed, bound by its mark, summed up and ended with the agent's own code", async () => {
  const path = join(folder, "h", "talk.toy");
  await record(
    deps,
    feed(runFrame(), output("screen"), () => writeFileSync(path, marked("talk") + turn("mend the till")), exit(0)),
  );
  const [session] = sessions();
  expect(session).toMatchObject({ nativeId: "talk", ending: "ended", exit: { code: 0 }, turns: 1 });
  expect(session && deps.store.summaries.get(session.id)?.state?.branch).toBe("main");
  expect(session && deps.store.receipts.ofSession(session.id)).toMatchObject({ evidence: "history", channel: "args" });
  expect(deps.store.runs.open()).toEqual([]);
  expect(deps.store.frames.bytesOf(RUN)).toBe(0);
  expect(existsSync(join(folder, "run"))).toBe(false);
});

test("what its agent's hook gives back after a compaction is there while the run lasts, of a resumed session before anything new is said", async () => {
  const given: string[] = [];
  const noteIn = (dir: string) => async () => {
    const note = join(dir, "compact-talk.json");
    await vi.waitUntil(() => existsSync(note), WAIT);
    given.push(readFileSync(note, "utf8"));
  };
  const path = join(folder, "h", "talk.toy");
  const say = () => writeFileSync(path, marked("talk") + turn("Never touch the till"));
  await record(deps, feed(runFrame(), say, noteIn(join(folder, "run")), exit(0)));
  const dir = join(folder, "again");
  mkdirSync(dir);
  const again = world.run({ id: "fedcba9876543210" as RunId, dir, kind: "resumed", nativeId: "talk" as NativeId });
  await record(deps, feed(runFrame(again), noteIn(dir), exit(0)));
  expect(given.map((text) => text.includes("- Never touch the till"))).toEqual([true, true]);
  expect(given.map((text) => /mem:run:(\w+)/.exec(text)?.[1])).toEqual([RUN, again.id]);
});

test("lines that come after the feed's end still count", async () => {
  const path = join(folder, "h", "talk.toy");
  writeFileSync(path, marked("talk") + turn("one"));
  const late = turn("two");
  // Once nothing new was found it asks whether the agent still lives: then the lines come, and the agent ends.
  let asked = 0;
  const isAlive = (): boolean => {
    asked += 1;
    if (asked === 3) appendFileSync(path, late);
    return asked < 3;
  };
  await record({ ...deps, proc: { ...fakeProc(), isAlive } }, feed(runFrame(), exit(0)));
  expect(sessions()[0]?.turns).toBe(2);
});

test("a feed that ends without an exit is a crash", async () => {
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
  await record(deps, feed(runFrame()));
  expect(sessions()[0]).toMatchObject({ ending: "crashed" });
  expect(sessions()[0]?.exit).toBeUndefined();
});

test("an error code is a crash, unless the agent had been told to end or was interrupted", async () => {
  const endings: Record<string, string | undefined> = {};
  for (const [name, one] of Object.entries({
    error: { code: 1 },
    asked: { code: 143, signal: 15, asked: true as const },
    interrupted: { code: 130 },
  })) {
    const store = memoryStore({ ids: deps.ids });
    onTestFinished(() => store.close());
    deps = { ...deps, store };
    mkdirSync(join(folder, "run"), { recursive: true });
    writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
    await record(deps, feed(runFrame(), { kind: "exit", at: clock.now(), exit: one }));
    endings[name] = sessions()[0]?.ending;
  }
  expect(endings).toEqual({ error: "crashed", asked: "ended", interrupted: "ended" });
});

test("after /clear the run has two sessions, and only the newer one has the process's end", async () => {
  const first = marked("first") + toyEvent({ at: clock.now(), text: "one" });
  const second = marked("second") + toyEvent({ at: clock.now() + 1000, text: "two" });
  writeFileSync(join(folder, "h", "first.toy"), first);
  await record(
    deps,
    feed(runFrame(), () => writeFileSync(join(folder, "h", "second.toy"), second), exit(3)),
  );
  const ended = Object.fromEntries(sessions().map((session) => [session.nativeId, [session.ending, session.exit?.code]]));
  expect(ended).toEqual({ first: ["ended", undefined], second: ["crashed", 3] });
});

test("a file without evidence is not this run's, though it is the newest in the folder", async () => {
  writeFileSync(join(folder, "h", "other.toy"), world.about("other") + turn("somebody else"));
  await record(deps, feed(runFrame(), exit(0)));
  expect(sessions()).toEqual([]);
  expect(deps.store.sessions.list({})).toEqual([]);
});

test("a program without a history is read off its screen, secrets masked", async () => {
  const secret = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
  const { reader: _, ...run } = world.run();
  await record(deps, feed(runFrame(run), output(`\x1b[1mcounted\x1b[0m 12 steps\r\n${secret}\r\n`), exit(0)));
  const [session] = sessions();
  const text = session ? [...deps.store.events.of(session.id)].map((event) => event.text).join("\n") : "";
  expect(text).toContain("counted 12 steps");
  expect(text).not.toContain(secret);
  expect(session?.turns).toBe(1);
});

test("a database that cannot be written at first costs nothing but time", async () => {
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
  let refusals = 3;
  const { runs } = deps.store;
  const store = {
    ...deps.store,
    runs: {
      ...runs,
      save: (run: Run) => {
        refusals -= 1;
        if (refusals >= 0) throw new Error("locked");
        runs.save(run);
      },
    },
  };
  const allRefused = () => vi.waitUntil(() => refusals < 0, WAIT);
  await record({ ...deps, store }, feed(runFrame(), output("x"), allRefused, exit(0)));
  expect(sessions()[0]).toMatchObject({ ending: "ended", turns: 1 });
});

test("a database that is locked for longer than the run takes: the run is written down once it is free", async () => {
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
  let isOver = false;
  let refusalsAfter = 0;
  const { runs } = deps.store;
  const save = (run: Run): void => {
    if (isOver) refusalsAfter += 1;
    if (refusalsAfter < 5) throw new MemError("database-locked", "locked");
    runs.save(run);
  };
  const over = (): void => {
    isOver = true;
  };
  await record({ ...deps, store: { ...deps.store, runs: { ...runs, save } } }, feed(runFrame(), output("x"), exit(0), over));
  expect(sessions()[0]).toMatchObject({ ending: "ended", exit: { code: 0 }, turns: 1 });
});

/** A time of day that is set back by an hour as soon as it is told to, beside a steady clock. */
function settableClock() {
  let offset = 0;
  const setBack = (): void => {
    offset = 3_600_000;
  };
  return { now: () => Date.now() - offset, steady: () => performance.now(), setBack };
}

test("a clock that is set back an hour neither hides the history nor holds up the end", async () => {
  const settable = settableClock();
  const path = join(folder, "h", "talk.toy");
  // A recorder that waited for the hour to pass would not be back before the test's time is over.
  await record(
    { ...deps, clock: settable },
    feed(runFrame(), settable.setBack, () => writeFileSync(path, marked("talk") + turn("one")), exit(0)),
  );
  expect(sessions()[0]).toMatchObject({ ending: "ended", turns: 1 });
});

test("how the agent ended is known by the wrapper's note where the feed's end was left out", async () => {
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
  await record(
    deps,
    feed(runFrame(), () => writeFileSync(join(folder, "run", "exit.json"), JSON.stringify({ code: 0 }))),
  );
  expect(sessions()[0]).toMatchObject({ ending: "ended", exit: { code: 0 } });
});

test("a history that another mem read before its recorder could is the run's all the same; one in which nothing was said since is not", async () => {
  const talks = { talk: clock.now(), older: world.run().startedAt - 1000 };
  for (const [id, at] of Object.entries(talks)) {
    const path = join(folder, "h", `${id}.toy`);
    writeFileSync(path, world.about(id, { startedAt: at }) + markText() + toyEvent({ at, text: "mend the till" }));
    ingestFile(deps, { path, agent: TOY, reader: world.source.reader });
  }
  await record(deps, feed(runFrame(), exit(0)));
  expect(sessions()).toMatchObject([{ nativeId: "talk", ending: "ended", exit: { code: 0 } }]);
  expect(deps.store.receipts.ofSession(sessions()[0]?.id as SessionId)?.run).toBe(RUN);
});

test("a recorder that comes after another mem has finished its run stores nothing twice, and what the screen held is added", async () => {
  const program = world.run({ id: "fedcba9876543210" as RunId, dir: join(folder, "again") });
  delete program.reader;
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
  for (const run of [world.run(), program]) {
    mkdirSync(run.dir, { recursive: true });
    writeFileSync(join(run.dir, "exit.json"), JSON.stringify({ code: 0 }));
    deps.store.runs.save(run);
  }
  expect(await finishOpenRuns({ ...deps, runsFolder: join(folder, "runs") })).toHaveLength(2);
  for (const run of [world.run(), program]) await record(deps, feed(runFrame(run), output("counted 12 herons"), exit(0)));
  expect(deps.store.runs.open()).toEqual([]);
  expect(sessions()).toMatchObject([{ nativeId: "talk", ending: "ended", exit: { code: 0 }, turns: 1 }]);
  const shown = deps.store.sessions.byRun(program.id);
  expect(shown).toMatchObject([{ ending: "ended", exit: { code: 0 } }]);
  expect(shown.flatMap(({ id }) => deps.store.events.digest(id)).map((event) => event.text)).toEqual(["counted 12 herons"]);
});

test("a run is not ended before its history could be read: no descriptors left, for a while", async () => {
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
  let refusals = 20;
  const { cursors } = deps.store;
  const get = (path: string) => {
    refusals -= 1;
    if (refusals >= 0) throw Object.assign(new Error("too many open files"), { code: "EMFILE" });
    return cursors.get(path);
  };
  await record({ ...deps, store: { ...deps.store, cursors: { ...cursors, get } } }, feed(runFrame(), exit(0)));
  expect(sessions()[0]).toMatchObject({ ending: "ended", turns: 1 });
});

test("output is stored as it comes, not at the next look at the history", async () => {
  let storedBytes = -1;
  let isGitAsked = false;
  let isSeen = false;
  // The summary that is due waits for git: the screen does not.
  const git = async () => {
    isGitAsked = true;
    await vi.waitUntil(() => isSeen, WAIT);
    return { at: clock.now() };
  };
  const atGit = () => vi.waitUntil(() => isGitAsked, WAIT);
  const look = (): void => {
    storedBytes = deps.store.frames.bytesOf(RUN);
    isSeen = true;
  };
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one") + toyLine({ kind: "turn-end", at: clock.now() }));
  await record({ ...deps, git }, feed(runFrame(), atGit, output("seen \r\n"), output("at once \r\n"), look, exit(0)));
  expect(storedBytes).toBe(17);
});

test("what keeps everything from being stored is told while it lasts, and that it is over", async () => {
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
  let refusals = 3;
  const { runs } = deps.store;
  const save = (run: Run): void => {
    refusals -= 1;
    if (refusals >= 0) throw new MemError("database-full", "No space is left.");
    runs.save(run);
  };
  const told: string[] = [];
  const tellTrouble = (trouble: string): void => void (told.at(-1) === trouble || told.push(trouble));
  await record({ ...deps, tellTrouble, store: { ...deps.store, runs: { ...runs, save } } }, feed(runFrame(), exit(0)));
  expect(told).toEqual(["No space is left.", ""]);
});

test("a lock is told of when it lasts, not when another writer was in the way for a moment", async () => {
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
  const { runs } = deps.store;
  const lockedFor = async (tries: number, tryMs: number): Promise<string[]> => {
    let refusals = tries;
    let aheadMs = 0;
    const clock = { ...deps.clock, steady: () => performance.now() + aheadMs };
    const save = (run: Run): void => {
      aheadMs += tryMs;
      refusals -= 1;
      if (refusals >= 0) throw new MemError("database-locked", "Another process is writing.");
      runs.save(run);
    };
    const told: string[] = [];
    const tellTrouble = (trouble: string): void => void (told.at(-1) === trouble || told.push(trouble));
    await record({ ...deps, clock, tellTrouble, store: { ...deps.store, runs: { ...runs, save } } }, feed(runFrame(), exit(0)));
    return told;
  };
  expect(await lockedFor(3, 900)).toEqual([""]);
  expect(await lockedFor(8, 900)).toEqual(["", "Another process is writing.", ""]);
});

test("a broken feed ends the recording, not the record", async () => {
  writeFileSync(join(folder, "h", "talk.toy"), marked("talk") + turn("one"));
  await record(
    deps,
    feed(runFrame(), () => {
      throw new Error("feed out of step");
    }),
  );
  expect(sessions()[0]).toMatchObject({ ending: "crashed", turns: 1 });
});
