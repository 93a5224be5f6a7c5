// Our job stopped, with the agent, and continued: in the foreground, or where another job has the terminal.
import type { Proc } from "../host/host.ts";
import type { Signals } from "../host/signals.ts";
import { type Agent, handOver } from "./hand-over.ts";
import { type JobNow, type JobStep, whenContinued, whenDiscarded, whileBehind } from "./job-steps.ts";
import type { Terminal } from "./terminal.ts";

/** A stop that has not happened by then was discarded. */
const STOP_WAIT_MS = 100;
/** How often it is looked whether a shell has put us into the foreground. */
const BEHIND_LOOK_MS = 200;

export type SuspendDeps = {
  signals: Signals;
  proc: Proc;
  terminal: Terminal;
  /** The agent has been told to end. */
  isEnding(): boolean;
};

export type JobStopper = {
  isRunning(): boolean;
  /** `isStoppedItself`: the agent is. */
  stop(how: { isStoppedItself: boolean }): void;
  /** We were continued. */
  continued(): void;
  end(): void;
};

/** `onBack`: the agent has its terminal again. */
export function jobStopper(deps: SuspendDeps, agent: Agent, onBack: () => void): JobStopper {
  const own: Own = { state: "running", isStoppedItself: false, isAlone: false, wantsKeys: false };
  const steps = stepsOf(deps, agent, own, onBack);
  return {
    isRunning: () => own.state === "running",
    stop({ isStoppedItself }) {
      if (own.state !== "running" && own.state !== "behind") return;
      own.isStoppedItself = isStoppedItself;
      steps.take("leave");
    },
    continued() {
      steps.callOff();
      // A turn later: a signal that ends us comes with the one that continues us, and is to be heard first.
      if (steps.now().isBehind) setImmediate(() => steps.take(whenContinued(steps.now())));
      else steps.take(whenContinued(steps.now()));
    },
    end() {
      own.state = "ended";
      steps.callOff();
    },
  };
}

type Own = Pick<JobNow, "state" | "isStoppedItself" | "isAlone" | "wantsKeys">;
type Steps = { now(): JobNow; take(step: JobStep): void; callOff(): void };

function stepsOf(deps: SuspendDeps, agent: Agent, own: Own, onBack: () => void): Steps {
  const { signals, proc, terminal } = deps;
  const hand = handOver(deps, agent);
  const due = onlyOne();
  const now = (): JobNow => ({ ...own, ...seen(deps, agent) });
  const take = (step: JobStep) => {
    if (step === "nothing") return;
    due.callOff();
    acts[step]();
  };
  const ifDiscarded = () => {
    own.isAlone = true;
    take(whenDiscarded(now()));
  };
  const stop = () => {
    own.state = "stopped";
    terminal.cooked();
    signals.stopJob();
    due.after(STOP_WAIT_MS, ifDiscarded);
  };
  const acts: Readonly<Record<Exclude<JobStep, "nothing">, () => void>> = {
    leave() {
      own.state = "leaving";
      void hand.give().then(({ wantsKeys }) => {
        own.wantsKeys = wantsKeys;
        if (own.state === "leaving") stop();
      });
    },
    stop,
    freeze: () => void proc.kill(proc.self().pid, "SIGSTOP"),
    take() {
      own.state = "running";
      hand.take();
      onBack();
    },
    "let-run"() {
      own.state = "behind";
      hand.letRun();
      due.each(BEHIND_LOOK_MS, () => take(whileBehind(now())));
    },
    renew: hand.renew,
  };
  return { now, take, callOff: due.callOff };
}

const seen = ({ signals, isEnding }: SuspendDeps, { modes }: Agent) => ({
  isBehind: signals.job() === "background",
  isEnding: isEnding(),
  isOnAltScreen: modes.isOnAltScreen(),
});

/** What is to happen later, the one thing. */
function onlyOne() {
  let timer: NodeJS.Timeout | undefined;
  return {
    /** A turn later than the timer: after a real stop the news of being continued comes first, and calls it off. */
    after(ms: number, act: () => void) {
      const own = setTimeout(() => setImmediate(() => own === timer && act()), ms);
      timer = own;
    },
    each(ms: number, act: () => void) {
      timer = setInterval(act, ms);
    },
    callOff() {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
