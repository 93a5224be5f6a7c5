// What the installed version of an agent can do: which of the flags we would pass it knows. Found once per version, then cached.

import { open } from "node:fs/promises";
import * as v from "valibot";
import type { Clock, Env, Log } from "../host/host.ts";
import type { Installed } from "../model/agent.ts";
import { askAgent } from "./ask-agent.ts";
import { fileVersion, readFound, saveFound } from "./found-once.ts";

type ProbeDeps = { env: Env; clock: Clock; log: Log };

/** Both are waited for at most once per version, before its first start; after that the flag counts as missing and is asked for again. */
const HELP_WAIT_MS = 2_000;
const SCAN_WAIT_MS = 2_000;
const MAX_HELP_BYTES = 1024 * 1024;
const SCAN_CHUNK_BYTES = 4 * 1024 * 1024;
const probed = v.object({ asked: v.array(v.string()), found: v.array(v.string()) });

const isFlagByte = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x30 && byte <= 0x39) || byte === 0x2d);

/** A part of a file: whether it begins and ends where the file does. Elsewhere the neighbouring byte is not known. */
type Part = { bytes: Buffer; isStart: boolean; isEnd: boolean };

const whole = (text: string): Part => ({ bytes: Buffer.from(text), isStart: true, isEnd: true });

/** True if the flag stands in these bytes as a word of its own: `--plan` is not in `--plan-mode`. */
export function holdsFlag({ bytes, isStart, isEnd }: Part, flag: string): boolean {
  for (let at = bytes.indexOf(flag); at !== -1; at = bytes.indexOf(flag, at + 1)) {
    const after = at + flag.length;
    const isSeenAround = (at > 0 || isStart) && (after < bytes.length || isEnd);
    if (isSeenAround && !isFlagByte(bytes[at - 1]) && !isFlagByte(bytes[after])) return true;
  }
  return false;
}

/**
 * Which of `flags` stand in the file, and whether it was read to its end (or all were found) in time. Some programs keep flags out of
 * their help, but not out of their bytes. A launcher script's companion is not followed: no such agent hides a flag that we use.
 */
export async function scanFile(clock: Clock, path: string, flags: readonly string[]): Promise<{ found: string[]; isComplete: boolean }> {
  const deadline = clock.now() + SCAN_WAIT_MS;
  const overlap = Math.max(...flags.map((flag) => flag.length)) + 1; // with the bytes on both sides
  const missing = new Set(flags);
  const chunk = Buffer.allocUnsafe(SCAN_CHUNK_BYTES + overlap);
  const file = await open(path, "r");
  try {
    let kept = 0;
    for (let isStart = true; missing.size > 0; isStart = false) {
      if (clock.now() > deadline) return { found: flags.filter((flag) => !missing.has(flag)), isComplete: false };
      const { bytesRead } = await file.read(chunk, kept, SCAN_CHUNK_BYTES, null);
      const bytes = chunk.subarray(0, kept + bytesRead);
      for (const flag of missing) if (holdsFlag({ bytes, isStart, isEnd: bytesRead === 0 }, flag)) missing.delete(flag);
      if (bytesRead === 0) break;
      kept = Math.min(overlap, bytes.length);
      bytes.copy(chunk, 0, bytes.length - kept);
    }
    return { found: flags.filter((flag) => !missing.has(flag)), isComplete: true };
  } finally {
    await file.close();
  }
}

/** `realPath`: the file that `path` leads to. */
type Looked = { path: string; realPath: string; flags: readonly string[] };

async function look(deps: ProbeDeps, { path, realPath, flags }: Looked) {
  const help = await askAgent(deps, { path, flag: "--help", waitMs: HELP_WAIT_MS, maxBytes: MAX_HELP_BYTES });
  const told = whole(`${help.stdout}\n${help.stderr}`);
  const inHelp = flags.filter((flag) => holdsFlag(told, flag));
  const hidden = flags.filter((flag) => !inHelp.includes(flag));
  if (hidden.length === 0) return { found: inHelp, isComplete: true };
  const scan = await scanFile(deps.clock, realPath, hidden);
  const isAllFound = scan.found.length === hidden.length;
  return { found: [...inHelp, ...scan.found], isComplete: isAllFound || (help.isComplete && scan.isComplete) };
}

/**
 * Flags of `spec.probe` that this installed version knows. `cacheFile` is in our data folder; its key is the executable's real path,
 * size and time of change, so an update is noticed. What could not be found in time counts as missing. Never throws.
 */
export async function features(deps: ProbeDeps, installed: Installed, cacheFile: string): Promise<ReadonlySet<string>> {
  const asked = installed.spec.probe;
  if (asked.length === 0) return new Set();
  try {
    const { realPath, key } = fileVersion(installed.path);
    const cache = readFound(cacheFile, probed);
    const known = cache[key];
    if (known && asked.every((flag) => known.asked.includes(flag))) return new Set(known.found.filter((flag) => asked.includes(flag)));
    const { found, isComplete } = await look(deps, { path: installed.path, realPath, flags: asked });
    if (isComplete) saveFound(deps, cacheFile, { ...cache, [key]: { asked: [...asked], found } });
    return new Set(found);
  } catch (cause) {
    deps.log.error("probe failed", { agent: installed.spec.id, cause });
    return new Set();
  }
}
