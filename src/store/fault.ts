// The driver's error codes → faults that a person can act on.
import { statfsSync } from "node:fs";
import { dirname } from "node:path";
import { MemError } from "../model/error.ts";

type Kind = { code: string; says: (path: string) => string; hint: string };

const LOCKED: Kind = {
  code: "database-locked",
  says: (path) => `Another process is writing to ${path} and did not let go in time.`,
  hint: "Try again; if it stays so, see which process has the file open (lsof, fuser).",
};
const FULL: Kind = {
  code: "database-full",
  says: (path) => `No space is left for ${path}.`,
  hint: "Free some disk space; nothing that was stored before is lost.",
};
const READONLY: Kind = {
  code: "database-readonly",
  says: (path) => `${path} cannot be written to.`,
  hint: "Check the owner and mode of the file and its folder, or set MEM_DATA_DIR to a folder of your own.",
};
const CORRUPT: Kind = {
  code: "database-corrupt",
  says: (path) => `${path} is damaged.`,
  hint: "The next start of mem sets it aside (it is not deleted) and makes a new one.",
};
const IO: Kind = {
  code: "database-io",
  says: (path) => `The disk failed while ${path} was used.`,
  hint: "Check the disk and its free space.",
};

const BY_DRIVER_CODE: readonly (readonly [string, Kind])[] = [
  ["SQLITE_BUSY", LOCKED],
  ["SQLITE_LOCKED", LOCKED],
  ["SQLITE_PROTOCOL", LOCKED],
  ["SQLITE_FULL", FULL],
  ["SQLITE_IOERR_SHMSIZE", FULL],
  ["SQLITE_READONLY", READONLY],
  ["SQLITE_CANTOPEN", READONLY],
  ["SQLITE_PERM", READONLY],
  ["SQLITE_AUTH", READONLY],
  ["SQLITE_CORRUPT", CORRUPT],
  ["SQLITE_NOTADB", CORRUPT],
  ["SQLITE_IOERR", IO],
];

const BY_FILE_CODE: readonly (readonly [string, Kind])[] = [
  ["ENOSPC", FULL],
  ["EDQUOT", FULL],
  ["EROFS", READONLY],
  ["EACCES", READONLY],
  ["EPERM", READONLY],
  ["ENOTDIR", READONLY],
  ["ENOENT", READONLY],
  ["EISDIR", READONLY],
  ["EEXIST", READONLY],
];

export const codeOf = (cause: unknown): string => (cause instanceof Error && "code" in cause ? String(cause.code) : "");

/** True for a file that is no database of SQLite's, or one that cannot be read through. */
export const isDamage = (cause: unknown): boolean => /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(cause));

const fault = (known: readonly (readonly [string, Kind])[], cause: unknown, path: string): unknown => {
  const code = codeOf(cause);
  const kind = known.find(([prefix]) => code.startsWith(prefix))?.[1];
  return kind === undefined ? cause : new MemError(kind.code, kind.says(path), { hint: kind.hint, cause });
};

/** A MemError for a fault of the driver's that a person can do something about; anything else comes back as it was. */
export const toFault = (cause: unknown, path: string): unknown => fault(BY_DRIVER_CODE, cause, path);

/** The same for a fault on opening: SQLite says "cannot open" as well where there is no room for the files beside the database. */
export function toOpenFault(cause: unknown, path: string): unknown {
  const found = toFault(cause, path);
  const isUnwritable = found instanceof MemError && found.code === READONLY.code;
  return isUnwritable && isDiskFull(dirname(path)) ? new MemError(FULL.code, FULL.says(path), { hint: FULL.hint, cause }) : found;
}

function isDiskFull(folder: string): boolean {
  try {
    const { bavail, ffree, files } = statfsSync(folder);
    return bavail === 0 || (files > 0 && ffree === 0);
  } catch {
    return false;
  }
}

/** The same for a fault of the file system on our own files. */
export const toFileFault = (cause: unknown, path: string): unknown => fault(BY_FILE_CODE, cause, path);
