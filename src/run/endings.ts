// Being told to end: the child is told too, gets its time, then its group is killed. And faults of ours, which are no reason to end.
import type { Log, Proc } from "../host/host.ts";
import type { EndSignal, Signals } from "../host/signals.ts";
import type { Exit } from "../model/session.ts";

/** What an agent gets for writing down its state after SIGTERM or SIGHUP. */
const GRACE_MS = 10_000;

export type EndingDeps = {
  signals: Signals;
  proc: Proc;
  /** Instead of GRACE_MS. */
  graceMs?: number;
};

type Child = {
  pid: number;
  /** True if the child leads a process group of its own. */
  isGroup: boolean;
  /** Whether a SIGINT or SIGQUIT to us has to be passed on; false where the terminal's key has sent it to the child as well. */
  passKeySignal(): boolean;
};

type Ending = {
  /** As if a SIGHUP had come: the terminal is gone. */
  hangUp(): void;
  isHungUp(): boolean;
  /** It was told to end, and has not yet. */
  isEnding(): boolean;
  /** To be called at the child's end: its number may belong to somebody else from then on. Adds whether it had been told to end. */
  childEnded(exit: Exit): Exit;
  /** From here on signals end this process as they usually do. */
  release(): void;
};

/** Made by Ctrl-C and Ctrl-\ where a terminal makes signals of them. */
const KEY_SIGNALS: readonly EndSignal[] = ["SIGINT", "SIGQUIT"];
/** After these the child has to end. The others are its own affair, in its own time: agents take SIGINT as "stop this turn". */
const FINAL_SIGNALS: readonly EndSignal[] = ["SIGTERM", "SIGHUP"];

export function followSignals(deps: EndingDeps, child: Child, onContinued: () => void): Ending {
  let isHungUp = false;
  let isOver = false;
  let isAsked = false;
  let grace: NodeJS.Timeout | undefined;
  const killGroup = () => {
    if (child.isGroup) deps.proc.kill(-child.pid, "SIGKILL");
    deps.proc.kill(child.pid, "SIGKILL");
  };
  const tell = (signal: EndSignal) => {
    if (signal === "SIGHUP") isHungUp = true;
    if (isOver) return;
    if (KEY_SIGNALS.includes(signal) && !child.passKeySignal()) return;
    deps.proc.kill(child.pid, signal);
    if (!FINAL_SIGNALS.includes(signal)) return;
    isAsked = true;
    // A stopped process gets no signal but SIGKILL until it goes on.
    deps.proc.kill(child.pid, "SIGCONT");
    grace ??= setTimeout(killGroup, deps.graceMs ?? GRACE_MS);
  };
  const stopListening = deps.signals.listen((signal) => (signal === "SIGCONT" ? onContinued() : tell(signal)));
  return {
    hangUp: () => void (isHungUp || tell("SIGHUP")),
    isHungUp: () => isHungUp,
    isEnding: () => isAsked,
    childEnded(exit) {
      isOver = true;
      clearTimeout(grace);
      return isAsked ? { ...exit, asked: true } : exit;
    },
    release: stopListening,
  };
}

/** With so many the wrapper is of no use to anybody: the agent is hung up, and the terminal put back. */
const MAX_FAULTS = 20;

/** A bug of ours in some event must not end the agent's run, nor leave its modes on. Returns how to stop this. */
export function outliveFaults(deps: { signals: Signals; proc: Proc; log: Log }, childPid: number): () => void {
  let faults = 0;
  return deps.signals.outliveFaults((cause) => {
    faults += 1;
    if (faults > MAX_FAULTS) return;
    deps.log.error("fault outlived", { cause, stack: cause instanceof Error ? cause.stack : undefined });
    if (faults === MAX_FAULTS) deps.proc.kill(childPid, "SIGHUP");
  });
}
