// Launch → Exit: the agent runs between its terminal and the user's, and neither should notice that we are there.

import type { Log, Proc } from "../host/host.ts";
import type { Signals } from "../host/signals.ts";
import type { Launch } from "../model/launch.ts";
import type { Exit } from "../model/session.ts";
import { followSignals, outliveFaults } from "./endings.ts";
import type { Feed } from "./feed.ts";
import { superviseInherited } from "./inherit.ts";
import { ctrlZFilter } from "./job-control.ts";
import { type ModeTracker, modeTracker } from "./mode-tracker.ts";
import type { OpenPty, Pty } from "./pty.ts";
import { pumpOutput } from "./pump.ts";
import { copySpecialKeysSoon } from "./special-keys.ts";
import { type Suspender, suspender } from "./suspend.ts";
import type { Terminal } from "./terminal.ts";

type SuperviseDeps = {
  signals: Signals;
  proc: Proc;
  log: Log;
  /** Only for mode "pty". */
  terminal?: Terminal;
  openPty?: OpenPty;
  /** Between SIGTERM and SIGKILL; for tests. */
  graceMs?: number;
};

export type OnStart = (pid: number) => void;

/** `isHungUp`: the terminal went away; the caller ends by SIGHUP (`signals.raise`), since a normal exit would touch the terminal. */
export type Ended = Exit & { isHungUp: boolean };

/** The agent's first output comes before anything else we have to start, but not for longer than this. */
const START_AFTER_MS = 100;
/** Input that the agent has not taken; beyond it the user's terminal keeps the rest. */
const MAX_INPUT_BYTES = 64 * 1024;

/**
 * `onStart` is called once the agent runs and had its first moment on the terminal; then the feed is started, and closed at the end.
 * Throws `MemError("pty-unavailable")` before anything was started or changed: then the same launch in mode "inherit" still works.
 * The terminal is back as it was on every path, but one that is gone is left alone.
 */
export async function supervise(deps: SuperviseDeps, launch: Launch, feed: Feed, onStart: OnStart = () => {}): Promise<Ended> {
  const { terminal, openPty } = deps;
  if (launch.mode === "pty" && terminal !== undefined && openPty !== undefined) {
    const pty = openPty(launch, terminal.size());
    return onPty({ ...deps, terminal }, pty, { ctrlZ: launch.ctrlZ, feed, onStart });
  }
  const { exit, isHungUp } = await superviseInherited(deps, launch, (pid) => {
    onStart(pid);
    feed.start([]);
  });
  await feed.close(exit);
  return { ...exit, isHungUp };
}

type OnPty = { ctrlZ: Launch["ctrlZ"]; feed: Feed; onStart: OnStart };

async function onPty(deps: SuperviseDeps & { terminal: Terminal }, pty: Pty, { ctrlZ, feed, onStart }: OnPty): Promise<Ended> {
  const { terminal } = deps;
  const modes = modeTracker();
  const start = startLater(() => {
    onStart(pty.pid);
    // A process that had it too would keep the agent from being hung up when we are killed.
    feed.start([pty.masterFd]);
  });
  const pump = pumpOutput(pty, terminal, (bytes) => {
    modes.see(bytes);
    feed.offer(bytes);
    stops.noteActivity();
    start.soon();
  });
  const stops = suspender({ ...deps, isEnding: () => ending.isEnding() }, { pty, pump, modes, ctrlZ });
  const ending = followSignals(deps, { pid: pty.pid, isGroup: true, passKeySignal: () => true }, stops.continued);
  const endOutliving = outliveFaults(deps, pty.pid);
  const exited = new Promise<Exit>((resolve) => pty.onExit(resolve));
  try {
    // Not before the signals are followed: one that ended us now would leave the terminal raw.
    terminal.raw();
    connectInput(terminal, { pty, ctrlZ, stops });
    connectSize(terminal, pty, feed);
    terminal.onGone(ending.hangUp);
    const forgetKeys = pty.slaveFd === undefined ? undefined : copySpecialKeysSoon(terminal.fd(), pty.slaveFd);
    const exit = ending.childEnded(await exited);
    forgetKeys?.();
    stops.release();
    pump.flush();
    start.now();
    await leaveTerminal(terminal, modes, exit);
    await feed.close(exit);
    return { ...exit, isHungUp: ending.isHungUp() };
  } finally {
    terminal.close();
    ending.release();
    endOutliving();
  }
}

function connectSize(terminal: Terminal, pty: Pty, feed: Feed): void {
  feed.resize(terminal.size());
  terminal.onResize((size) => {
    pty.resize(size);
    feed.resize(size);
  });
}

function connectInput(terminal: Terminal, { pty, ctrlZ, stops }: { pty: Pty; ctrlZ: Launch["ctrlZ"]; stops: Suspender }): void {
  const filter = ctrlZ === "agent" ? undefined : ctrlZFilter();
  let isPaused = false;
  terminal.onInput((bytes) => {
    const input = filter?.(bytes) ?? { forward: bytes, pressed: undefined };
    pty.write(ctrlZ === "ours" ? input.forward : bytes);
    stops.noteActivity();
    if (input.pressed) stops.ctrlZ(input.pressed);
    if (isPaused || pty.unsentBytes() <= MAX_INPUT_BYTES) return;
    isPaused = true;
    terminal.pauseInput();
  });
  pty.onTaken(() => {
    if (!isPaused) return;
    isPaused = false;
    terminal.resumeInput();
  });
}

/** What the agent left on is undone, whatever way it ended; what it left looking different only where it did not end well. */
async function leaveTerminal(terminal: Terminal, modes: ModeTracker, exit: Exit): Promise<void> {
  const undo = modes.undo({ looks: exit.code !== 0 });
  if (undo !== "") terminal.write([Buffer.from(undo, "latin1")]);
  await terminal.written();
  terminal.close();
}

function startLater(start: () => void): { soon(): void; now(): void } {
  let isStarted = false;
  const now = () => {
    if (isStarted) return;
    isStarted = true;
    clearTimeout(timer);
    start();
  };
  const timer = setTimeout(now, START_AFTER_MS);
  return { soon: () => void (isStarted || setImmediate(now)), now };
}
