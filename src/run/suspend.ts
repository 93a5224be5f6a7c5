// Ctrl-Z and back: we stop as a job of the user's shell, and the agent with us. The agent's own process group has no shell above it, so
// the system would discard its Ctrl-Z (an orphaned process group); only we can stop for it.
import { atCtrlZ } from "./ctrl-z.ts";
import { farewell } from "./farewell.ts";
import type { Agent } from "./hand-over.ts";
import type { CtrlZ } from "./job-control.ts";
import { watchForStop } from "./self-stop.ts";
import { jobStopper, type SuspendDeps } from "./stop-job.ts";

export type Suspender = {
  /** The user pressed it, and it is not the agent's alone. */
  ctrlZ(key: CtrlZ): void;
  /** We were continued. */
  continued(): void;
  /** The agent printed something, or got a key. */
  noteActivity(): void;
  /** At the agent's end. */
  release(): void;
};

export function suspender(deps: SuspendDeps, agent: Agent): Suspender {
  const { modes, pty } = agent;
  // While a key is judged, and when keys come that were pressed before we stopped: more of them mean the same.
  let isDeaf = false;
  const job = jobStopper(deps, agent, () => {
    own.noteActivity();
    setImmediate(() => {
      isDeaf = false;
    });
  });
  const stop = (isStoppedItself: boolean) => {
    isDeaf = true;
    leaving.end();
    job.stop({ isStoppedItself });
  };
  const own = watchForStop(pty.pid, () => stop(true));
  const leaving = farewell({ isOff: () => modes.undo({ looks: true }) === "", goodbyes: modes.goodbyes }, () => stop(false));
  const judge = async (key: CtrlZ) => {
    const before = modes.goodbyes();
    isDeaf = true;
    const verdict = await atCtrlZ(pty, key);
    if (!job.isRunning()) return;
    isDeaf = false;
    if (verdict === "stops") stop(false);
    else if (verdict !== "stays") leaving.begin({ before, isSure: verdict === "leaves" });
  };
  return {
    ctrlZ(key) {
      if (isDeaf || !job.isRunning()) return;
      if (agent.ctrlZ === "auto") void judge(key);
      else if (agent.ctrlZ === "shared") leaving.begin({ isSure: true });
      else stop(false);
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
