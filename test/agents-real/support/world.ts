// A story's world: the sandbox, the ways to act in it as its user would, and what to show when a story goes wrong.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "vitest";
import type { Entry } from "../../support/fake-llm/server.mjs";
import { processesOf } from "../../support/processes.ts";
import { until } from "../../support/until.ts";
import { type Outcome, runProgram } from "./program.ts";
import { told } from "./request.ts";
import { openSandbox, type Sandbox } from "./sandbox.ts";
import { openTerminal, type Terminal } from "./terminal.ts";

/** The recorder may take 10 s after the agent's end. */
const SETTLE_WAIT_MS = 20_000;
const STORY_MS = 150_000;

export type MemSession = {
  id: string;
  agent: string;
  native_id: string | null;
  project: string | null;
  project_id: string;
  root: string;
  cwd: string;
  ended_at: string | null;
  exit: number | null;
  goal: string | null;
  state: string;
  continues: string | null;
  turns: number;
};
export type MemEvent = {
  seq: number;
  kind: string;
  by: string;
  text: string;
  tool: string | null;
  ok: boolean | null;
  files: string[];
  rewound?: boolean;
};
export type MemShow = MemSession & {
  summary: unknown;
  receipt: { channel: string; tokens: number; evidence: string; where: string | null } | null;
};

export type At = { cwd?: string; env?: Readonly<Record<string, string>>; input?: string; cols?: number; rows?: number };

export type World = Sandbox & {
  terminal(argv: readonly string[], at?: At): Terminal;
  program(argv: readonly string[], at?: At): Promise<Outcome>;
  /** `mem …` with pipes. Throws if it does not end with 0. */
  mem(args: readonly string[], at?: At): Promise<Outcome>;
  /** Newest first. */
  sessions(args?: readonly string[], at?: At): Promise<MemSession[]>;
  show(id: string): Promise<MemShow>;
  events(id: string): Promise<MemEvent[]>;
  /** Resolves once no process of this world is left; throws with their names. */
  settled(): Promise<void>;
};

const describeRequest = (entry: Entry): string =>
  `${entry.n} ${entry.path} ${entry.isMain ? "main" : "side"} …${JSON.stringify(told(entry).join("\n").slice(-300))} → ${JSON.stringify(entry.answer ?? null).slice(0, 200)}`;

function logsOf(dataDir: string): string {
  const folder = join(dataDir, "logs");
  if (!existsSync(folder)) return "(none)";
  return readdirSync(folder)
    .map((name) => `-- ${name}\n${readFileSync(join(folder, name), "utf8").split("\n").slice(-15).join("\n")}`)
    .join("\n");
}

function evidence(sandbox: Sandbox, terminals: readonly Terminal[]): string {
  const screens = terminals.map((terminal, at) => `== screen of terminal ${at + 1}\n${terminal.screen()}`);
  const requests = sandbox.model.log().slice(-8).map(describeRequest);
  const processes = processesOf(sandbox.home).map((found) => `${found.pid} ${found.command.slice(0, 150)}`);
  return [...screens, "== last requests", ...requests, "== processes", ...processes, "== mem's logs", logsOf(sandbox.dataDir)].join("\n");
}

function act(sandbox: Sandbox, terminals: Terminal[]): World {
  const where = (at: At = {}) => ({ cwd: at.cwd ?? sandbox.project, env: { ...sandbox.env, ...at.env } });
  const program: World["program"] = (argv, at = {}) => runProgram({ argv, ...where(at), input: at.input ?? "" });
  const mem: World["mem"] = async (args, at) => {
    const done = await program(["mem", ...args], at);
    if (done.code !== 0)
      throw new Error(
        `mem ${args.join(" ")} ended with ${done.code}${done.signal}\n${done.stdout.slice(-1500)}\n${done.stderr.slice(-1500)}`,
      );
    return done;
  };
  const json = async <T>(args: readonly string[], at?: At) => JSON.parse((await mem([...args, "--json"], at)).stdout) as T;
  return {
    ...sandbox,
    terminal: (argv, at = {}) => {
      const terminal = openTerminal({ argv, ...where(at), ...(at.cols ? { cols: at.cols } : {}), ...(at.rows ? { rows: at.rows } : {}) });
      terminals.push(terminal);
      return terminal;
    },
    program,
    mem,
    sessions: (args = [], at) => json<MemSession[]>(["sessions", ...args], at),
    show: (id) => json<MemShow>(["show", id]),
    events: (id) => json<MemEvent[]>(["show", id, "--events"]),
    settled: () =>
      until("no process is left", SETTLE_WAIT_MS, () => (processesOf(sandbox.home).length === 0 ? true : undefined)).then(() => undefined),
  };
}

/** One test with the real agents: its own world, and the evidence in the error if it fails. No process may be left at its end. */
export function story(title: string, tell: (world: World) => Promise<void>, timeoutMs = STORY_MS): void {
  test(
    title,
    async () => {
      const sandbox = await openSandbox();
      const terminals: Terminal[] = [];
      const world = act(sandbox, terminals);
      try {
        await tell(world);
        await world.settled();
      } catch (cause) {
        const message = cause instanceof Error ? cause.message : String(cause);
        throw new Error(`${message}\n${evidence(sandbox, terminals)}`, { cause });
      } finally {
        for (const terminal of terminals) terminal.close();
        await sandbox.dispose();
      }
    },
    timeoutMs,
  );
}
