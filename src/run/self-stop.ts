// An agent that stops itself, seen from outside: the system tells a shell of it, but not us, whose child is a session of its own.
import { readFileSync } from "node:fs";
import { platform } from "node:os";
import { isStopped } from "./job-control.ts";

/** How often an agent is looked at that may have stopped itself, and for how long after its last output or key. */
const LOOK_MS = 250;
const LOOK_FOR_MS = 5000;
/** Nothing came from a stopped agent for so long: that was all. */
const QUIET_MS = 30;

const readStat = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
};

/** Where the system tells it (Linux), and only while something has just happened. */
export function watchForStop(pid: number, onStopped: () => void): { noteActivity(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  let isQuiet = false;
  let looksLeft = 0;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const isStill = () => isStopped(readStat(pid));
  // What it wrote before it stopped is shown before the shell: it may still be on its way.
  const settle = () => {
    settling = undefined;
    if (!isStill()) return;
    if (isQuiet) return onStopped();
    isQuiet = true;
    settling = setTimeout(() => setImmediate(settle), QUIET_MS);
  };
  const tick = () => {
    if (looksLeft-- <= 0) return stop();
    if (settling !== undefined || !isStill()) return;
    isQuiet = false;
    settle();
  };
  return {
    noteActivity() {
      isQuiet = false;
      looksLeft = LOOK_FOR_MS / LOOK_MS;
      if (timer === undefined && platform() === "linux") timer = setInterval(tick, LOOK_MS).unref();
    },
    stop,
  };
}
