// The version of an installed agent, as it tells it itself. Never on the way to a launch.
import { execFile } from "node:child_process";
import { dirname } from "node:path";
import * as v from "valibot";
import type { Clock, Log } from "../host/host.ts";
import { fileVersion, readFound, saveFound } from "./found-once.ts";
import type { Where } from "./installed.ts";

/** Agents that are large programs take seconds for it where the machine is busy; asked once per version, all at the same time. */
const VERSION_WAIT_MS = 10_000;
const MAX_VERSION_BYTES = 64 * 1024;

/** Version as the program tells it (`--version`), undefined if it does not within VERSION_WAIT_MS. Never on the way to a launch. */
export function agentVersion(where: Where, path: string): Promise<string | undefined> {
  return new Promise((done) => {
    const options = {
      env: { ...where.env },
      cwd: dirname(path),
      timeout: VERSION_WAIT_MS,
      killSignal: "SIGKILL",
      maxBuffer: MAX_VERSION_BYTES,
    } as const;
    const child = execFile(path, ["--version"], options, (_error, stdout) => done(versionIn(stdout)));
    child.stdin?.on("error", () => {}); // it may be gone before it is told that nothing comes
    child.stdin?.end();
  });
}

/**
 * The same, asked once: `cacheFile` in our data folder remembers it until the program's file is another one. No answer is asked for
 * again. Never throws.
 */
export async function knownVersion(
  deps: { clock: Clock; log: Log },
  where: Where,
  path: string,
  cacheFile: string,
): Promise<string | undefined> {
  try {
    const { key } = fileVersion(path);
    const known = readFound(cacheFile, v.string())[key];
    if (known !== undefined) return known;
    const version = await agentVersion(where, path);
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
