// What is found out about a program once per version of it, kept in our data folder. A version is known by the file: real path, size, time of change.
import { readFileSync, realpathSync, renameSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import * as v from "valibot";
import type { Clock, Log } from "../host/host.ts";
import { makeFolder } from "../host/make-folder.ts";

type SaveDeps = { clock: Clock; log: Log };

/** A handful of agents, a few versions each. */
const MAX_CACHED = 64;

/** Throws what the disk throws for a program that is not there. */
export function fileVersion(path: string): { realPath: string; key: string } {
  const realPath = realpathSync(path);
  const { size, mtimeMs } = statSync(realPath);
  return { realPath, key: `${realPath}:${size}:${mtimeMs}` };
}

/** Empty if there is none yet, or it is not ours: then all is found again. */
export function readFound<T>(file: string, value: v.GenericSchema<unknown, T>): Record<string, T> {
  try {
    const parsed = v.safeParse(v.record(v.string(), value), JSON.parse(readFileSync(file, "utf8")));
    return parsed.success ? parsed.output : {};
  } catch {
    return {};
  }
}

/** Whole or not at all; of two writers the later one wins, and what is lost is asked for again. */
export function saveFound(deps: SaveDeps, file: string, found: Readonly<Record<string, unknown>>): void {
  const newest = Object.fromEntries(Object.entries(found).slice(-MAX_CACHED));
  const draft = `${file}.${deps.clock.now().toString(36)}.new`;
  try {
    makeFolder(dirname(file));
    writeFileSync(draft, JSON.stringify(newest), { mode: 0o600 });
    renameSync(draft, file);
  } catch (cause) {
    deps.log.error("found-once cache not saved", { file, cause });
  }
}
