// The agent's output on its way to the terminal: unchanged, soon, and never faster than the terminal takes it.
import type { Pty } from "./pty.ts";
import type { Terminal } from "./terminal.ts";

/** A key's echo is smaller, and goes out at once; anything else waits for what the same loop turn brings, and goes out in one call. */
const SMALL_BYTES = 512;
/** More than this unsent, and the child has to wait as it would on any slow terminal. */
const MAX_UNSENT_BYTES = 256 * 1024;

export type Pump = {
  /** Writes what is still here. */
  flush(): void;
  /** Nothing of the agent's goes to the terminal from here on, until `release`. */
  hold(): void;
  release(): void;
};

/** `seen` gets each piece after it was handed to the terminal. */
export function pumpOutput(pty: Pty, terminal: Terminal, seen: (bytes: Buffer) => void): Pump {
  const inflow = valve(pty);
  let held: Buffer[] = [];
  let isDue = false;

  const flush = () => {
    isDue = false;
    if (held.length === 0) return;
    const chunks = held;
    held = [];
    terminal.write(chunks);
    for (const chunk of chunks) seen(chunk);
    if (terminal.unsentBytes() > MAX_UNSENT_BYTES) inflow.pause();
  };
  terminal.onDrained(inflow.resume);
  pty.onData((bytes) => {
    held.push(bytes);
    if (isDue) return;
    if (bytes.length < SMALL_BYTES) return flush();
    isDue = true;
    setImmediate(flush);
  });
  return {
    flush,
    hold() {
      flush();
      inflow.hold();
    },
    release: inflow.release,
  };
}

/** Shut for two reasons, each on its own: the terminal has enough (`pause`, `resume`), or is not ours (`hold`, `release`). */
function valve(pty: Pty) {
  let isPaused = false;
  let isHeld = false;
  return {
    pause(): void {
      if (isPaused) return;
      isPaused = true;
      pty.pause();
    },
    resume(): void {
      if (!isPaused) return;
      isPaused = false;
      if (!isHeld) pty.resume();
    },
    hold(): void {
      isHeld = true;
      pty.pause();
    },
    release(): void {
      isHeld = false;
      if (!isPaused) pty.resume();
    },
  };
}
