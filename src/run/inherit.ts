// A child on our own standard streams: what `mem run agent | jq` needs to be the same as `agent | jq`. We see none of its bytes.
import type { ChildProcess } from "node:child_process";
import { constants } from "node:os";
import { MemError } from "../model/error.ts";
import type { Launch } from "../model/launch.ts";
import type { Exit } from "../model/session.ts";
import { type EndingDeps, followSignals } from "./endings.ts";

/** Starts the child and waits for its end. `onStart` is called once it runs. Throws `MemError("cannot-start")`. */
export async function superviseInherited(
  deps: EndingDeps,
  launch: Launch,
  onStart: (pid: number) => void,
): Promise<{ exit: Exit; isHungUp: boolean }> {
  const { spawn } = await import("node:child_process");
  const [file = "", ...args] = launch.argv;
  // From before the start, so that no signal ends us in between and leaves the child alone; it is passed on as soon as its number is known.
  const stopHolding = deps.signals.listen(() => {});
  const child = spawn(file, args, { stdio: "inherit", env: { ...launch.env }, cwd: launch.cwd });
  const pid = child.pid;
  if (pid === undefined) {
    stopHolding();
    throw await whyNot(child, file);
  }
  // The child is in our own process group: a Ctrl-C reaches both of us, and only one made by `kill` has to be passed on.
  const ending = followSignals(deps, { pid, isGroup: false, passKeySignal: () => deps.signals.job() !== "foreground" }, () => {});
  stopHolding();
  const started = once(() => onStart(pid));
  setImmediate(started);
  try {
    const exit = await new Promise<Exit>((resolve) => child.once("exit", (code, signal) => resolve(toExit(code, signal))));
    const ended = ending.childEnded(exit);
    // Node hears ends of children before it does what was put off: one that ended at once would have ended before it had started.
    started();
    return { exit: ended, isHungUp: ending.isHungUp() };
  } finally {
    ending.release();
  }
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

const whyNot = (child: ChildProcess, file: string): Promise<MemError> =>
  new Promise((resolve) =>
    child.once("error", (cause) =>
      resolve(
        new MemError("cannot-start", `${file} could not be started: ${cause.message}.`, { hint: "Does it run without `mem`?", cause }),
      ),
    ),
  );

function toExit(code: number | null, signal: NodeJS.Signals | null): Exit {
  if (signal === null) return { code: code ?? 1 };
  const number = constants.signals[signal];
  return { code: 128 + number, signal: number };
}
