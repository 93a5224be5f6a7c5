// What Ctrl-Z would have done to an agent without us. Its process group has no shell above it, so the system discards its stop; only we see
// whether there would have been one.
import { readFileSync } from "node:fs";
import { constants, platform } from "node:os";
import type { CtrlZ } from "./job-control.ts";
import type { Pty } from "./pty.ts";
import { makesSignals, settingsOf } from "./stty.ts";

/**
 * "stops": the system would have stopped it at once. "leaves": it is told, tidies its screen and stops itself. "may-leave": it reads the key
 * as any other, and only what it does then tells. "stays": it is a shell, or has one of its jobs in its foreground.
 */
export type AtCtrlZ = "stops" | "leaves" | "may-leave" | "stays";

const bitOf = (signal: number): bigint => 1n << BigInt(signal - 1);

const readProc = (pid: number, name: string): string => {
  try {
    return readFileSync(`/proc/${pid}/${name}`, "latin1");
  } catch {
    return "";
  }
};

/**
 * From `/proc/PID/stat` and `/proc/PID/status`, empty if it has ended, and what `stty -a` says of its terminal; empty: the key is no
 * signal there. Pure.
 */
export function judged(stat: string, status: string, settings: string): AtCtrlZ {
  if (stat === "") return "stays";
  const [, , group, , , foreground] = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  if (group !== foreground) return "stays";
  const has = (set: "SigIgn" | "SigCgt") => {
    const mask = new RegExp(`^${set}:\\s*([0-9a-f]+)`, "m").exec(status)?.[1] ?? "0";
    return (BigInt(`0x${mask}`) & bitOf(constants.signals.SIGTSTP)) !== 0n;
  };
  if (has("SigIgn")) return "stays";
  if (!makesSignals(settings) || !settings.includes("susp = ^Z;")) return "may-leave";
  return has("SigCgt") ? "leaves" : "stops";
}

/** Some ms after the key: `stty` has to be started. On systems that do not tell (all but Linux), only what it shows is judged. */
export async function atCtrlZ({ pid, slaveFd }: Pick<Pty, "pid" | "slaveFd">, key: CtrlZ): Promise<AtCtrlZ> {
  if (platform() !== "linux") return "may-leave";
  const settings = key === "byte" && slaveFd !== undefined ? await settingsOf(slaveFd) : "";
  return judged(readProc(pid, "stat"), readProc(pid, "status"), settings);
}
