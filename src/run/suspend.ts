// Ctrl-Z and back: we stop as a job of the user's shell, and the agent with us. The agent's own process group has no shell above it, so
// the system would discard its Ctrl-Z (an orphaned process group); only we can stop for it.
import { readFileSync } from "node:fs";
import { platform } from "node:os";
import type { Proc } from "../host/host.ts";
import type { Signals } from "../host/signals.ts";
import type { Launch } from "../model/launch.ts";
import { isStopped } from "./job-control.ts";
import type { ModeTracker } from "./mode-tracker.ts";
import type { Pty } from "./pty.ts";
import type { Pump } from "./pump.ts";
import type { Terminal } from "./terminal.ts";

/** How often an agent is looked at that may have stopped itself, and for how long after its last output or key. */
const LOOK_MS = 250;
const LOOK_FOR_MS = 5000;
/** Nothing came from a stopped agent for so long: that was all. */
const QUIET_MS = 30;
/** A stop that has not happened by then was discarded: no shell is there to continue us. */
const STOP_WAIT_MS = 100;
/** Between the two sizes of a redraw: an agent that reads its size late must see both. */
const REDRAW_MS = 40;

/** An agent that was given the key and has undone its modes has left its screen, once it was quiet for so long. */
const LEFT_MS = 50;
/** One that does not, in a dialog or under load, is stopped all the same. */
const LEAVES_WITHIN_MS = 1000;
/** It may find the key only after it was continued, and then wait to be continued: so it is, once more. */
const CONTINUE_AGAIN_MS = 1000;

type SuspendDeps = { signals: Signals; proc: Proc; terminal: Terminal };
export type Agent = { pty: Pty; pump: Pump; modes: ModeTracker; ctrlZ: Launch["ctrlZ"] };

export type Suspender = {
  /** The user pressed Ctrl-Z, and that key is not the agent's alone. */
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

/** Our terminal may have got another size meanwhile, of which only the foreground is told. */
const askForSize = ({ proc }: SuspendDeps): void => proc.kill(proc.self().pid, "SIGWINCH");

/** Agents draw again only for another size, so they get one, and their own a moment later. */
function redraw(deps: SuspendDeps, pty: Pty): void {
  askForSize(deps);
  const { cols, rows } = deps.terminal.size();
  pty.resize({ cols, rows: rows > 1 ? rows - 1 : rows + 1 });
  // Asked again: it may be a new one by then.
  setTimeout(() => pty.resize(deps.terminal.size()), REDRAW_MS);
}

/** The terminal as the shell wants it, with the agent stopped; and as the agent had it, with the agent going on. */
function handOver(deps: SuspendDeps, { pty, pump, modes, ctrlZ }: Agent): { give(): Promise<void>; take(): void } {
  const { proc, terminal } = deps;
  const send = (sequences: string) => {
    if (sequences !== "") terminal.write([Buffer.from(sequences, "latin1")]);
  };
  const goOn = () => void proc.kill(-pty.pid, "SIGCONT");
  let hasLeft = false;
  return {
    give() {
      proc.kill(-pty.pid, "SIGSTOP");
      pump.hold();
      const undo = modes.undo({ looks: true });
      hasLeft = ctrlZ === "shared" && undo === "";
      send(undo);
      return terminal.written();
    },
    take() {
      terminal.raw();
      send(modes.redo());
      pump.release();
      goOn();
      // Who left by itself draws by itself, where the shell has come to; for a size it would clear all that is on the screen.
      if (hasLeft) return askForSize(deps);
      redraw(deps, pty);
      if (ctrlZ === "shared") setTimeout(goOn, CONTINUE_AGAIN_MS).unref();
    },
  };
}

export function suspender(deps: SuspendDeps, agent: Agent): Suspender {
  const { signals, proc, terminal } = deps;
  const hand = handOver(deps, agent);
  let state: "running" | "leaving" | "stopped" | "ended" = "running";

  const comeBack = () => {
    if (state !== "stopped") return;
    state = "running";
    hand.take();
    look.noteActivity();
  };
  const leave = async (byItself: boolean): Promise<void> => {
    if (state !== "running") return;
    state = "leaving";
    farewell.end();
    await hand.give();
    if (state !== "leaving") return;
    terminal.cooked();
    state = "stopped";
    signals.stopJob();
    // As without us: what stops itself where no shell waits stays stopped until somebody continues it.
    const afterStop = byItself ? () => state === "stopped" && proc.kill(proc.self().pid, "SIGSTOP") : comeBack;
    // A turn later than the timer: after a real stop the news of being continued comes first.
    setTimeout(() => setImmediate(afterStop), STOP_WAIT_MS);
  };
  const look = lookAt(agent.pty.pid, () => void leave(true));
  const farewell = waitForFarewell(
    () => agent.modes.undo({ looks: true }) === "",
    () => void leave(false),
  );
  return {
    suspend() {
      if (agent.ctrlZ !== "shared") void leave(false);
      else if (state === "running") farewell.begin();
    },
    continued() {
      if (state === "stopped") return comeBack();
      if (state !== "running") return;
      // Somebody else stopped and continued us; the shell between may have changed the terminal.
      terminal.cooked();
      terminal.raw();
      redraw(deps, agent.pty);
    },
    noteActivity() {
      look.noteActivity();
      farewell.noteActivity();
    },
    release() {
      state = "ended";
      farewell.end();
      look.stop();
    },
  };
}

/** Until an agent that was given Ctrl-Z has left its screen. */
function waitForFarewell(hasLeft: () => boolean, onLeft: () => void): { begin(): void; noteActivity(): void; end(): void } {
  let latest: NodeJS.Timeout | undefined;
  let quiet: NodeJS.Timeout | undefined;
  return {
    begin() {
      latest ??= setTimeout(onLeft, LEAVES_WITHIN_MS);
    },
    noteActivity() {
      if (latest === undefined) return;
      clearTimeout(quiet);
      if (hasLeft()) quiet = setTimeout(onLeft, LEFT_MS);
    },
    end() {
      clearTimeout(latest);
      clearTimeout(quiet);
      latest = undefined;
    },
  };
}

/** Watches for a child that stops itself, where the system tells it (Linux), and only while something has just happened. */
function lookAt(pid: number, onStopped: () => void): { noteActivity(): void; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  let settling: NodeJS.Timeout | undefined;
  let isQuiet = false;
  let looksLeft = 0;
  const stop = () => {
    clearInterval(timer);
    timer = undefined;
  };
  const isStill = () => isStopped(readStat(pid));
  // What it wrote before it stopped is shown before the shell: it may still be on its way.
  const settle = () => {
    settling = undefined;
    if (!isStill()) return;
    if (isQuiet) return onStopped();
    isQuiet = true;
    settling = setTimeout(() => setImmediate(settle), QUIET_MS);
  };
  const tick = () => {
    if (looksLeft-- <= 0) return stop();
    if (settling !== undefined || !isStill()) return;
    isQuiet = false;
    settle();
  };
  return {
    noteActivity() {
      isQuiet = false;
      looksLeft = LOOK_FOR_MS / LOOK_MS;
      if (timer === undefined && platform() === "linux") timer = setInterval(tick, LOOK_MS).unref();
    },
    stop,
  };
}
