// Ctrl-Z and back: we stop as a job of the user's shell, and the agent with us. The agent's own process group has no shell above it, so
// the system would discard its Ctrl-Z (an orphaned process group); only we can stop for it.
import { type AtCtrlZ, atCtrlZ } from "./ctrl-z.ts";
import { farewell } from "./farewell.ts";
import type { Agent } from "./hand-over.ts";
import { watchForStop } from "./self-stop.ts";
import { jobStopper, type SuspendDeps } from "./stop-job.ts";

export type Suspender = {
  /** The user pressed Ctrl-Z, and that key is not the agent's alone. */
  suspend(): void;
  /** We were continued. */
  continued(): void;
  /** The agent printed something, or got a key. */
  noteActivity(): void;
  /** At the agent's end. */
  release(): void;
};

export function suspender(deps: SuspendDeps, agent: Agent): Suspender {
  const { modes, ctrlZ, pty } = agent;
  const job = jobStopper(deps, agent, () => own.noteActivity());
  const own = watchForStop(pty.pid, () => job.stop({ isStoppedItself: true }));
  const stop = () => {
    leaving.end();
    job.stop({ isStoppedItself: false });
  };
  const leaving = farewell({ isOff: () => modes.undo({ looks: true }) === "", goodbyes: modes.goodbyes }, stop);
  const judge = (before: number, verdict: AtCtrlZ) => {
    if (!job.isRunning() || verdict === "stays") return;
    if (verdict === "stops") stop();
    else leaving.begin({ before, isSure: verdict === "leaves" });
  };
  return {
    suspend() {
      if (!job.isRunning()) return;
      const before = modes.goodbyes();
      if (ctrlZ === "auto") atCtrlZ(pty, (verdict) => judge(before, verdict));
      else if (ctrlZ === "shared") leaving.begin({ isSure: true });
      else stop();
    },
    continued: job.continued,
    noteActivity() {
      own.noteActivity();
      leaving.noteActivity();
    },
    release() {
      leaving.end();
      own.stop();
      job.end();
    },
  };
}
