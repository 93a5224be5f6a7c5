// What is left of a run: its processes and what was written down of it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { type Found, filesOf, processesOf } from "../../support/processes.ts";
import { until } from "../../support/until.ts";
import type { World } from "./world.ts";

/** Machines that run tests are slow now and then. */
const WAIT_MS = 40_000;

/** An agent of so many words; `$HOME` is the world's. */
export const sh = (script: string): string[] => ["/bin/sh", "-c", script];

export const isRecorder = ({ command }: Found): boolean => /recorder\.cjs/.test(command);
export const isWrapper = ({ command }: Found): boolean => /^\S*node \S*mem\.cjs run/.test(command);

export const find = (world: World, what: string, matches: (found: Found) => boolean): Promise<Found> =>
  until(`there is ${what}`, WAIT_MS, () => processesOf(world.home).find(matches));

/** The agent: the wrapper's child that is no recorder. */
export async function findAgent(world: World): Promise<Found> {
  const wrapper = await find(world, "a wrapper", isWrapper);
  return find(world, "an agent", (one) => one.parent === wrapper.pid && !isRecorder(one));
}

/** A recorder that has its database open: from then on it tells the agent's end even if all the others are killed. */
export async function recording(world: World): Promise<Found> {
  const found = await find(world, "a recorder", isRecorder);
  const isOpen = () => filesOf(found.pid).some((path) => path.endsWith("mem.db")) || undefined;
  await until("the recorder has its database", WAIT_MS, isOpen);
  return found;
}

/** No process of the world is left, within `timeoutMs`; then how many milliseconds that took. */
export async function untilAlone(world: World, timeoutMs = WAIT_MS): Promise<number> {
  const start = Date.now();
  const left = () => processesOf(world.home).map(({ command }) => command);
  try {
    await until("nothing is left", timeoutMs, () => left().length === 0 || undefined);
  } catch {
    throw new Error(`still there after ${timeoutMs / 1000} s: ${left().join(" | ")}`);
  }
  return Date.now() - start;
}

export type Recorded = { agent: string; state: string; exit: number | null; turns: number };

export function sessionsOf(world: World): Recorded[] {
  const [file = "", ...args] = world.mem("sessions", "--all", "--json");
  const found = JSON.parse(execFileSync(file, args, { cwd: world.project, env: world.env, encoding: "utf8" })) as Recorded[];
  return found.map(({ agent, state, exit, turns }) => ({ agent, state, exit, turns }));
}

/** `R`, `S`, `T` (stopped) and so on; empty for one that is gone. */
export function stateOf(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
    return stat[stat.lastIndexOf(")") + 2] ?? "";
  } catch {
    return "";
  }
}

export const untilStopped = (pid: number): Promise<boolean> =>
  until(`process ${pid} is stopped`, WAIT_MS, () => stateOf(pid) === "T" || undefined);

/** Memory of a process now, kB. */
export function residentKb(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "latin1"))?.[1]);
}
