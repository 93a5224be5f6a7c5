// The terminal core as a process on a terminal of the test's: what the user's terminal would get and give.
import { closeSync, constants, openSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { type IPty, spawn } from "node-pty";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { HarnessOrder } from "../fixtures/run/harness.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
export const fixture = (path: string): string => join(root, "test", "fixtures", path);
export const node = process.execPath;

/** Bundles the harness for the tests of a file, below node_modules, where it finds the native part. Call it outside of tests. */
export function harnessForTests(): () => string {
  let path = "";
  beforeAll(async () => {
    path = await buildHarness();
  });
  afterAll(() => rmSync(path, { force: true }));
  return () => path;
}

async function buildHarness(): Promise<string> {
  const outfile = join(root, "node_modules", ".cache", "mem-test", `harness-${process.pid}.mjs`);
  await build({
    entryPoints: [fixture("run/harness.ts")],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    external: ["node-pty"],
    logLevel: "error",
  });
  return outfile;
}

export type Outer = {
  readonly pid: number;
  /** Path of the terminal. */
  readonly tty: string;
  output(): Buffer;
  text(): string;
  type(bytes: string | Buffer): void;
  resize(cols: number, rows: number): void;
  /** Resolves once the output holds the text. Rejects with what is there if the process ends before. */
  sees(text: string): Promise<void>;
  /** Stops and goes on reading, as a terminal that is slow. */
  pause(): void;
  resume(): void;
  /** Closes the terminal, as closing its window does. */
  close(): void;
  /** Code, or 128 + n for signal n; with the signal's number. After all output. */
  readonly ended: Promise<{ code: number; signal: number }>;
};

const ttyOf = (pty: IPty): string => String(Reflect.get(pty, "ptsName"));
const socketOf = (pty: IPty): { destroy(): void } => Reflect.get(pty, "_socket") as { destroy(): void };

/** Any program on a new terminal of 80 × 24, which ends with the test. */
export function onTerminal(
  argv: readonly string[],
  options: { env?: Record<string, string>; size?: [number, number]; cwd?: string } = {},
): Outer {
  const [file = "", ...args] = argv;
  const [cols, rows] = options.size ?? [80, 24];
  const env = { PATH: process.env.PATH ?? "", HOME: "/nonexistent", TERM: "xterm-256color", LANG: "C.UTF-8", ...options.env };
  const pty = spawn(file, args, { cols, rows, env, encoding: null, ...(options.cwd && { cwd: options.cwd }) });
  // node-pty loses the end of the output unless the other side is held open; and it must be let go for a hang-up to be one.
  let held: number | undefined = openSync(ttyOf(pty), constants.O_RDWR | constants.O_NOCTTY);
  const letGo = () => {
    if (held !== undefined) closeSync(held);
    held = undefined;
  };
  const chunks: Buffer[] = [];
  let waiting: (() => void)[] = [];
  const wake = () => {
    const due = waiting;
    waiting = [];
    for (const check of due) check();
  };
  pty.onData((data) => {
    chunks.push(Buffer.from(data));
    wake();
  });
  let isOver = false;
  const ended = new Promise<{ code: number; signal: number }>((resolve) =>
    pty.onExit(({ exitCode, signal = 0 }) => {
      isOver = true;
      letGo();
      wake();
      resolve({ code: signal > 0 ? 128 + signal : exitCode, signal });
    }),
  );
  onTestFinished(() => {
    if (!isOver) pty.kill("SIGKILL");
  });
  const output = () => Buffer.concat(chunks);
  return {
    pid: pty.pid,
    tty: ttyOf(pty),
    output,
    text: () => output().toString("utf8"),
    type: (bytes) => pty.write(bytes),
    resize(nextCols, nextRows) {
      try {
        pty.resize(nextCols, nextRows);
      } catch {
        // It has just ended.
      }
    },
    sees: (text) =>
      new Promise((resolve, reject) => {
        const check = () => {
          if (output().includes(text)) resolve();
          else if (isOver)
            reject(new Error(`ended without ${JSON.stringify(text)}: ${JSON.stringify(output().toString("utf8").slice(-2000))}`));
          else waiting.push(check);
        };
        check();
      }),
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    close() {
      letGo();
      socketOf(pty).destroy();
    },
    ended,
  };
}

export const wrapped = (harness: () => string, order: HarnessOrder, options?: Parameters<typeof onTerminal>[1]): Outer =>
  onTerminal([node, harness(), JSON.stringify(order)], options);

/** Waits for something that no event tells of. */
export async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
}

export type Report = { ended: { code: number; signal?: number; asked?: true; isHungUp: boolean }; peakKb: number; cpuMs: number };

export const reportIn = (path: string): Report => JSON.parse(readFileSync(path, "utf8")) as Report;
