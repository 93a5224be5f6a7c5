// Sql: the narrow door between the table modules and the driver. Statements are prepared once, when first used.
import { isDamage, toFault } from "./fault.ts";

export type Value = string | number | Uint8Array | null;
/** By position (`?`), or by name (`@name`). */
export type Values = readonly Value[] | Readonly<Record<string, Value>>;

export type Sql = {
  /** The first row, as the caller's row type says it is shaped. */
  get<Row>(text: string, values?: Values): Row | undefined;
  all<Row>(text: string, values?: Values): Row[];
  /** Number of rows changed. Inside `transact` only: outside, other writers would not be waited for. */
  run(text: string, values?: Values): number;
  /** BEGIN IMMEDIATE … COMMIT, undone if `work` throws. Nests; an inner one that throws undoes its own part only. */
  transact<T>(work: () => T): T;
};

/** What is used of the driver. */
export type Connection = {
  prepare(text: string): { get(values: Values): unknown; all(values: Values): unknown[]; run(values: Values): { changes: number } };
  exec(text: string): unknown;
  close(): unknown;
  readonly inTransaction: boolean;
};

/** Longest that one step waits for another writer; the driver polls within it. */
export const BUSY_STEP_MS = 225;
const BUSY_TRIES = 4;
/** Longest that a transaction waits for other writers, all in all: under the second that no process may cost another. */
export const BUSY_WAIT_MS = BUSY_STEP_MS * BUSY_TRIES;

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && String(cause.code).startsWith("SQLITE_BUSY");
}

/** Runs `step` again while another process is in the way, at most BUSY_TRIES times; each try waits in the driver. */
export function whileBusy<T>(step: () => T): T {
  for (let tries = 1; ; tries += 1) {
    try {
      return step();
    } catch (cause) {
      if (!isBusy(cause) || tries >= BUSY_TRIES) throw cause;
    }
  }
}

/** `onDamage`: called when a page cannot be read, before the fault is thrown. */
export function sqlOver(connection: Connection, path: string, onDamage: () => void = () => {}): Sql {
  const faultOf = (cause: unknown): unknown => {
    if (isDamage(cause)) onDamage();
    return toFault(cause, path);
  };
  const statements = new Map<string, ReturnType<Connection["prepare"]>>();
  const prepared = (text: string) => {
    const known = statements.get(text);
    if (known !== undefined) return known;
    const made = connection.prepare(text);
    statements.set(text, made);
    return made;
  };
  const guarded = <T>(step: () => T): T => {
    try {
      return step();
    } catch (cause) {
      throw faultOf(cause);
    }
  };
  return {
    get: <Row>(text: string, values: Values = []) => guarded(() => prepared(text).get(values) as Row | undefined),
    all: <Row>(text: string, values: Values = []) => guarded(() => prepared(text).all(values) as Row[]),
    run: (text, values = []) => guarded(() => prepared(text).run(values).changes),
    transact: transactor(connection, faultOf),
  };
}

function transactor(connection: Connection, faultOf: (cause: unknown) => unknown): Sql["transact"] {
  let depth = 0;
  return (work) => {
    const [open, keep, undo] =
      depth === 0
        ? ["begin immediate", "commit", "rollback"]
        : [`savepoint s${depth}`, `release s${depth}`, `rollback to s${depth}; release s${depth}`];
    try {
      whileBusy(() => connection.exec(open));
    } catch (cause) {
      throw faultOf(cause);
    }
    depth += 1;
    try {
      const result = work();
      connection.exec(keep);
      return result;
    } catch (cause) {
      // A full disk makes SQLite roll back by itself.
      if (connection.inTransaction) connection.exec(undo);
      throw faultOf(cause);
    } finally {
      depth -= 1;
    }
  };
}
