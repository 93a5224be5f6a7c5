// An agent's program asked about itself (`--help`, `--version`) for a bounded time: started with nothing on its input, in its own folder.
import { execFile } from "node:child_process";
import { dirname } from "node:path";
import type { Env } from "../host/host.ts";

type Question = { path: string; flag: string; waitMs: number; maxBytes: number };

/** `isComplete`: the program ended by itself, so what is missing is missing. */
type Said = { stdout: string; stderr: string; isComplete: boolean };

/** Whatever it said before it ended, failed or was ended. Never throws. */
export function askAgent({ env }: { env: Env }, { path, flag, waitMs, maxBytes }: Question): Promise<Said> {
  return new Promise((done) => {
    const options = { env: { ...env }, cwd: dirname(path), timeout: waitMs, killSignal: "SIGKILL", maxBuffer: maxBytes } as const;
    const child = execFile(path, [flag], options, (error, stdout, stderr) => done({ stdout, stderr, isComplete: error?.killed !== true }));
    child.stdin?.on("error", () => {}); // it may be gone before it is told that nothing comes
    child.stdin?.end();
  });
}
