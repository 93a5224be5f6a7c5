// The recorder's door: a process of its own, started by the wrapper with the feed on its standard input.
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { steadily } from "../host/host.ts";
import { foldersOf, nodeClock, nodeIds } from "../host/node.ts";
import { systemProcesses } from "../host/processes.ts";
import { MemError } from "../model/error.ts";
import { type Frame, frameDecoder } from "../model/frame.ts";
import { gitState } from "../project/git-state.ts";
import { record } from "../record/recorder.ts";
import { type OpenMemory, openMemory } from "./memory.ts";
import { type Machine, type World, worldOf } from "./world.ts";

/** Git is asked after a turn and at the end; nobody waits for it. */
const GIT_WAIT_MS = 1500;
/** A recorder that cannot even open its database tries for this long, while the feed is kept by the wrapper and the pipe. */
const OPEN_FOR_MS = 30_000;
const OPEN_AGAIN_MS = 500;
/** The end of all ends: nothing keeps a recorder alive longer than this after its feed ended. */
const HARD_LIMIT_MS = 60_000;

const machine: Machine = {
  clock: nodeClock,
  ids: nodeIds,
  proc: systemProcesses(process.platform, process.pid, (pid, signal) => process.kill(pid, signal)),
  env: process.env,
  folders: foldersOf(process.env),
  cwd: process.cwd(),
  nodeVersion: process.versions.node,
  nodePath: process.execPath,
  packageDir: dirname(dirname(fileURLToPath(import.meta.url))),
  self: fileURLToPath(import.meta.url),
};

async function openPatiently(world: World): Promise<OpenMemory> {
  const until = steadily(world.clock) + OPEN_FOR_MS;
  for (;;) {
    try {
      const memory = openMemory(world, true);
      tellTrouble("");
      return memory;
    } catch (cause) {
      world.log.error("database not opened", { cause });
      tellTrouble(cause instanceof Error ? cause.message : String(cause));
      const isHopeless = cause instanceof MemError && cause.code === "database-readonly";
      if (isHopeless || steadily(world.clock) > until) throw cause;
      await sleep(OPEN_AGAIN_MS);
    }
  }
}

/** Down the pipe that the wrapper reads as long as it lives. */
let lastTold = "";
function tellTrouble(trouble: string): void {
  if (trouble === lastTold) return;
  lastTold = trouble;
  process.stdout.write(`${trouble.replaceAll("\n", " ")}\n`);
}

async function* framesOf(stream: NodeJS.ReadStream): AsyncGenerator<Frame> {
  const decode = frameDecoder();
  for await (const chunk of stream) yield* decode(chunk as Buffer);
}

async function main(): Promise<void> {
  const world = await worldOf(machine, "recorder");
  // The wrapper's terminal may go, and Ctrl-C is for the agent: we end when the feed does.
  process.stdout.on("error", () => {});
  for (const signal of ["SIGHUP", "SIGINT", "SIGPIPE"] as const) process.on(signal, () => {});
  process.stdin.once("end", () => setTimeout(() => process.exit(1), HARD_LIMIT_MS).unref());
  try {
    const memory = await openPatiently(world);
    const { clock, env, proc } = world;
    const git = (worktree: string) => gitState(worktree, GIT_WAIT_MS, { clock, env, proc, redact: memory.door.redact });
    await record({ ...memory, git, tellTrouble }, framesOf(process.stdin));
    memory.close();
  } catch (cause) {
    world.log.error("recorder failed", { cause });
    process.exitCode = 1;
  }
}

void main();
