// The user's terminal, over the streams it is given: raw mode, size, bytes both ways, and back to how it was.
import type { ReadStream, WriteStream } from "node:tty";
import type { Signals } from "../host/signals.ts";
import type { Size } from "../model/launch.ts";
import { needsExactOutput, terminalModes } from "./raw-mode.ts";

/** Read when needed, not before: making `stdin` takes a while, and the agent's start comes first. */
export type TerminalStreams = { readonly stdin: ReadStream & { readonly fd: number }; readonly stdout: WriteStream };

export type Terminal = {
  /** For programs that ask or set something about it. */
  fd(): number;
  size(): Size;
  /** Keys as bytes, output as it is. Does nothing on a terminal that is gone, and nothing in the background. */
  raw(): void;
  /** As the user had it. One that is gone is left alone, since Node aborts on it; in the background too: it is another job's. */
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

/** A terminal that takes nothing for so long at the end is not waited for any longer. */
const STUCK_MS = 10_000;
const STUCK_CHECK_MS = 250;
const DEFAULT_SIZE: Size = { cols: 80, rows: 24 };

/** By default Node blocks on writes to a terminal, keys included. The stream's own file description is changed, not the shell's. */
function makeNonBlocking(stdout: WriteStream): void {
  const handle: unknown = "_handle" in stdout ? stdout._handle : undefined;
  if (typeof handle !== "object" || handle === null || !("setBlocking" in handle)) return;
  if (typeof handle.setBlocking === "function") handle.setBlocking(false);
}

/** Some terminals have none, at the start or later. */
const sizeOf = ({ columns, rows }: WriteStream): Size => ({ cols: columns || DEFAULT_SIZE.cols, rows: rows || DEFAULT_SIZE.rows });

const nothing = (): void => {};

/** What is told, to one handler each. `lose` tells once that the terminal is gone, and that nobody has to wait for it. */
function news() {
  const on = { gone: nothing, drained: nothing, resized: (_size: Size) => {}, input: (_bytes: Buffer) => {} };
  let isGone = false;
  const lose = () => {
    if (isGone) return;
    isGone = true;
    on.gone();
    on.drained();
  };
  return { on, lose, isGone: () => isGone };
}

/** Keys, from the first handler on. */
function keyReader({ streams, on, lose }: { streams: TerminalStreams } & Pick<ReturnType<typeof news>, "on" | "lose">) {
  let isReading = false;
  const onData = (bytes: Buffer) => on.input(bytes);
  return {
    onInput(handler: (bytes: Buffer) => void) {
      on.input = handler;
      if (!isReading) streams.stdin.on("error", lose).on("end", lose).on("data", onData);
      isReading = true;
      // An earlier run, or a question between two, left it paused.
      streams.stdin.resume();
    },
    pauseInput: () => void streams.stdin.pause(),
    resumeInput: () => void streams.stdin.resume(),
    stop() {
      if (isReading) streams.stdin.off("data", onData).pause();
      isReading = false;
    },
  };
}

export function openTerminal(streams: TerminalStreams, { job }: Pick<Signals, "job">): Terminal {
  const { stdout } = streams;
  const { on, lose, isGone } = news();
  const { makeExact, ...inOut } = terminalModes(streams, () => !isGone() && job() !== "background");
  const { stop, ...keys } = keyReader({ streams, on, lose });
  const onResize = () => on.resized(sizeOf(stdout));
  const onDrain = () => on.drained();
  makeNonBlocking(stdout);
  stdout.on("error", lose).on("close", lose).on("resize", onResize).on("drain", onDrain);

  return {
    ...keys,
    fd: () => streams.stdin.fd,
    size: () => sizeOf(stdout),
    ...inOut,
    onResize(handler) {
      on.resized = handler;
    },
    onGone(handler) {
      on.gone = handler;
    },
    onDrained(handler) {
      on.drained = handler;
    },
    write(chunks) {
      if (isGone()) return;
      if (chunks.some(needsExactOutput)) makeExact();
      stdout.cork();
      for (const chunk of chunks) stdout.write(chunk);
      stdout.uncork();
    },
    unsentBytes: () => (isGone() ? 0 : stdout.writableLength),
    written: () => (isGone() ? Promise.resolve() : written(stdout)),
    close() {
      inOut.cooked();
      stdout.off("resize", onResize).off("drain", onDrain);
      stop();
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
