// What a process has cost so far (Linux).
import { readFileSync } from "node:fs";

const MS_PER_TICK = 10;

/** Processor time in ms, its own and the system's for it. */
export function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK;
}
