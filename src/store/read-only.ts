// Reading a database whose folder cannot be written to: SQLite needs files beside it, so where it must, it reads a private copy.
import { chmodSync, copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Larger databases are not copied: it would take seconds at every start and fill the disk. */
const MAX_COPY_BYTES = 1024 * 1024 * 1024;

type Copy = { path: string; remove(): void };

/** A copy of the database and of what was not yet moved into it, in a folder only we can read. */
export function privateCopy(path: string): Copy {
  if (statSync(path).size > MAX_COPY_BYTES) throw new Error("the database is too large to be read from a copy");
  const folder = mkdtempSync(join(tmpdir(), "mem-read-"));
  const remove = (): void => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, "mem.db");
    for (const suffix of ["", "-wal"]) {
      if (suffix !== "" && !existsSync(path + suffix)) continue;
      copyFileSync(path + suffix, copy + suffix);
      chmodSync(copy + suffix, 0o600);
    }
    return { path: copy, remove };
  } catch (cause) {
    remove();
    throw cause;
  }
}
