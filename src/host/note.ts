// Small files that one process leaves for another: whole or not there, for their owner only.
import { readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Undefined if there is none, or none that can be read. */
export function readNote(folder: string, name: string): string | undefined {
  try {
    const path = join(folder, name);
    // A pipe would never end.
    return statSync(path).isFile() ? readFileSync(path, "utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** Throws what the disk throws. */
export function writeNote(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  writeFileSync(`${path}.new`, text, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
