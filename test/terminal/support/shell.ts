// A person's shell on a terminal: runs `mem`, stays after it, tells its exit code.
import { execFileSync } from "node:child_process";
import { closeSync, constants, openSync } from "node:fs";
import { type Found, processesOf } from "../../support/processes.ts";
import { until } from "../../support/until.ts";
import type { Outer } from "./outer.ts";
import type { World } from "./world.ts";

const PROCESS_WAIT_MS = 30_000;
export const PROMPT = "ready> ";

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;
/** As it is typed at a shell. */
export const commandLine = (argv: readonly string[]): string => argv.map(quoted).join(" ");

/** `mem run --quiet -- argv`, then `[code N]`, and the shell waits for a line. */
export const underShell = (world: World, argv: readonly string[], flags: readonly string[] = []): Outer =>
  world.direct(["/bin/sh", "-c", `${commandLine([...world.mem("run", "--quiet", ...flags, "--"), ...argv])}; echo "[code $?]"; read go`]);

/** A shell with a prompt, as a job-controlling one: what runs in it is a foreground job. */
export async function promptOf(world: World, shell: readonly string[] = ["/bin/sh", "-i"]): Promise<Outer> {
  const outer = world.direct(shell, { env: { PS1: PROMPT, ENV: "", BASH_SILENCE_DEPRECATION_WARNING: "1" } });
  await outer.sees(PROMPT);
  return outer;
}

/** Settings of a terminal's driver, as `stty -a` tells them. */
export function settings({ tty }: Outer): string {
  const terminal = openSync(tty, constants.O_RDWR | constants.O_NOCTTY);
  try {
    return execFileSync("stty", ["-a"], { stdio: [terminal, "pipe", "ignore"], encoding: "utf8" });
  } finally {
    closeSync(terminal);
  }
}

export const isWrapper = ({ command }: Found): boolean => /mem\.cjs run/.test(command) && !/^\/bin\/sh/.test(command);

export const find = (world: World, what: string, isIt: (found: Found) => boolean): Promise<Found> =>
  until(`there is ${what}`, PROCESS_WAIT_MS, () => processesOf(world.home).find(isIt));

export const gone = (world: World, { pid }: Found): Promise<unknown> =>
  until(`process ${pid} is gone`, PROCESS_WAIT_MS, () => (processesOf(world.home).some((found) => found.pid === pid) ? undefined : true));
