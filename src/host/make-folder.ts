// Folders of our own, each made singly: Node 20's recursive mkdir never returns where a parent is one that nothing can be made in (/proc).
import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/** Makes the folder and its missing parents, all 0700. Throws what the system says (ENOENT, EACCES, ENOTDIR, ENOSPC, EROFS). */
export function makeFolder(path: string): void {
  const missing: string[] = [];
  for (let at = path; statSync(at, { throwIfNoEntry: false }) === undefined && dirname(at) !== at; at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    try {
      mkdirSync(folder, { mode: 0o700 });
    } catch (cause) {
      // Another process was faster.
      if (!(cause instanceof Error && "code" in cause && cause.code === "EEXIST")) throw cause;
    }
  }
}
