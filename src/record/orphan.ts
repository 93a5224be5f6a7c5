// An agent that outlives its wrapper's `kill -9`. The other end of its terminal was the wrapper's alone, so the system has hung it up; one
// that ignores that would work on where nobody sees it or can type to it. Why, and why not more: docs/decisions/two-processes.md.
import type { Proc } from "../host/host.ts";
import type { Run } from "../model/run.ts";

/** True only if all of it is known: the wrapper is gone, its agent lives, and has no terminal. Somebody else may have got hold of that. */
export function isOrphaned(proc: Pick<Proc, "isAlive" | "hasTerminal">, { mode, wrapper, child }: Run): boolean {
  return mode === "pty" && child !== undefined && !proc.isAlive(wrapper) && proc.isAlive(child) && proc.hasTerminal(child.pid) === false;
}

/** Ends it with its group. True if there was one. To be called after its time for leaving by itself. */
export function endOrphan(proc: Proc, run: Run): boolean {
  if (run.child === undefined || !isOrphaned(proc, run)) return false;
  proc.kill(-run.child.pid, "SIGKILL");
  return true;
}
