// Brings a database to the newest schema. Migrations are only ever added: `user_version` counts those that were applied.
import { MemError } from "../model/error.ts";
import sessions from "./migrations/0001-sessions.sql";
import framesUntil from "./migrations/0002-frames-until.sql";
import rewound from "./migrations/0003-rewound.sql";
import { type Connection, whileBusy } from "./sql.ts";

export const MIGRATIONS: readonly string[] = [sessions, framesUntil, rewound];

export function schemaOf(connection: Connection): number {
  const row = connection.prepare("pragma user_version").get([]) as { user_version: number };
  return row.user_version;
}

/** Throws MemError("database-newer") if a newer `mem` wrote it. */
export function refuseNewer(connection: Connection, path: string, known = MIGRATIONS.length): void {
  const found = schemaOf(connection);
  if (found <= known) return;
  throw new MemError("database-newer", `${path} was written by a newer mem (schema ${found}; this one knows ${known}).`, {
    hint: "Update mem, or set MEM_DATA_DIR to another folder.",
  });
}

/** Applies what is missing, each step in its own transaction; of several processes at once, one does it and the others wait. */
export function migrate(connection: Connection, migrations: readonly string[] = MIGRATIONS): void {
  while (schemaOf(connection) < migrations.length) {
    whileBusy(() => connection.exec("begin immediate"));
    try {
      const next = schemaOf(connection); // Another process may have been faster.
      const step = migrations[next];
      if (step !== undefined) {
        connection.exec(step);
        connection.exec(`pragma user_version = ${next + 1}`);
      }
      connection.exec("commit");
    } catch (cause) {
      if (connection.inTransaction) connection.exec("rollback");
      throw cause;
    }
  }
}
