// A child on a terminal of its own: the only file that knows the PTY library. Loaded at the moment of forking, not before.
// Of node-pty only the native part is used: its JavaScript half loses the end of the output (its issues #72, #85, #726; libuv #4992) and
// spins while a child does not read. Written for 1.2.0-beta.15, pinned exactly: `fork` is not a public interface.
import { closeSync, constants, existsSync, openSync, readFileSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { arch, platform } from "node:os";
import { dirname, join } from "node:path";
import { ReadStream } from "node:tty";
import { MemError } from "../model/error.ts";
import type { Launch, Size } from "../model/launch.ts";
import type { Exit } from "../model/session.ts";
import { writeQueue } from "./write-queue.ts";

export type Pty = {
  readonly pid: number;
  /** Our end of it. The library leaves it inheritable: whoever starts a long-lived process must keep it from getting this one. */
  readonly masterFd: number;
  /** The child's end, held open by us; undefined if it could not be opened. */
  readonly slaveFd: number | undefined;
  /** One handler each. Bytes exactly as the child wrote them, in any cut. */
  onData(handler: (bytes: Buffer) => void): void;
  /** Called once, after the last byte went to `onData`. */
  onExit(handler: (exit: Exit) => void): void;
  write(bytes: Uint8Array): void;
  /** Bytes that the child has not taken yet; `onTaken` is called when they are gone. */
  unsentBytes(): number;
  onTaken(handler: () => void): void;
  pause(): void;
  resume(): void;
  /** Ignored for sizes without an area and after the end. Never throws. */
  resize(size: Size): void;
};

export type OpenPty = (launch: Launch, size: Size) => Pty;

type Forked = { fd: number; pid: number; pty: string };
type Native = {
  fork(
    file: string,
    args: readonly string[],
    env: readonly string[],
    cwd: string,
    cols: number,
    rows: number,
    uid: number,
    gid: number,
    isUtf8: boolean,
    helperPath: string,
    onExit: (code: number, signal: number) => void,
  ): Forked;
  resize(fd: number, cols: number, rows: number, pixelWidth: number, pixelHeight: number): void;
};

/** More than this cannot be in the system's buffers after a child's end: what still comes is a grandchild's, who may never stop. */
const MAX_TAIL_BYTES = 4 * 1024 * 1024;
const SAME_USER = -1;

const load = createRequire(import.meta.url);

const isNative = (value: unknown): value is Native =>
  typeof value === "object" && value !== null && "fork" in value && typeof value.fork === "function" && "resize" in value;

/** The prebuilt library is made for glibc and crashes the whole process on musl: better not to load it. */
function refuseMusl(folder: string): void {
  const cpu = arch() === "arm64" ? "aarch64" : "x86_64";
  if (platform() !== "linux" || folder.includes("build") || !existsSync(`/lib/ld-musl-${cpu}.so.1`)) return;
  if (readFileSync("/proc/self/maps", "latin1").includes("ld-musl")) throw new Error("no prebuilt library for musl");
}

function loadNative(): { native: Native; helper: string } {
  const root = dirname(load.resolve("node-pty/package.json"));
  const folders = ["build/Release", `prebuilds/${platform()}-${arch()}`].map((folder) => join(root, folder));
  const folder = folders.find((candidate) => existsSync(join(candidate, "pty.node")));
  if (folder === undefined) throw new Error(`node-pty has nothing for ${platform()}-${arch()}`);
  refuseMusl(folder);
  const native: unknown = load(join(folder, "pty.node"));
  if (!isNative(native)) throw new Error("node-pty's native part has another shape than expected");
  return { native, helper: join(folder, "spawn-helper") };
}

function fork(launch: Launch, size: Size, onExit: (code: number, signal: number) => void): { native: Native; forked: Forked } {
  try {
    const { native, helper } = loadNative();
    const [file = "", ...args] = launch.argv;
    const env = Object.entries(launch.env).map(([name, value]) => `${name}=${value}`);
    const forked = native.fork(file, args, env, launch.cwd, size.cols, size.rows, SAME_USER, SAME_USER, true, helper, onExit);
    return { native, forked };
  } catch (cause) {
    throw new MemError("pty-unavailable", "No terminal could be opened for the agent.", {
      hint: "`mem doctor` says why; `mem run --no-pty` starts it without one.",
      cause,
    });
  }
}

/** As long as somebody holds this end, the end of the child's output stays readable. */
function holdSlave(path: string): number | undefined {
  try {
    return openSync(path, constants.O_RDWR | constants.O_NOCTTY);
  } catch {
    return undefined;
  }
}

function readTail(fd: number, onData: (bytes: Buffer) => void): void {
  const room = Buffer.allocUnsafe(64 * 1024);
  try {
    for (let total = 0; total < MAX_TAIL_BYTES; ) {
      const size = readSync(fd, room);
      if (size === 0) return;
      total += size;
      onData(Buffer.from(room.subarray(0, size)));
    }
  } catch {
    // EAGAIN or EIO: that was all.
  }
}

/** The child's output, to one handler. */
function outputOf(fd: number) {
  const reader = new ReadStream(fd);
  let isGone = false;
  let onData: (bytes: Buffer) => void = () => {};
  reader.on("data", (bytes: Buffer) => onData(bytes));
  // Reading may fail once the child is gone; what ends us is its exit.
  reader.on("error", () => {});
  reader.on("close", () => {
    isGone = true;
  });
  return {
    onData(handler: (bytes: Buffer) => void) {
      onData = handler;
    },
    pause: () => void reader.pause(),
    resume: () => void reader.resume(),
    /** All that is still here, at once: no loop turn may lie between the stream's own buffer and the system's, or bytes change their order. */
    drain() {
      reader.pause();
      while (reader.read() !== null);
      if (!isGone) readTail(fd, onData);
    },
    close: () => void reader.destroy(),
  };
}

/** Throws `MemError("pty-unavailable")` before anything was started. */
export const openPty: OpenPty = (launch, size) => {
  const { native, forked } = fork(launch, size, (code, signal) => ended(code, signal));
  const slave = holdSlave(forked.pty);
  const output = outputOf(forked.fd);
  const input = writeQueue(forked.fd);
  let isEnded = false;
  let onExit: (exit: Exit) => void = () => {};

  /** Straight from waitpid. */
  function ended(code: number, signal: number): void {
    isEnded = true;
    try {
      output.drain();
    } finally {
      // Whatever the handler of the output does: the end is told.
      if (slave !== undefined) closeSync(slave);
      input.stop();
      output.close();
      onExit(signal > 0 ? { code: 128 + signal, signal } : { code });
    }
  }

  return {
    pid: forked.pid,
    masterFd: forked.fd,
    slaveFd: slave,
    onData: output.onData,
    onExit: (handler) => {
      onExit = handler;
    },
    write: (bytes) => input.push(bytes),
    unsentBytes: input.unsentBytes,
    onTaken: input.onEmpty,
    pause: output.pause,
    resume: () => void (isEnded || output.resume()),
    resize({ cols, rows }) {
      if (isEnded || !(cols > 0 && rows > 0)) return;
      try {
        native.resize(forked.fd, cols, rows, 0, 0);
      } catch {
        // The child has just ended; its exit is on its way.
      }
    },
  };
};
