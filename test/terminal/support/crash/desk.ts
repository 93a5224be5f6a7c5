// A worker under `mem run`, and the measure of what its user feels: echo of a key, output byte by byte, the end.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import { runProgram } from "../../../agents-real/support/program.ts";
import { type Found, processesOf } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";
import type { Outer } from "../outer.ts";
import { openWorld, type World } from "../world.ts";
import { bulkOf } from "./bulk.mjs";
import { askedIn, type Stored, storedIn } from "./records.ts";

const WORKER = fileURLToPath(new URL("worker.mjs", import.meta.url));
/** The wrapper waits a second for a recorder that hangs; the rest is a slow machine's. */
export const END_MS = 6000;
const ECHO_MS = 5000;
const BULK_MS = 60_000;
const PROCESS_MS = 30_000;
const SETTLE_MS = 60_000;

export type Desk = {
  world: World;
  terminal: Outer;
  /** Presses it and waits for its echo; returns the milliseconds until then. */
  press(key: string): Promise<number>;
  /** Has the worker print its bulk, and expects every byte of it. */
  printBulk(): Promise<void>;
  /** `q`: the worker's code within END_MS. Returns all that came after. */
  leave(): Promise<string>;
  process(kind: "recorder" | "wrapper"): Promise<number>;
  /** `mem …` of any kind, afterwards; its stderr. */
  nextMem(): Promise<string>;
  stored(): Stored;
  /** The worker's turns are in the store, once each, and nothing is left over. */
  expectAllStored(): void;
  settled(): Promise<void>;
};

/** `script`: a shell around `mem run`, which is its "$@". */
export type DeskStart = { bulkBytes?: number; script?: string; env?: Readonly<Record<string, string>>; world?: World };

export function worldWithWorker(): World {
  const world = openWorld();
  const histories = join(world.root, "histories");
  mkdirSync(join(world.home, ".config", "mem"), { recursive: true });
  writeFileSync(
    join(world.home, ".config", "mem", "agents.toml"),
    `[agents.worker]
name = "Worker"
command = ${JSON.stringify([world.program.node, WORKER, histories])}
brief = { via = "args", args = ["--brief", "{brief}"] }
session = { choose = ["--session-id", "{uuid}"] }
history = { reader = "claude", roots = ${JSON.stringify([histories])} }
`,
  );
  return world;
}

const isRecorder = ({ command }: Found): boolean => command.includes("recorder.cjs");
const isWrapper = ({ command }: Found): boolean => /mem\.cjs run/.test(command) && !command.startsWith("sh ");

/** Reads the bulk as it comes: tens of megabytes are not kept. */
function bulkReader(terminal: Outer, bytes: number) {
  const wanted = Buffer.from(`<${bulkOf(bytes)}>`);
  let at = 0;
  let wrongAt: number | undefined;
  terminal.onOutput((piece) => {
    const due = piece.subarray(0, wanted.length - at);
    if (!due.equals(wanted.subarray(at, at + due.length))) wrongAt ??= at;
    at += due.length;
    if (at < wanted.length) terminal.clear();
  });
  return { isWhole: () => (at === wanted.length && wrongAt === undefined) || undefined, seen: () => ({ at, wrongAt, of: wanted.length }) };
}

/** Call it inside a test. Resolves once the worker is ready. */
export async function openDesk({ bulkBytes = 3_000_000, script, env = {}, world = worldWithWorker() }: DeskStart = {}): Promise<Desk> {
  const argv = world.mem("run", "--quiet", "worker");
  const terminal = world.direct(script === undefined ? argv : ["sh", "-c", script, "sh", ...argv], {
    env: { BULK_BYTES: String(bulkBytes), ...env },
  });
  await terminal.sees("ready ");
  return { world, terminal, ...user(terminal, bulkBytes), ...aftermath(world) };
}

function user(terminal: Outer, bulkBytes: number): Pick<Desk, "press" | "printBulk" | "leave"> {
  return {
    async press(key) {
      terminal.clear();
      const started = performance.now();
      terminal.type(key);
      await terminal.sees(`[${key}]`, ECHO_MS);
      return performance.now() - started;
    },
    async printBulk() {
      terminal.clear();
      const bulk = bulkReader(terminal, bulkBytes);
      terminal.type("b");
      await until("the whole bulk", BULK_MS, bulk.isWhole).catch((cause) => {
        throw new Error(`${cause} ${JSON.stringify(bulk.seen())}`);
      });
      terminal.onOutput(() => {});
      await terminal.sees("[b]");
    },
    async leave() {
      terminal.clear();
      const started = performance.now();
      terminal.type("q");
      const ended = await terminal.ended;
      expect(ended).toEqual({ code: 7, signal: 0 });
      expect(performance.now() - started).toBeLessThan(END_MS);
      return terminal.text();
    },
  };
}

function aftermath(world: World): Pick<Desk, "process" | "nextMem" | "stored" | "expectAllStored" | "settled"> {
  const processes = () => processesOf(world.home);
  const stored = () => storedIn(world.dataDir);
  return {
    process: (kind) => until(`a ${kind}`, PROCESS_MS, () => processes().find(kind === "recorder" ? isRecorder : isWrapper)?.pid),
    nextMem: async () => (await runProgram({ argv: world.mem("sessions", "--json"), env: world.env, cwd: world.project })).stderr,
    stored,
    expectAllStored() {
      const { events, ...rest } = stored();
      expect(rest).toMatchObject({ integrity: "ok", openRuns: 0, frames: 0, doubleKeys: 0, folders: [] });
      const { prompts, wholeTurns } = askedIn(join(world.root, "histories"));
      const wanted = [...prompts.map((text) => `prompt: ${text}`), ...wholeTurns.map((text) => `reply: ${text}`)];
      expect(events.filter((event) => wanted.includes(event)).sort()).toEqual(wanted.sort());
    },
    settled: async () => void (await until("no process is left", SETTLE_MS, () => processes().length === 0 || undefined)),
  };
}

/** Resident memory in megabytes. */
export const memoryOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
