// The recorder as the wrapper sees it: a process of its own session with one pipe in.
import type { ChildProcess, SpawnOptions } from "node:child_process";
import { openSync } from "node:fs";
import { createRequire } from "node:module";
import { devNull } from "node:os";
import type { Writable } from "node:stream";

export type RecorderProcess = {
  stdin: Writable;
  /** Called at its end, or if it could not be started. */
  onEnd(handler: () => void): void;
};

/** `hide`: descriptors that the new process must not inherit. */
export type StartRecorder = (hide: readonly number[]) => RecorderProcess;

const load = createRequire(import.meta.url);

/**
 * Starts `argv` detached, so that no Ctrl-C, hang-up or end of ours reaches it, and without keeping our own process alive.
 * A descriptor to hide is covered with the null device: Node cannot mark it "close on exec".
 */
export function spawnRecorder(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  hide: readonly number[],
): RecorderProcess {
  // At first use: the module takes some ms to load, and the agent's start comes first.
  const { spawn }: typeof import("node:child_process") = load("node:child_process");
  const [file = "", ...args] = argv;
  const options: SpawnOptions = { detached: true, env: { ...env }, stdio: streams(hide) };
  const child: ChildProcess = spawn(file, args, options);
  const { stdin } = child;
  if (stdin === null) throw new Error("the recorder has no input");
  child.unref();
  if ("unref" in stdin && typeof stdin.unref === "function") stdin.unref();
  return {
    stdin,
    onEnd: (handler) => void child.once("exit", handler).once("error", handler),
  };
}

function streams(hide: readonly number[]): ("pipe" | "ignore" | number)[] {
  const list: ("pipe" | "ignore" | number)[] = ["pipe", "ignore", "ignore"];
  if (hide.length === 0) return list;
  const cover = openSync(devNull, "r");
  for (let fd = list.length; fd <= Math.max(...hide); fd++) list.push(hide.includes(fd) ? cover : "ignore");
  return list;
}
