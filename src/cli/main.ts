// The door: parse, wire, dispatch, exit code.
import { realpathSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { builtInAgents } from "../agents/catalog.ts";
import type { Log } from "../host/host.ts";
import { forsakeTerminal, jobNow } from "../host/job.ts";
import { fileLog } from "../host/log.ts";
import { foldersOf, nodeClock, nodeIds } from "../host/node.ts";
import { systemProcesses } from "../host/processes.ts";
import { nodeSignals } from "../host/signals.ts";
import { MemError, unreachable } from "../model/error.ts";
import { type Command, parseArgs } from "./args.ts";
// Not lazily: it is what a start needs, and a second round of loading would cost as much as all the rest of it.
import { continueCommand, continueSession, type Launched, runCommand } from "./commands/launch.ts";
import { type Door, type Io, say } from "./door.ts";
import { errorText, exitCodeOf } from "./print.ts";
import { type Machine, worldOf } from "./world.ts";

const here = fileURLToPath(import.meta.url);

function currentFolder(): string {
  try {
    return process.cwd();
  } catch (cause) {
    throw new MemError("folder-gone", "The current folder no longer exists.", { hint: "Go to one that does (cd), and try again.", cause });
  }
}

const machine = (): Machine => ({
  clock: nodeClock,
  ids: nodeIds,
  proc: systemProcesses(process.platform, process.pid, (pid, signal) => process.kill(pid, signal)),
  env: process.env,
  folders: foldersOf(process.env),
  cwd: currentFolder(),
  nodeVersion: process.versions.node,
  nodePath: process.execPath,
  packageDir: dirname(dirname(here)),
  self: realpathSync(here),
});

const io = (): Io => ({
  out: (text) => void process.stdout.write(text),
  err: (text) => void process.stderr.write(text),
  flushed: () => new Promise((resolve) => process.stdout.write("", () => resolve())),
  width: process.stdout.columns || 120,
  isOutTerminal: process.stdout.isTTY === true,
  isErrTerminal: process.stderr.isTTY === true,
  isInTerminal: process.stdin.isTTY === true,
  isInBackground: jobNow() !== "foreground",
  isLively: process.stderr.isTTY === true && !process.env.NO_COLOR && !process.env.CI,
});

const parts = { signals: nodeSignals(), streams: process };

const mainLog = (): Log => fileLog(join(foldersOf(process.env).logs, "mem.jsonl"), nodeClock, "mem");

/** A run whose terminal went away ends as any program would: by SIGHUP. */
function codeOf({ code, isHungUp }: Launched): number {
  if (isHungUp) parts.signals.raise("SIGHUP");
  if (jobNow() === "background") forsakeTerminal(process);
  // Once nothing is left to do: the prompt need not wait until Node has taken its heap apart.
  process.once("exit", () => process.exit());
  return code;
}

async function homeCommand(door: Door): Promise<number> {
  // Where CI is set, Ink draws nothing before its end.
  if (!door.io.isInTerminal || !door.io.isOutTerminal || door.world.env.CI)
    return dispatch(door, { kind: "sessions", isAll: true, isJson: false });
  const { home } = await import("./commands/home.ts");
  const outcome = await home(door, process);
  if (outcome.kind === "quit") return 0;
  return codeOf(await continueSession(door, parts, outcome.session, outcome.agent));
}

async function dispatch(door: Door, command: Exclude<Command, { kind: "fix-term" }>): Promise<number> {
  switch (command.kind) {
    case "home":
      return homeCommand(door);
    case "run":
      return codeOf(await runCommand(door, parts, command));
    case "continue":
      return codeOf(await continueCommand(door, parts, command));
    case "sessions":
      return (await import("./commands/sessions.ts")).sessions(door, command);
    case "show":
      return (await import("./commands/show.ts")).show(door, command);
    case "brief":
      return (await import("./commands/brief.ts")).briefCommand(door, command);
    case "handoff":
      return (await import("./commands/handoff.ts")).handoff(door, command);
    case "ingest":
      return (await import("./commands/ingest.ts")).ingest(door, command);
    case "agents":
      return (await import("./commands/agents.ts")).agents(door, command);
    case "doctor":
      return (await import("./commands/doctor.ts")).doctor(door, command);
    case "version":
      door.io.out(`${MEM_VERSION}\n`);
      return 0;
    case "help":
      door.io.out(
        (await import("./help.ts")).helpText(
          command.about,
          door.world.agents.map((agent) => agent.id),
        ),
      );
      return 0;
    default:
      return unreachable(command);
  }
}

async function main(): Promise<void> {
  const terminal = io();
  // A reader that has seen enough (`mem sessions | head`) is no fault. Of a terminal that is gone a signal tells; Node aborts if it exits on one.
  process.stdout.on("error", (cause: NodeJS.ErrnoException) => {
    if (!terminal.isOutTerminal) process.exit(cause.code === "EPIPE" ? 0 : 1);
  });
  process.stderr.on("error", () => {});
  try {
    const command = parseArgs(
      process.argv.slice(2),
      builtInAgents().map((agent) => agent.id),
    );
    if (command.kind === "fix-term") {
      process.exitCode = (await import("./commands/fix-term.ts")).fixTerm(terminal);
      return;
    }
    const world = await worldOf(machine(), "mem");
    const door: Door = { world, io: terminal };
    // Doctor tells them itself.
    if (command.kind !== "doctor") for (const problem of world.problems) say(door, problem);
    process.exitCode = await dispatch(door, command);
  } catch (cause) {
    if (!(cause instanceof MemError)) mainLog().error("command failed", { cause, stack: cause instanceof Error ? cause.stack : undefined });
    terminal.err(errorText(cause));
    process.exitCode = exitCodeOf(cause);
  }
}

void main();
