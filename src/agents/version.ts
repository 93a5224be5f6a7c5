// The version of an installed agent, as it tells it itself. Never on the way to a launch.
import { execFile } from "node:child_process";
import { dirname } from "node:path";
import type { Where } from "./installed.ts";

const VERSION_WAIT_MS = 2_000; // a program that takes longer has no version for a list
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

/** The first thing in a text that looks like a version: `2.1.332` of `2.1.332 (Acme Code)`. */
export const versionIn = (text: string): string | undefined => text.match(/\d+\.\d+(?:\.\d+)*(?:[-+][\w.+-]+)?/)?.[0];
