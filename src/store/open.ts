// Opens the database: driver, pragmas, migrations, damage. The only file that names the driver.

import { closeSync, fchmodSync, fstatSync, openSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import type { Clock, Ids, Log, Proc } from "../host/host.ts";
import { makeFolder } from "../host/make-folder.ts";
import { MemError } from "../model/error.ts";
import { fileTime } from "../model/time.ts";
import { cursorTable } from "./cursors.ts";
import { loadFault, pairFault } from "./driver.ts";
import { eventTable } from "./events.ts";
import { isDamage, toFault, toFileFault, toOpenFault } from "./fault.ts";
import { frameTable } from "./frames.ts";
import { MIGRATIONS, migrate, refuseNewer, schemaOf } from "./migrate.ts";
import { projectTable } from "./projects.ts";
import { privateCopy } from "./read-only.ts";
import { receiptTable } from "./receipts.ts";
import { runTable } from "./runs.ts";
import { sessionTable } from "./sessions.ts";
import { fileIdentity, setAside } from "./set-aside.ts";
import { BUSY_STEP_MS, type Connection, sqlOver, whileBusy } from "./sql.ts";
import type { Store } from "./store.ts";
import { summaryTable } from "./summaries.ts";
import { clearSuspect, damageIn, isSuspect, markSuspect } from "./suspect.ts";

export type StoreDeps = {
  clock: Clock;
  ids: Ids;
  log: Log;
  /** Asked whether the recorder that claimed a run still lives. */
  proc: Pick<Proc, "isAlive">;
  /** The Node that runs us, e.g. "20.19.0". */
  nodeVersion: string;
  /** For who has nothing to do with a database that can only be read: then the fault is thrown. */
  mustWrite?: boolean;
};

type OpenedStore = {
  store: Store;
  /** What the user should be told, one sentence each: a damaged database was set aside; nothing can be stored. */
  notices: readonly string[];
  /** True if the database can only be read: every write throws MemError("database-readonly"). */
  isReadOnly: boolean;
};

/** Faults after which what is there may still be read. */
const UNWRITABLE: ReadonlySet<string> = new Set(["database-readonly", "database-full"]);

/** After a large ingest the log beside the database shrinks back to this. */
const MAX_LOG_BYTES = 16 * 1024 * 1024;

type Driver = new (path: string, options: { readonly: boolean; fileMustExist: boolean; timeout: number }) => Connection;

function loadDriver(nodeVersion: string): Driver {
  const require = createRequire(import.meta.url);
  try {
    const { version } = require("better-sqlite3/package.json") as { version: string };
    const fault = pairFault(nodeVersion, version);
    if (fault !== undefined) throw fault;
    const driver = require("better-sqlite3") as Driver;
    // The native part is loaded by the first database, not by the module.
    new driver(":memory:", { readonly: false, fileMustExist: false, timeout: 0 }).close();
    return driver;
  } catch (cause) {
    throw loadFault(cause, nodeVersion);
  }
}

/** Folder 0700 and file 0600 before SQLite writes a byte; its `-wal` and `-shm` take the file's mode. */
function prepareFile(path: string): void {
  try {
    makeFolder(dirname(path));
    const fd = openSync(path, "a", 0o600);
    try {
      if ((fstatSync(fd).mode & 0o077) !== 0) fchmodSync(fd, 0o600);
    } finally {
      closeSync(fd);
    }
  } catch (cause) {
    throw toFileFault(cause, path);
  }
}

function connect(driver: Driver, path: string, readonly: boolean): Connection {
  const connection = new driver(path, { readonly, fileMustExist: readonly, timeout: BUSY_STEP_MS });
  try {
    // The first read: the header, then the whole schema.
    refuseNewer(connection, path);
    connection.prepare("select count(*) from sqlite_schema where name <> ''").get([]);
    if (!readonly) connection.exec(`pragma journal_mode = wal; pragma synchronous = normal; pragma journal_size_limit = ${MAX_LOG_BYTES}`);
    connection.exec("pragma foreign_keys = on");
    return connection;
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

function connectMigrated(driver: Driver, path: string): Connection {
  const connection = whileBusy(() => connect(driver, path, false));
  try {
    migrate(connection);
    return connection;
  } catch (cause) {
    connection.close();
    throw cause;
  }
}

function openToWrite(driver: Driver, path: string): Connection {
  if (path !== ":memory:") prepareFile(path);
  const connection = connectMigrated(driver, path);
  if (!isSuspect(path)) return connection;
  if (damageIn(connection) !== undefined) {
    connection.close();
    throw Object.assign(new Error("the whole file was checked"), { code: "SQLITE_CORRUPT" });
  }
  clearSuspect(path);
  return connection;
}

/** The file itself, if SQLite can read it in place and its schema is today's. */
function openInPlace(driver: Driver, path: string): Connection | undefined {
  try {
    const connection = connect(driver, path, true);
    if (schemaOf(connection) === MIGRATIONS.length) return connection;
    connection.close();
  } catch (cause) {
    if (isDamage(cause) || cause instanceof MemError) throw cause;
  }
  return undefined;
}

/** For a folder that cannot be written to: the file itself, else a copy that goes when it is closed. */
function openToRead(driver: Driver, path: string): { connection: Connection; afterClose(): void } {
  const inPlace = openInPlace(driver, path);
  if (inPlace !== undefined) return { connection: inPlace, afterClose: () => {} };
  const copy = privateCopy(path);
  try {
    const connection = connectMigrated(driver, copy.path);
    connection.exec("pragma query_only = on");
    return { connection, afterClose: copy.remove };
  } catch (cause) {
    copy.remove();
    throw cause;
  }
}

type Opened = { connection: Connection; path: string; afterClose?: () => void };

function storeOver(deps: StoreDeps, { connection, path, afterClose }: Opened): Store {
  const sql = sqlOver(connection, path, () => markSuspect(path));
  return {
    projects: projectTable(sql, deps.ids),
    sessions: sessionTable(sql),
    events: eventTable(sql),
    runs: runTable(sql, deps.proc.isAlive),
    frames: frameTable(sql),
    summaries: summaryTable(sql),
    receipts: receiptTable(sql),
    cursors: cursorTable(sql),
    transact: sql.transact,
    damage: () => {
      const found = damageIn(connection);
      if (found !== undefined) markSuspect(path);
      return found;
    },
    close: () => {
      connection.close();
      afterClose?.();
    },
  };
}

type ToOpen = { driver: Driver; path: string };

/** `fault`: why it cannot be written to. */
function openReadOnly(deps: StoreDeps, { driver, path }: ToOpen, fault: MemError): OpenedStore {
  try {
    const store = storeOver(deps, { path, ...openToRead(driver, path) });
    return { store, notices: [`${fault.message} Nothing new is stored.`], isReadOnly: true };
  } catch (cause) {
    deps.log.error("database cannot even be read", { cause });
    throw fault;
  }
}

/**
 * Opens or makes the database at `path` (":memory:" for one that is never on disk).
 * Throws MemError: native-mismatch, native-missing, database-newer, database-locked, database-io; database-readonly and database-full
 * only if there is nothing to read either. A damaged file is set aside and a new one made: `notices` tells it.
 */
export function openStore(path: string, deps: StoreDeps): OpenedStore {
  const driver = loadDriver(deps.nodeVersion);
  const identity = fileIdentity(path);
  try {
    return { store: storeOver(deps, { connection: openToWrite(driver, path), path }), notices: [], isReadOnly: false };
  } catch (cause) {
    if (isDamage(cause) && identity !== undefined) return openAnew(deps, { driver, path }, identity);
    const fault = toOpenFault(cause, path);
    if (fault instanceof MemError && UNWRITABLE.has(fault.code) && !deps.mustWrite) return openReadOnly(deps, { driver, path }, fault);
    throw fault;
  }
}

/** `identity`: of the damaged file. */
function openAnew(deps: StoreDeps, { driver, path }: ToOpen, identity: string): OpenedStore {
  try {
    const aside = setAside(path, identity, fileTime(deps.clock.now()));
    clearSuspect(path);
    if (aside !== undefined) deps.log.error("damaged database set aside", { aside });
    const store = storeOver(deps, { connection: openToWrite(driver, path), path });
    const kept = aside ?? `${path}.corrupt-…`;
    const notice = `The database was damaged and set aside as ${kept} (not deleted); a new one was started. \`mem ingest\` reads again what the agents still have.`;
    return { store, notices: [notice], isReadOnly: false };
  } catch (cause) {
    throw toFileFault(toFault(cause, path), path);
  }
}

/** An empty database in memory, for tests. */
export const openMemoryStore = (deps: StoreDeps): Store => openStore(":memory:", deps).store;
