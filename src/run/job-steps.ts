// What is done about our job next, by what is so at this moment: pure.

/** "leaving": the agent is stopped, and the terminal on its way to the shell. "behind": the agent runs while another job has the terminal. */
export type JobState = "running" | "leaving" | "stopped" | "behind" | "ended";

export type JobNow = {
  state: JobState;
  /** Another job has the terminal. */
  isBehind: boolean;
  /** The agent has been told to end: it is not stopped any more. */
  isEnding: boolean;
  /** When it was stopped it read key by key. */
  wantsKeys: boolean;
  isOnAltScreen: boolean;
  /** It has stopped itself. */
  isStoppedItself: boolean;
  /** A stop of ours was discarded: no shell is there to continue us. */
  isAlone: boolean;
};

/**
 * "leave": the terminal is given to the shell, and we stop. "stop": we stop, it is given already. "freeze": we stop, whoever is there.
 * "take": the terminal is ours again, and the agent goes on. "let-run": the agent goes on without it. "renew": somebody may have changed it.
 */
export type JobStep = "leave" | "stop" | "freeze" | "take" | "let-run" | "renew" | "nothing";

const mayStop = ({ isEnding, isAlone }: JobNow): boolean => !isEnding && !isAlone;

/** By `fg`, by `bg`, by a `kill` that ends us, from outside. */
export function whenContinued(now: JobNow): JobStep {
  const { state, isBehind, isEnding } = now;
  if (state === "running" && !isBehind) return "renew";
  if (state === "running") return isEnding ? "nothing" : "leave";
  if (state === "behind") return isBehind ? "let-run" : "take";
  if (state !== "stopped") return "nothing";
  if (!isBehind) return "take";
  // As without us: what sets its terminal or reads keys in the background is stopped for it, any other program runs.
  return mayStop(now) && (now.wantsKeys || now.isOnAltScreen) ? "stop" : "let-run";
}

/** As without us: what stops itself where no shell waits stays stopped until somebody continues it. */
export function whenDiscarded({ isStoppedItself, isBehind }: JobNow): JobStep {
  if (isStoppedItself) return "freeze";
  return isBehind ? "let-run" : "take";
}

/** A shell tells only those of the foreground that it had stopped. */
export function whileBehind(now: JobNow): JobStep {
  if (!now.isBehind) return "take";
  return mayStop(now) && now.isOnAltScreen ? "leave" : "nothing";
}
