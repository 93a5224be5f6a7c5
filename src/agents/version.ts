// The version of an installed agent, as it tells it itself. Never on the way to a launch.
import * as v from "valibot";
import type { Clock, Env, Log } from "../host/host.ts";
import { askAgent } from "./ask-agent.ts";
import { fileVersion, readFound, saveFound } from "./found-once.ts";

/** Agents that are large programs take seconds for it where the machine is busy; asked once per version, all at the same time. */
const VERSION_WAIT_MS = 10_000;
const MAX_VERSION_BYTES = 64 * 1024;

type VersionDeps = { env: Env; clock: Clock; log: Log };

/** Version as the program tells it (`--version`), undefined if it does not within VERSION_WAIT_MS. Never on the way to a launch. */
export async function agentVersion(deps: Pick<VersionDeps, "env">, path: string): Promise<string | undefined> {
  const { stdout } = await askAgent(deps, { path, flag: "--version", waitMs: VERSION_WAIT_MS, maxBytes: MAX_VERSION_BYTES });
  return versionIn(stdout);
}

/**
 * The same, asked once: `cacheFile` in our data folder remembers it until the program's file is another one. No answer is asked for
 * again. Never throws.
 */
export async function knownVersion(deps: VersionDeps, path: string, cacheFile: string): Promise<string | undefined> {
  try {
    const { key } = fileVersion(path);
    const known = readFound(cacheFile, v.string())[key];
    if (known !== undefined) return known;
    const version = await agentVersion(deps, path);
    // Read again: others were asked meanwhile.
    if (version !== undefined) saveFound(deps, cacheFile, { ...readFound(cacheFile, v.string()), [key]: version });
    return version;
  } catch (cause) {
    deps.log.error("version not found", { cause });
    return undefined;
  }
}

/** The first thing in a text that looks like a version: `2.1.332` of `2.1.332 (Acme Code)`. */
export const versionIn = (text: string): string | undefined => text.match(/\d+\.\d+(?:\.\d+)*(?:[-+][\w.+-]+)?/)?.[0];
