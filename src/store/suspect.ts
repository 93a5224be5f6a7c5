// Damage inside a database is met by whoever reads that page, and can be acted on only by the next one who opens it: a mark between the two.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { isDamage } from "./fault.ts";
import type { Connection } from "./sql.ts";

const markOf = (path: string): string => `${path}-suspect`;

/** The next start checks the whole file, which takes too long to be done at every start. */
export function markSuspect(path: string): void {
  try {
    writeFileSync(markOf(path), "", { mode: 0o600 });
  } catch {
    // A folder that cannot be written to: then nobody could set the file aside either.
  }
}

export const isSuspect = (path: string): boolean => existsSync(markOf(path));

export const clearSuspect = (path: string): void => rmSync(markOf(path), { force: true });

/** The first thing that SQLite finds wrong with the file; undefined if it is sound. Reads all of it. */
export function damageIn(connection: Connection): string | undefined {
  try {
    const row = connection.prepare("pragma quick_check(1)").get([]) as { quick_check: string };
    return row.quick_check === "ok" ? undefined : row.quick_check;
  } catch (cause) {
    // What is damaged may be what the check itself has to read.
    if (isDamage(cause)) return cause instanceof Error ? cause.message : "malformed";
    throw cause;
  }
}
