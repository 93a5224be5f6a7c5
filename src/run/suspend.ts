// Ctrl-Z and back: we stop as a job of the user's shell, and the agent with us. The agent's own process group has no shell above it, so
// the system would discard its Ctrl-Z (an orphaned process group); only we can stop for it.
import { readFileSync } from "node:fs";
import { platform } from "node:os";
import type { Proc } from "../host/host.ts";
import type { Signals } from "../host/signals.ts";
import type { Size } from "../model/launch.ts";
import { isStopped } from "./job-control.ts";
import type { ModeTracker } from "./modes.ts";
import type { Pty } from "./pty.ts";
import type { Pump } from "./pump.ts";
import type { Terminal } from "./terminal.ts";

/** How often an agent is looked at that may have stopped itself, and for how long after its last output or key. */
const LOOK_MS = 250;
const LOOK_FOR_MS = 5000;
/** A stop that has not happened by then was discarded: no shell is there to continue us. */
const STOP_WAIT_MS = 100;
/** Between the two sizes of a redraw: an agent that reads its size late must see both. */
const REDRAW_MS = 40;

type SuspendDeps = { signals: Signals; proc: Proc; terminal: Terminal };
export type Agent = { pty: Pty; pump: Pump; modes: ModeTracker };

type Suspender = {
  /** The user pressed Ctrl-Z, and that key is ours. */
  suspend(): void;
  /** We were continued, by `fg` or from outside. */
  continued(): void;
  /** The agent printed something, or got a key. */
  noteActivity(): void;
  /** At the agent's end. */
  release(): void;
};

const readStat = (pid: number): string => {
  try {
    return readFileSync(`/proc/${pid}/stat`, "latin1");
  } catch {
    return "";
  }
};

/** Agents draw again only for another size, so they get one, and their own a moment later. */
function redraw(pty: Pty, size: () => Size): void {
  const { cols, rows } = size();
  pty.resize({ cols, rows: rows > 1 ? rows - 1 : rows + 1 });
  // Asked again: it may be a new one by then.
  setTimeout(() => pty.resize(size()), REDRAW_MS);
}

export function suspender(deps: SuspendDeps, { pty, pump, modes }: Agent): Suspender {
  const { signals, proc, terminal } = deps;
  let state: "running" | "leaving" | "stopped" | "ended" = "running";
  let stoppedItself = false;

  const comeBack = () => {
    if (state !== "stopped") return;
    state = "running";
    terminal.raw();
    const modesAgain = modes.redo();
    if (modesAgain !== "") terminal.write([Buffer.from(modesAgain, "latin1")]);
    pump.release();
    proc.kill(-pty.pid, "SIGCONT");
    // Our terminal may have got another size meanwhile, of which only the foreground is told.
    proc.kill(proc.self().pid, "SIGWINCH");
    redraw(pty, terminal.size);
    look.noteActivity();
  };
  const afterStop = () => {
    if (state !== "stopped") return;
    // As without us: what stops itself where no shell waits stays stopped until somebody continues it.
    if (stoppedItself) proc.kill(proc.self().pid, "SIGSTOP");
    else comeBack();
  };
  const leave = async (byItself: boolean): Promise<void> => {
    if (state !== "running") return;
    state = "leaving";
    stoppedItself = byItself;
    proc.kill(-pty.pid, "SIGSTOP");
    pump.hold();
    const undo = modes.undo({ looks: true });
    if (undo !== "") terminal.write([Buffer.from(undo, "latin1")]);
    await terminal.written();
    if (state !== "leaving") return;
    terminal.cooked();
    state = "stopped";
    signals.stopJob();
    // A turn later than the timer: after a real stop the news of being continued comes first.
    setTimeout(() => setImmediate(afterStop), STOP_WAIT_MS);
  };
  const look = lookAt(pty.pid, () => void leave(true));
  return {
    suspend: () => void leave(false),
    continued() {
      if (state === "stopped") return comeBack();
      if (state !== "running") return;
      // Somebody else stopped and continued us; the shell between may have changed the terminal.
      terminal.cooked();
      terminal.raw();
      redraw(pty, terminal.size);
    },
    noteActivity: look.noteActivity,
    release() {
      state = "ended";
      look.stop();
    },
  };
}

/** Watches for a child that stops itself, where the system tells it (Linux), and only while something has just happened. */
function lookAt(pid: number, onStopped: () => void): { noteActivity(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let looksLeft = 0;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const tick = () => {
    if (looksLeft-- <= 0) return stop();
    if (isStopped(readStat(pid))) onStopped();
  };
  return {
    noteActivity() {
      looksLeft = LOOK_FOR_MS / LOOK_MS;
      if (timer === undefined && platform() === "linux") timer = setInterval(tick, LOOK_MS).unref();
    },
    stop,
  };
}
