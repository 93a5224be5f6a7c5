import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { programSpec } from "../../src/agents/catalog.ts";
import { foldersOf } from "../../src/host/node.ts";
import type { AgentSpec } from "../../src/model/agent.ts";
import { fence } from "../../src/model/briefing.ts";
import { MemError } from "../../src/model/error.ts";
import type { AgentId, SessionId } from "../../src/model/ids.ts";
import type { Launch } from "../../src/model/launch.ts";
import type { Redacted } from "../../src/model/redacted.ts";
import type { Run } from "../../src/model/run.ts";
import { LIMIT_NOTE } from "../../src/model/run-notes.ts";
import type { Session } from "../../src/model/session.ts";
import { locate } from "../../src/project/place.ts";
import { type Feed, NO_FEED } from "../../src/run/feed.ts";
import type { Memory, RunDeps, RunRequest } from "../../src/run/request.ts";
import { isNested, run } from "../../src/run/run.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { fakeIds } from "../support/fake-ids.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { silentLog } from "../support/silent-log.ts";
import { tempFolder } from "../support/temp-folder.ts";

const left = { id: "aaaa00000000" as SessionId, agent: "toy" as AgentId, lastAt: 0 } as Session;
const TEXT = fence("what was decided");

let started: { launch: Launch; feed: Feed }[];
let fed: Run[];
let lines: string[];
let folder: string;
let deps: RunDeps;
let agent: AgentSpec;

const memory = (more: Partial<Memory> = {}): Memory => ({
  catchUp: () => Promise.resolve(),
  brief: () => ({ text: TEXT, tokens: 12, sources: [{ session: left.id, why: "newest" }], items: [], leftOut: [] }),
  session: () => left,
  resumed: () => left,
  agentName: () => "Toy",
  close: () => {},
  ...more,
});

beforeEach(() => {
  folder = tempFolder();
  mkdirSync(join(folder, "shop"));
  started = [];
  fed = [];
  lines = [];
  agent = { ...programSpec("toy"), plain: { subcommands: ["version"], flags: ["--version"], unless: [] } };
  const feed: Feed = { ...NO_FEED };
  deps = {
    clock: fakeClock(1000),
    env: { PATH: "/bin", HOME: join(folder, "home") },
    folders: foldersOf({ HOME: folder, MEM_DATA_DIR: join(folder, "data") }),
    ids: fakeIds(),
    log: silentLog(),
    proc: fakeProc(),
    openMemory: () => Promise.resolve(memory()),
    git: () => Promise.resolve({ at: 1000 }),
    features: () => Promise.resolve(new Set<string>()),
    userConfig: () => Promise.resolve(undefined),
    historyRoots: () => [],
    pluginDir: () => join(folder, "plugin"),
    say: (line) => void lines.push(line),
    warn: (line) => void lines.push(`! ${line}`),
    openFeed: (of) => {
      fed.push(of);
      return feed;
    },
    supervise: (launch, to, onStart) => {
      started.push({ launch, feed: to });
      onStart(77);
      return Promise.resolve({ code: 3, isHungUp: false });
    },
  };
});

const request = (more: Partial<RunRequest> = {}): RunRequest => ({
  agent,
  executable: "/opt/toy",
  args: ["--blue"],
  place: locate(join(folder, "shop"), join(folder, "home")),
  isFresh: false,
  budget: { tokens: 2000, chars: 8000 },
  mode: "pty",
  ...more,
});

test("the agent is started with its briefing, the recorder is told of it, and the agent's own code comes back", async () => {
  expect((await run(deps, request())).code).toBe(3);
  expect(started[0]?.launch).toMatchObject({ argv: ["/opt/toy", "--blue"], mode: "pty", cwd: join(folder, "shop") });
  const file = started[0]?.launch.env.MEM_BRIEFING ?? "";
  expect(readFileSync(file, "utf8")).toContain(`mem:run:${fed[0]?.id}`);
  expect(fed[0]).toMatchObject({ delivered: { channel: "file", tokens: 12, sources: [left.id] }, continues: left.id, child: { pid: 77 } });
  expect(lines).toEqual(["toy briefed from Toy's session of 1970-01-01 00:00 UTC (12 tokens)"]);
});

test("--fresh opens no memory and delivers nothing", async () => {
  const opened: string[] = [];
  const openMemory = (): Promise<Memory> => {
    opened.push("memory");
    return Promise.resolve(memory());
  };
  await run({ ...deps, openMemory }, request({ isFresh: true }));
  expect([opened, fed[0]?.delivered, started[0]?.launch.env.MEM_BRIEFING]).toEqual([[], undefined, undefined]);
});

test("a memory that cannot be opened costs the briefing, and one line says so; it is closed on every path", async () => {
  await run({ ...deps, openMemory: () => Promise.reject(new MemError("database-newer", "newer")) }, request());
  expect(started).toHaveLength(1);
  expect(lines).toEqual(["! toy, not briefed: the memory did not answer (`mem doctor` says why)"]);
  let closed = 0;
  const failing = memory({
    close: () => {
      closed += 1;
    },
    brief: () => {
      throw new Error("broken");
    },
  });
  await run({ ...deps, openMemory: () => Promise.resolve(failing) }, request());
  expect([started.length, closed]).toEqual([2, 1]);
});

