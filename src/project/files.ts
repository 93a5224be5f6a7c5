// Looks at files without ever throwing: what cannot be read is not there.
import { readFileSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";

type FileKind = "file" | "folder" | undefined;

export function kindOf(path: string): FileKind {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() ? "file" : stat?.isDirectory() ? "folder" : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined if it is not there, not a file, or larger than `maxBytes`. */
export function textOf(path: string, maxBytes: number): string | undefined {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    return stat?.isFile() && stat.size <= maxBytes ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Links resolved as far down as the path exists; the rest, which is gone, as given. */
export function realPath(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(realPath(parent), basename(path));
  }
}
