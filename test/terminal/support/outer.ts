// The user's terminal, as a test holds it: bytes in and out exactly as they are, any size, closed like a window.
// On node-pty's native part alone: its JavaScript half loses the end of the output, refuses sizes without an area and answers late.
import { closeSync, constants, existsSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { ReadStream } from "node:tty";
import { onTestFinished } from "vitest";
import { writeQueue } from "../../../src/run/write-queue.ts";

/** `signal` 0: ended by itself. */
export type Ended = { code: number; signal: number };

export type Outer = {
  readonly pid: number;
  /** Path of the program's side. */
  readonly tty: string;
  /** All that reached the terminal, as it came. */
  output(): Buffer;
  text(): string;
  /** Forgets what came so far. */
  clear(): void;
  /** Called with each piece as it comes; one handler. */
  onOutput(handler: (bytes: Buffer) => void): void;
  type(bytes: string | Uint8Array): void;
  /** 0 × 0 too. */
  resize(cols: number, rows: number): void;
  /** Stops and goes on reading, as a terminal that is slow. */
  pause(): void;
  resume(): void;
  /** Resolves once `isTrue`, asked again after each piece of output. Rejects with what is there at the end of the program or of the time. */
  until(what: string, isTrue: (text: string) => boolean, timeoutMs?: number): Promise<void>;
  sees(text: string, timeoutMs?: number): Promise<void>;
  /** Closes the terminal, as closing its window does. */
  close(): void;
  kill(signal: NodeJS.Signals): void;
  isOver(): boolean;
  /** How the program ended, after its last byte. */
  readonly ended: Promise<Ended>;
};

export type OuterStart = {
  argv: readonly string[];
  env: Readonly<Record<string, string>>;
  cwd: string;
  size?: { cols: number; rows: number };
};

type Native = {
  fork(...args: [...unknown[], onExit: (code: number, signal: number) => void]): { fd: number; pid: number; pty: string };
  resize(fd: number, cols: number, rows: number, pixelWidth: number, pixelHeight: number): void;
};

/** Machines that run tests are slow now and then. */
const WAIT_MS = 30_000;
const LAST_SHOWN = 2000;
const SAME_USER = -1;

function loadNative(): { native: Native; helper: string } {
  const load = createRequire(import.meta.url);
  const root = dirname(load.resolve("node-pty/package.json"));
  const folder = ["build/Release", `prebuilds/${process.platform}-${process.arch}`]
    .map((one) => join(root, one))
    .find((one) => existsSync(join(one, "pty.node")));
  return { native: load(join(folder ?? root, "pty.node")) as Native, helper: join(folder ?? root, "spawn-helper") };
}

function readRest(fd: number, onData: (bytes: Buffer) => void): void {
  const room = Buffer.allocUnsafe(64 * 1024);
  try {
    for (let size = readSync(fd, room); size > 0; size = readSync(fd, room)) onData(Buffer.from(room.subarray(0, size)));
  } catch {
    // EAGAIN or EIO: that was all.
  }
}

/** What came so far, and who waits for more. */
function collector() {
  let chunks: Buffer[] = [];
  let waiting: (() => void)[] = [];
  let watcher: (bytes: Buffer) => void = () => {};
  const whole = (): Buffer => {
    if (chunks.length !== 1) chunks = [Buffer.concat(chunks)];
    return chunks[0] ?? Buffer.alloc(0);
  };
  const wake = () => {
    const due = waiting;
    waiting = [];
    for (const check of due) check();
  };
  return {
    take(bytes: Buffer) {
      chunks.push(bytes);
      watcher(bytes);
      if (waiting.length > 0) wake();
    },
    wake,
    whole,
    clear() {
      chunks = [];
    },
    watch(handler: (bytes: Buffer) => void) {
      watcher = handler;
    },
    wait: (check: () => void) => void waiting.push(check),
  };
}

type Collector = ReturnType<typeof collector>;

function waitFor(seen: Collector, isOver: () => boolean, what: string, isTrue: (text: string) => boolean, timeoutMs: number) {
  return new Promise<void>((resolve, reject) => {
    const text = () => seen.whole().toString("utf8");
    const fail = (why: string) => reject(new Error(`${why}: ${what}; last seen: ${JSON.stringify(text().slice(-LAST_SHOWN))}`));
    const timer = setTimeout(() => fail(`not within ${timeoutMs / 1000} s`), timeoutMs);
    const check = () => {
      if (isTrue(text())) {
        clearTimeout(timer);
        resolve();
      } else if (isOver()) {
        clearTimeout(timer);
        fail("the program ended before");
      } else seen.wait(check);
    };
    check();
  });
}

function forked(start: OuterStart, onExit: (code: number, signal: number) => void) {
  const { native, helper } = loadNative();
  const [file = "", ...args] = start.argv;
  const { cols, rows } = start.size ?? { cols: 80, rows: 24 };
  const env = Object.entries(start.env).map(([name, value]) => `${name}=${value}`);
  const child = native.fork(file, args, env, start.cwd, cols, rows, SAME_USER, SAME_USER, true, helper, onExit);
  return { native, child };
}

function killQuietly(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It has just ended.
  }
}

/** Any program on a new terminal of 80 × 24, which is killed at the test's end if it still runs. Call it inside a test. */
export function openOuter(start: OuterStart): Outer {
  const seen = collector();
  let isOver = false;
  let settle: (ended: Ended) => void = () => {};
  const ended = new Promise<Ended>((resolve) => {
    settle = resolve;
  });
  const { native, child } = forked(start, (code, signal) => over(code, signal));
  // As long as somebody holds this end, the end of the output stays readable; let go for a hang-up to be one.
  let held: number | undefined = openSync(child.pty, constants.O_RDWR | constants.O_NOCTTY);
  const reader = new ReadStream(child.fd);
  const input = writeQueue(child.fd);
  let isClosed = false;
  const letGo = () => {
    if (held !== undefined) closeSync(held);
    held = undefined;
    input.stop();
    reader.destroy();
    isClosed = true;
  };
  reader.on("data", (bytes: Buffer) => seen.take(bytes));
  reader.on("error", () => {});
  function over(code: number, signal: number): void {
    isOver = true;
    if (!isClosed) {
      reader.pause();
      while (reader.read() !== null);
      readRest(child.fd, (bytes) => seen.take(bytes));
      letGo();
    }
    settle({ code: signal > 0 ? 128 + signal : code, signal });
    seen.wake();
  }
  const kill = (signal: NodeJS.Signals) => {
    if (!isOver) killQuietly(child.pid, signal);
  };
  onTestFinished(() => kill("SIGKILL"));
  const until: Outer["until"] = (what, isTrue, timeoutMs = WAIT_MS) => waitFor(seen, () => isOver, what, isTrue, timeoutMs);
  return {
    pid: child.pid,
    tty: child.pty,
    output: seen.whole,
    text: () => seen.whole().toString("utf8"),
    clear: seen.clear,
    onOutput: seen.watch,
    type: (bytes) => input.push(typeof bytes === "string" ? Buffer.from(bytes) : bytes),
    resize: (cols, rows) => void (isClosed || native.resize(child.fd, cols, rows, 0, 0)),
    pause: () => void reader.pause(),
    resume: () => void reader.resume(),
    until,
    sees: (text, timeoutMs) => until(`the terminal shows ${JSON.stringify(text)}`, (all) => all.includes(text), timeoutMs),
    close: letGo,
    kill,
    isOver: () => isOver,
    ended,
  };
}
