// Where a program is on this machine, by PATH alone: shell aliases and functions are not seen.
import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, isAbsolute, join, resolve, sep } from "node:path";
import type { Env } from "../host/host.ts";

/** Where to look. `self`: real path of our own program, so that a link to it on PATH is never taken for the agent. */
export type Where = { env: Env; cwd: string; self?: string };

const isWindows = sep === "\\";

function isRunnable(path: string, self: string | undefined): boolean {
  try {
    if (!statSync(path).isFile()) return false;
    accessSync(path, isWindows ? constants.R_OK : constants.X_OK);
    return self === undefined || realpathSync(path) !== self;
  } catch {
    return false; // not there, or not ours to see: for PATH that is the same
  }
}

/** Windows starts only files with a known ending; a bare name may be a script for another system's shell. */
function endings(command: string, env: Env): readonly string[] {
  if (!isWindows) return [""];
  const known = (env.PATHEXT ?? ".COM;.EXE;.BAT;.CMD").split(";").filter((ending) => ending !== "");
  return known.some((ending) => command.toLowerCase().endsWith(ending.toLowerCase())) ? [""] : known;
}

/**
 * Absolute path of the program that a shell would start for this word; undefined if there is none. A word with a slash is a path,
 * relative to `cwd`; an empty part of PATH means `cwd`, as in POSIX.
 */
export function which(where: Where, command: string): string | undefined {
  if (command === "" || command.includes("\0")) return undefined;
  const isPath = isAbsolute(command) || command.includes("/") || (isWindows && command.includes("\\"));
  const folders = isPath ? [where.cwd] : (where.env.PATH ?? where.env.Path ?? "").split(delimiter);
  for (const folder of folders) {
    for (const ending of endings(command, where.env)) {
      const path = isPath ? resolve(folder, command + ending) : join(resolve(where.cwd, folder), command + ending);
      if (isRunnable(path, where.self)) return path;
    }
  }
  return undefined;
}
