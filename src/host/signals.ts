// The signals that reach this process, behind a type: the supervisor follows them, and cli/main.ts decides nothing about them.
import { type Job, jobNow } from "./job.ts";

/** What usually ends a process and can be caught. SIGPIPE is not among them: Node ignores it, and a pipe of ours may be the cause of one. */
const END_SIGNALS = ["SIGTERM", "SIGHUP", "SIGINT", "SIGQUIT", "SIGUSR1", "SIGUSR2", "SIGALRM"] as const;

export type EndSignal = (typeof END_SIGNALS)[number];

export type Signals = {
  /** Until the returned function is called, none of these ends this process, and `handler` is told of each. */
  listen(handler: (signal: EndSignal | "SIGCONT") => void): () => void;
  /** Until the returned function is called, a fault that nobody caught does not end this process, and `handler` is told of it. */
  outliveFaults(handler: (cause: unknown) => void): () => void;
  /** What our job is at this moment. */
  job(): Job;
  /** Stops our whole job as Ctrl-Z would. Where no shell could continue us, the system discards it and nothing happens. */
  stopJob(): void;
  /** Ends this process by that signal, without any work at exit: Node aborts if it finds its terminal gone. */
  raise(signal: EndSignal): void;
};

/** A listener for SIGUSR1 also keeps Node from opening its debugger's port for whoever sends it. */
const HEARD = [...END_SIGNALS, "SIGCONT"] as const;

export const nodeSignals = (): Signals => ({
  listen(handler) {
    const removers = HEARD.map((signal) => {
      const listener = () => handler(signal);
      process.on(signal, listener);
      return () => process.off(signal, listener);
    });
    return () => {
      for (const remove of removers) remove();
    };
  },
  outliveFaults(handler) {
    process.on("uncaughtException", handler);
    return () => process.off("uncaughtException", handler);
  },
  job: jobNow,
  stopJob: () => void process.kill(0, "SIGTSTP"),
  raise(signal) {
    process.removeAllListeners(signal);
    process.kill(process.pid, signal);
  },
});
