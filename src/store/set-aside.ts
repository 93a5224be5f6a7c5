// A damaged database is moved out of the way, whole, and never deleted.
import { existsSync, linkSync, renameSync, statSync, unlinkSync } from "node:fs";

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
  renameSync(path, aside);
  if (fileIdentity(aside) !== identity) {
    // The fresh file of a faster process slipped in between: it goes back, unless there is a newer one still.
    if (!existsSync(path)) {
      linkSync(aside, path);
      unlinkSync(aside);
    }
    return undefined;
  }
  for (const suffix of ["-wal", "-shm"]) if (existsSync(path + suffix)) renameSync(path + suffix, aside + suffix);
  return aside;
}

function freeName(wanted: string): string {
  for (let n = 1; ; n += 1) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    if (!existsSync(name)) return name;
  }
}
