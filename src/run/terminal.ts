// The user's terminal, over the streams it is given: raw mode, size, bytes both ways, and back to how it was.
import { createRequire } from "node:module";
import { isatty, type ReadStream, type WriteStream } from "node:tty";
import type { Size } from "../model/launch.ts";

/** Read when needed, not before: making `stdin` takes a while, and the agent's start comes first. */
export type TerminalStreams = { readonly stdin: ReadStream & { readonly fd: number }; readonly stdout: WriteStream };

export type Terminal = {
  /** For programs that ask or set something about it. */
  fd(): number;
  size(): Size;
  /** Keys as bytes, output as it is. Never throws; does nothing on a terminal that is gone. */
  raw(): void;
  /** As the user had it. Never throws; a terminal that is gone is left alone, since Node aborts on it. */
  cooked(): void;
  /** One handler each. */
  onInput(handler: (bytes: Buffer) => void): void;
  onResize(handler: (size: Size) => void): void;
  /** The terminal is closed: nothing can be read from it or written to it any more. */
  onGone(handler: () => void): void;
  onDrained(handler: () => void): void;
  pauseInput(): void;
  resumeInput(): void;
  write(chunks: readonly Uint8Array[]): void;
  unsentBytes(): number;
  /** Resolves when all that was written is out, or the terminal is gone, or has taken nothing for STUCK_MS. */
  written(): Promise<void>;
  /** Cooked, listeners off, input paused: the process can end. */
  close(): void;
};

/** Output is made exact when the first byte comes that needs it, or after this time: `stty` costs a few ms that the first byte should not wait for. */
const EXACT_AFTER_MS = 30;
const STTY_WAIT_MS = 1000;
/** A terminal that takes nothing for so long at the end is not waited for any longer. */
const STUCK_MS = 10_000;
const STUCK_CHECK_MS = 250;
const DEFAULT_SIZE: Size = { cols: 80, rows: 24 };

const load = createRequire(import.meta.url);
const [TAB, LF, CR] = [0x09, 0x0a, 0x0d];

/** Bytes that a terminal driver in its usual mode would change. */
const needsExactOutput = (bytes: Uint8Array): boolean => bytes.includes(LF) || bytes.includes(CR) || bytes.includes(TAB);

/** Node's raw mode leaves output processing on (LF becomes CR LF), and has no other (nodejs/node#64140). `setRawMode(false)` undoes this too. */
function switchOutputProcessingOff(fd: number): void {
  const { spawnSync }: typeof import("node:child_process") = load("node:child_process");
  spawnSync("stty", ["-opost"], { stdio: [fd, "ignore", "ignore"], timeout: STTY_WAIT_MS });
}

/** By default Node blocks on writes to a terminal, keys included. The stream's own file description is changed, not the shell's. */
function makeNonBlocking(stdout: WriteStream): void {
  const handle: unknown = "_handle" in stdout ? stdout._handle : undefined;
  if (typeof handle !== "object" || handle === null || !("setBlocking" in handle)) return;
  if (typeof handle.setBlocking === "function") handle.setBlocking(false);
}

type Modes = { raw(): void; cooked(): void; makeExact(): void; isExact(): boolean };

/** Raw mode in two steps: keys at once, exact output when it matters. */
function terminalModes(streams: TerminalStreams, isGone: () => boolean): Modes {
  let state: "cooked" | "raw" | "exact" = "cooked";
  let timer: NodeJS.Timeout | undefined;
  const makeExact = () => {
    clearTimeout(timer);
    if (state !== "raw" || isGone()) return;
    state = "exact";
    switchOutputProcessingOff(streams.stdin.fd);
  };
  return {
    raw() {
      if (isGone() || state !== "cooked") return;
      state = "raw";
      streams.stdin.setRawMode(true);
      timer = setTimeout(makeExact, EXACT_AFTER_MS);
    },
    cooked() {
      clearTimeout(timer);
      if (isGone() || state === "cooked") return;
      state = "cooked";
      // Asked of the system, since nobody may have told us yet that it is gone.
      if (isatty(streams.stdin.fd)) streams.stdin.setRawMode(false);
    },
    makeExact,
    isExact: () => state === "exact",
  };
}

const nothing = (): void => {};

export function openTerminal(streams: TerminalStreams): Terminal {
  const { stdout } = streams;
  let isGone = false;
  let isReading = false;
  const on = { gone: nothing, drained: nothing, resized: (_size: Size) => {}, input: (_bytes: Buffer) => {} };
  const modes = terminalModes(streams, () => isGone);
  const lose = () => {
    if (isGone) return;
    isGone = true;
    on.gone();
    // Nobody is left to wait for.
    on.drained();
  };
  const size = (): Size => ({ cols: stdout.columns || DEFAULT_SIZE.cols, rows: stdout.rows || DEFAULT_SIZE.rows });
  const onResize = () => on.resized(size());
  const onDrain = () => on.drained();
  const onData = (bytes: Buffer) => on.input(bytes);
  makeNonBlocking(stdout);
  stdout.on("error", lose).on("close", lose).on("resize", onResize).on("drain", onDrain);

  return {
    fd: () => streams.stdin.fd,
    size,
    raw: modes.raw,
    cooked: modes.cooked,
    onInput(handler) {
      on.input = handler;
      if (!isReading) streams.stdin.on("error", lose).on("end", lose).on("data", onData);
      isReading = true;
      // An earlier run, or a question between two, left it paused.
      streams.stdin.resume();
    },
    onResize: (handler) => {
      on.resized = handler;
    },
    onGone: (handler) => {
      on.gone = handler;
    },
    onDrained: (handler) => {
      on.drained = handler;
    },
    pauseInput: () => void streams.stdin.pause(),
    resumeInput: () => void streams.stdin.resume(),
    write(chunks) {
      if (isGone) return;
      if (!modes.isExact() && chunks.some(needsExactOutput)) modes.makeExact();
      stdout.cork();
      for (const chunk of chunks) stdout.write(chunk);
      stdout.uncork();
    },
    unsentBytes: () => (isGone ? 0 : stdout.writableLength),
    written: () => (isGone ? Promise.resolve() : written(stdout)),
    close() {
      modes.cooked();
      stdout.off("resize", onResize).off("drain", onDrain);
      if (isReading) streams.stdin.off("data", onData).pause();
      isReading = false;
    },
  };
}

function written(stdout: WriteStream): Promise<void> {
  if (stdout.writableLength === 0) return Promise.resolve();
  return new Promise((resolve) => {
    let left = stdout.writableLength;
    let stuckMs = 0;
    const check = setInterval(() => {
      stuckMs = stdout.writableLength < left ? 0 : stuckMs + STUCK_CHECK_MS;
      left = stdout.writableLength;
      if (stuckMs >= STUCK_MS) done();
    }, STUCK_CHECK_MS);
    const done = () => {
      clearInterval(check);
      stdout.off("close", done);
      resolve();
    };
    stdout.once("close", done);
    stdout.write("", done);
  });
}
