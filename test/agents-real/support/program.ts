// A program without a terminal: its streams are pipes.
import { spawn } from "node:child_process";
import { until } from "../../support/until.ts";

export const PROGRAM_WAIT_MS = 60_000;

export type Outcome = { code: number; signal: string; stdout: string; stderr: string; ms: number };

export type Program = {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  outcome: Promise<Outcome>;
  kill(signal: NodeJS.Signals): void;
};

export type ProgramStart = { argv: readonly string[]; env: Readonly<Record<string, string>>; cwd: string; input?: string };

export function startProgram(start: ProgramStart): Program {
  const [file = "", ...args] = start.argv;
  const startedAt = Date.now();
  const child = spawn(file, args, { cwd: start.cwd, env: { ...start.env }, stdio: ["pipe", "pipe", "pipe"] });
  const seen = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (seen.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (seen.stderr += text));
  child.stdin.on("error", () => undefined); // it may end without having read
  child.stdin.end(start.input ?? "");
  const outcome = new Promise<Outcome>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: code ?? -1, signal: signal ?? "", ...seen, ms: Date.now() - startedAt }));
  });
  return { pid: child.pid ?? -1, stdout: () => seen.stdout, stderr: () => seen.stderr, outcome, kill: (signal) => void child.kill(signal) };
}

/** Runs to its end. Throws if it has none within `timeoutMs`. */
export async function runProgram(start: ProgramStart, timeoutMs = PROGRAM_WAIT_MS): Promise<Outcome> {
  const program = startProgram(start);
  let ended: Outcome | undefined;
  void program.outcome.then((value) => {
    ended = value;
  });
  try {
    return await until(`\`${start.argv.join(" ")}\` has ended`, timeoutMs, () => ended);
  } catch (cause) {
    program.kill("SIGKILL");
    throw new Error(`${String(cause)}\nstdout: ${program.stdout().slice(-2000)}\nstderr: ${program.stderr().slice(-2000)}`, { cause });
  }
}
