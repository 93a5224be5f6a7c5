// Where new histories of a working folder can be, by how the agents lay out their folders. Only to look things up: what a record says decides.
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { DAY_MS, isoTime } from "../../model/time.ts";

/** Names of long folders are cut at about 200 characters and end in a hash, so only this much is compared. */
const COMPARED_CHARS = 190;

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort();
  } catch {
    return []; // not there yet, or not ours to read
  }
}

function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The real path in NFC, every character outside A-Z a-z 0-9 as a hyphen. Measured with 2.1.332. */
export const encodedFolder = (path: string): string => path.normalize("NFC").replace(/[^A-Za-z0-9]/g, "-");

/** `<root>/<encoded folder>`, and unless `isExact` those of folders below it. Different folders can have one name: the records tell which is meant. */
export function claudeFolders(root: string, cwd: string, isExact = false): string[] {
  const wanted = [...new Set([encodedFolder(realPath(cwd)), encodedFolder(cwd)])].map((name) => name.slice(0, COMPARED_CHARS));
  const isWanted = (name: string): boolean =>
    wanted.some(
      (start) => name === start || (start.length === COMPARED_CHARS ? name.startsWith(start) : !isExact && name.startsWith(`${start}-`)),
    );
  return namesIn(root)
    .filter(isWanted)
    .map((name) => join(root, name));
}

const dayOf = (at: number): string => isoTime(at).slice(0, 10).replaceAll("-", "/");

/** `<root>/YYYY/MM/DD` from the day before `since`, as the agent's day may be the local one. */
export function dayFolders(root: string, since: number): string[] {
  const first = dayOf(Math.max(0, since - DAY_MS));
  const below = (parent: string, digits: number): string[] =>
    namesIn(join(root, parent))
      .filter((name) => name.length === digits && /^\d+$/.test(name))
      .map((name) => (parent === "" ? name : `${parent}/${name}`))
      .filter((path) => path >= first.slice(0, path.length));
  return below("", 4)
    .flatMap((year) => below(year, 2))
    .flatMap((month) => below(month, 2))
    .map((day) => join(root, day));
}
