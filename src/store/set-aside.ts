// A damaged database is moved out of the way, whole, and never deleted.
import { existsSync, renameSync, statSync } from "node:fs";
import { codeOf } from "./fault.ts";

/** Which file it is, whatever its name: undefined if there is none to be seen. */
export function fileIdentity(path: string): string | undefined {
  try {
    const stat = statSync(path, { bigint: true });
    return `${stat.dev}:${stat.ino}`;
  } catch {
    return undefined;
  }
}

/**
 * Renames `path` with its `-wal` and `-shm` to `<path>.corrupt-<stamp>…`; returns the new name. Only the file that was seen to be damaged
 * (`identity`) is moved: if another process was faster and a fresh one is already there, nothing happens and undefined is returned.
 */
export function setAside(path: string, identity: string, stamp: string): string | undefined {
  const aside = freeName(`${path}.corrupt-${stamp}`);
  if (fileIdentity(path) !== identity) return undefined;
  // What lies beside it goes first: once the file is gone another process may make a new one, with a log of its own.
  for (const suffix of ["-wal", "-shm"]) moveIfThere(path + suffix, aside + suffix);
  return moveIfThere(path, aside) ? aside : undefined;
}

/** False if it is not there: another process moved it. */
function moveIfThere(from: string, to: string): boolean {
  try {
    renameSync(from, to);
    return true;
  } catch (cause) {
    if (codeOf(cause) === "ENOENT") return false;
    throw cause;
  }
}

function freeName(wanted: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!existsSync(name)) return name;
  }
}
