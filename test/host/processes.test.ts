import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, openSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test, vi } from "vitest";
import { systemProcesses } from "../../src/host/processes.ts";
import { onTerminal } from "../support/wrapper.ts";

const proc = systemProcesses(process.platform, process.pid, (pid, signal) => process.kill(pid, signal));
const children: ChildProcess[] = [];
const folders: string[] = [];

afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A Node process that waits for its standard input to end. */
function waiting(options: { cwd?: string; fd?: number; argv0?: string } = {}): ChildProcess {
  const stdio = ["pipe", "pipe", "ignore", ...(options.fd === undefined ? [] : [options.fd])] as const;
  const child = spawn(process.execPath, ["-e", "process.stdout.write('up');process.stdin.resume()"], {
    cwd: options.cwd,
    argv0: options.argv0,
    stdio: [...stdio],
  });
  children.push(child);
  return child;
}

const up = (child: ChildProcess): Promise<void> => new Promise((resolve) => child.stdout?.once("data", () => resolve()));
const gone = (child: ChildProcess): Promise<void> => new Promise((resolve) => child.once("exit", () => resolve()));

test("a process lives until it has ended", async () => {
  const child = waiting();
  await up(child);
  const ref = proc.describe(child.pid ?? 0);
  expect(proc.isAlive(ref)).toBe(true);
  child.stdin?.end();
  await gone(child);
  expect(proc.isAlive(ref)).toBe(false);
});

describe.runIf(process.platform === "linux")("on Linux", () => {
  test("another process with the number of a dead one is not it", async () => {
    const child = waiting();
    await up(child);
    const { pid, startTicks } = proc.describe(child.pid ?? 0);
    expect(startTicks).toMatch(/^\d+$/);
    expect(proc.isAlive({ pid, startTicks: String(Number(startTicks) - 1) })).toBe(false);
  });

  test("a process on a terminal has one, one in a session of its own has none, and of a dead one nothing is known", async () => {
    const child = spawn("setsid", ["sleep", "60"]);
    children.push(child);
    const pid = child.pid ?? 0;
    await vi.waitFor(() => expect(proc.hasTerminal(pid)).toBe(false));
    const terminal = onTerminal(["/bin/sh", "-c", "echo up; read end"]);
    await terminal.sees("up");
    expect(proc.hasTerminal(terminal.pid)).toBe(true);
    child.kill("SIGKILL");
    await gone(child);
    expect(proc.hasTerminal(pid)).toBeUndefined();
  });

  test("files that a process holds open are told, those of its parent too if it is asked about", async () => {
    const folder = mkdtempSync(join(tmpdir(), "mem-proc-"));
    folders.push(folder);
    const path = join(folder, "held.jsonl");
    const child = waiting({ fd: openSync(path, "w") });
    await up(child);
    expect(proc.openFiles(child.pid ?? 0)).toContain(realpathSync(path));
    expect(proc.openFiles(process.pid)).toContain(realpathSync(path));
  });

  test("a process is found by its command and folder, and only by both", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "mem-proc-")));
    folders.push(folder);
    const child = waiting({ cwd: folder });
    await up(child);
    expect(proc.worksIn(folder, ["node"])).toBe(true);
    expect(proc.worksIn(folder, ["vim"])).toBe(false);
    expect(proc.worksIn(join(folder, "other"), ["node"])).toBe(false);
  });

  test("a process that gave itself a title is known by the title's first word", async () => {
    const folder = realpathSync(mkdtempSync(join(tmpdir(), "mem-proc-")));
    folders.push(folder);
    await up(waiting({ cwd: folder, argv0: "toy bg-spare" }));
    expect(proc.worksIn(folder, ["toy"])).toBe(true);
    expect(proc.worksIn(folder, ["bg-spare"])).toBe(false);
  });

  test("our parent is among our ancestors", () => {
    expect(proc.ancestors()).toContain(process.ppid);
  });
});
