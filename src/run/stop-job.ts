// Our job stopped, with the agent, and continued: in the foreground, or where another job has the terminal.
import type { Proc } from "../host/host.ts";
import type { Signals } from "../host/signals.ts";
import { type Agent, handOver } from "./hand-over.ts";
import type { Terminal } from "./terminal.ts";

/** A stop that has not happened by then was discarded: no shell is there to continue us. */
const STOP_WAIT_MS = 100;
/** How often it is looked whether a shell has put us into the foreground: it tells only those that it had stopped. */
const BEHIND_LOOK_MS = 200;

export type SuspendDeps = {
  signals: Signals;
  proc: Proc;
  terminal: Terminal;
  /** The agent has been told to end: it is not stopped any more. */
  isEnding(): boolean;
};

export type JobStopper = {
  isRunning(): boolean;
  /** `isStopped`: the agent has stopped itself. */
  stop(how: { isStopped: boolean }): void;
  /** We were continued: by `fg`, by `bg`, by a `kill` that ends us, from outside. */
  continued(): void;
  end(): void;
};

/** `onBack`: the agent has its terminal again. */
export function jobStopper(deps: SuspendDeps, agent: Agent, onBack: () => void): JobStopper {
  const { signals, proc, terminal } = deps;
  const hand = handOver(deps, agent);
  const isBehind = () => signals.job() === "background";
  // "behind": the agent runs while another job has the terminal.
  let state: "running" | "leaving" | "stopped" | "behind" | "ended" = "running";
  let look: NodeJS.Timeout | undefined;
  let stopped: NodeJS.Timeout | undefined;

  const takeBack = () => {
    clearInterval(look);
    state = "running";
    hand.take();
    onBack();
  };
  const stayBehind = (mayStop: boolean) => {
    state = "behind";
    hand.letRun();
    look = setInterval(() => {
      if (!isBehind()) takeBack();
      else if (mayStop && hand.hasScreen() && !deps.isEnding()) void stop(false);
    }, BEHIND_LOOK_MS);
  };
  const stopUs = (isAgentStopped: boolean) => {
    state = "stopped";
    signals.stopJob();
    const ifDiscarded = () => {
      if (state !== "stopped") return;
      // As without us: what stops itself where no shell waits stays stopped until somebody continues it.
      if (isAgentStopped) proc.kill(proc.self().pid, "SIGSTOP");
      else if (isBehind()) stayBehind(false);
      else takeBack();
    };
    // A turn later than the timer: after a real stop the news of being continued comes first, and calls this off.
    stopped = setTimeout(() => setImmediate(() => stopped && ifDiscarded()), STOP_WAIT_MS);
  };
  const stop = async (isAgentStopped: boolean): Promise<void> => {
    state = "leaving";
    clearInterval(look);
    await hand.give();
    if (state !== "leaving") return;
    terminal.cooked();
    stopUs(isAgentStopped);
  };
  /** As an agent alone: one that has a screen is stopped for it once more, any other runs. */
  const goOnBehind = () => {
    if (state !== "stopped") return;
    if (hand.hasScreen() && !deps.isEnding()) stopUs(false);
    else stayBehind(true);
  };
  return {
    isRunning: () => state === "running",
    stop: ({ isStopped }) => void ((state === "running" || state === "behind") && stop(isStopped)),
    continued() {
      clearTimeout(stopped);
      stopped = undefined;
      if (state === "stopped" || state === "behind") {
        // A turn later: a signal that ends us comes with the one that continues us, and is to be heard first.
        if (isBehind()) setImmediate(goOnBehind);
        else takeBack();
      } else if (state === "running") {
        // Somebody else stopped and continued us; the shell between may have changed the terminal.
        if (isBehind()) return void (deps.isEnding() || stop(false));
        terminal.cooked();
        terminal.raw();
        hand.redraw();
      }
    },
    end() {
      state = "ended";
      clearInterval(look);
      clearTimeout(stopped);
    },
  };
}
