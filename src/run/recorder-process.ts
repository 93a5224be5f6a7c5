// The recorder as the wrapper sees it: a process of its own session with a pipe in, and one back for what goes wrong.
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import { devNull } from "node:os";
import type { Readable, Writable } from "node:stream";

export type RecorderProcess = {
  stdin: Writable;
  /** Called at its end, or if it could not be started. */
  onEnd(handler: () => void): void;
  /** Called with each line that it says: what keeps it from storing anything, empty once nothing does. */
  onTrouble(handler: (trouble: string) => void): void;
};

/** `hide`: descriptors that the new process must not inherit. */
export type StartRecorder = (hide: readonly number[]) => RecorderProcess;

const load = createRequire(import.meta.url);

/** More than this without a line end is no line of ours. */
const MAX_LINE_CHARS = 4096;

/**
 * Starts `argv` detached, so that no Ctrl-C, hang-up or end of ours reaches it, and without keeping our own process alive.
 * A descriptor to hide is covered with the null device: Node cannot mark it "close on exec". Throws if there are no descriptors left.
 */
export function spawnRecorder(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  hide: readonly number[],
): RecorderProcess {
  // At first use: the module takes some ms to load, and the agent's start comes first.
  const { spawn }: typeof import("node:child_process") = load("node:child_process");
  const [file = "", ...args] = argv;
  const cover = hide.length > 0 ? openSync(devNull, "r") : undefined;
  try {
    const options: SpawnOptions = { detached: true, env: { ...env }, stdio: streams(hide, cover) };
    return asRecorder(spawn(file, args, options));
  } finally {
    if (cover !== undefined) closeSync(cover);
  }
}

function asRecorder(child: ChildProcess): RecorderProcess {
  // First of all: an error that nobody listens for would end the wrapper.
  child.on("error", () => {});
  // Both are missing where no pipe could be made: then the error is still to come.
  const { stdin, stdout } = child;
  if (!stdin || !stdout) throw new Error("the recorder has no pipes");
  child.unref();
  for (const stream of [stdin, stdout]) if ("unref" in stream && typeof stream.unref === "function") stream.unref();
  return {
    stdin,
    onEnd: (handler) => void child.once("exit", handler).once("error", handler),
    onTrouble: (handler) => eachLine(stdout, handler),
  };
}

function eachLine(stream: Readable, handler: (line: string) => void): void {
  let rest = "";
  stream.on("error", () => {}); // It has ended; that is told otherwise.
  stream.setEncoding("utf8").on("data", (text: string) => {
    const lines = (rest + text).split("\n");
    rest = (lines.pop() ?? "").slice(-MAX_LINE_CHARS);
    for (const line of lines) handler(line);
  });
}

function streams(hide: readonly number[], cover: number | undefined): ("pipe" | "ignore" | number)[] {
  const list: ("pipe" | "ignore" | number)[] = ["pipe", "pipe", "ignore"];
  for (let fd = list.length; fd <= Math.max(0, ...hide); fd++) list.push(cover !== undefined && hide.includes(fd) ? cover : "ignore");
  return list;
}