test("a data folder that cannot be written to does not stop the agent", async () => {
  writeFileSync(join(folder, "data"), "a file where a folder should be");
  expect((await run(deps, request())).code).toBe(3);
  // What could not be written is not passed: an agent may refuse to start for a file that is not there.
  expect(started[0]?.launch.env.MEM_BRIEFING).toBeUndefined();
  expect(fed[0]?.delivered).toBeUndefined();
  // Both at the start and, however fast the agent ended, at the end. The next mem is promised nothing where it will find nothing.
  const notBriefed = expect.stringMatching(/not briefed: .* cannot be written to/);
  expect(lines).toEqual([notBriefed, expect.stringMatching(/this session is not stored: .* cannot be written to\. .* keeps no history/)]);
  lines.length = 0;
  agent = { ...agent, history: { reader: "toy", roots: [] } };
  await run(deps, request());
  expect(lines).toEqual([notBriefed, expect.stringMatching(/not stored yet: .* cannot be written to\. The next mem tries again/)]);
});

test("an agent that is told by a file's name is not even given our mark where nothing can be written", async () => {
  writeFileSync(join(folder, "data"), "a file where a folder should be");
  agent = { ...agent, brief: [{ kind: "args", args: ["--append-context", "{brief}"], unless: [] }] };
  await run(deps, request());
  expect(started[0]?.launch.argv).toEqual(["/opt/toy", "--blue"]);
});

test("what is no conversation runs untouched: no feed, no change of the environment, our own streams", async () => {
  await run(deps, request({ args: ["--version"] }));
  expect(started[0]?.launch).toMatchObject({
    argv: ["/opt/toy", "--version"],
    mode: "inherit",
    env: { PATH: "/bin", HOME: join(folder, "home") },
  });
  expect(started[0]?.feed).toBe(NO_FEED);
  expect([fed, lines]).toEqual([[], []]);
});

test("a run inside a run is neither briefed nor recorded twice; a variable without that ancestor is no run", async () => {
  const inside = { env: { ...deps.env, MEM_RUN_PID: "500" }, proc: { ...fakeProc(), ancestors: () => [600, 500, 1] } };
  expect([isNested(inside), isNested({ ...inside, proc: fakeProc() }), isNested(deps)]).toEqual([true, false, false]);
  await run({ ...deps, ...inside }, request());
  expect([fed, started[0]?.launch.mode]).toEqual([[], "inherit"]);
  expect(started[0]?.launch.argv).toEqual(["/opt/toy", "--blue"]);
  expect(lines).toEqual([expect.stringContaining("neither briefed nor recorded: this is inside another mem run")]);
});

test("a run inside a run goes on with the session that was asked for", async () => {
  const inside = { env: { ...deps.env, MEM_RUN_PID: "500" }, proc: { ...fakeProc(), ancestors: () => [600, 500, 1] } };
  agent = { ...agent, session: { ...agent.session, resume: ["--resume", "{id}"] } };
  await run({ ...deps, ...inside }, request({ resume: { ...left, nativeId: "talk-1" as NonNullable<Session["nativeId"]> } }));
  expect(started[0]?.launch.argv).toEqual(["/opt/toy", "--resume", "talk-1", "--blue"]);
  expect(started[0]?.launch.env.MEM_BRIEFING).toBeUndefined();
});

test("without a pseudo-terminal the agent runs on our own streams, still recorded, and one line says what is off", async () => {
  const { supervise } = deps;
  const refusing: RunDeps["supervise"] = (launch, feed, onStart) =>
    launch.mode === "pty"
      ? Promise.reject(new MemError("pty-unavailable", "No terminal to be had.", { hint: "Do this." }))
      : supervise(launch, feed, onStart);
  expect((await run({ ...deps, supervise: refusing }, request())).code).toBe(3);
  expect(started[0]?.launch.mode).toBe("inherit");
  expect(started[0]?.feed).not.toBe(NO_FEED);
  expect(lines.at(-1)).toBe("! No terminal to be had. The screen is not recorded. Do this.");
});

test("a usage limit that the recorder noted comes back with the end", async () => {
  const { supervise } = deps;
  const limited: RunDeps["supervise"] = (launch, feed, onStart) => {
    writeFileSync(join(fed[0]?.dir ?? "", LIMIT_NOTE), JSON.stringify({ text: "limit reached", resetsAt: 5000 }));
    return supervise(launch, feed, onStart);
  };
  expect((await run({ ...deps, supervise: limited }, request())).limit).toEqual({ text: "limit reached" as Redacted, resetsAt: 5000 });
  expect(existsSync(join(fed[0]?.dir ?? "", LIMIT_NOTE))).toBe(true);
});
