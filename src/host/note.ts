// Small files that one process leaves for another: whole or not there, for their owner only.
import { closeSync, constants, ftruncateSync, openSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs";
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

const unfinished = (folder: string, name: string): string => join(folder, `${name}.new`);

/** Room on the disk for a note of so many bytes: then `writeNote` needs none. Nobody reads it before. Throws what the disk throws. */
export function reserveNote(folder: string, name: string, bytes: number): void {
  writeFileSync(unfinished(folder, name), " ".repeat(bytes), { mode: 0o600 });
}

/** Throws what the disk throws. */
export function writeNote(folder: string, name: string, text: string): void {
  const path = unfinished(folder, name);
  // Cut to its length afterwards, not before: what is there keeps its place on a disk that is full by now.
  const file = openSync(path, constants.O_WRONLY | constants.O_CREAT, 0o600);
  try {
    writeFileSync(file, text);
    ftruncateSync(file, Buffer.byteLength(text));
  } finally {
    closeSync(file);
  }
  renameSync(path, join(folder, name));
}
