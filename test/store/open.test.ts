import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MemError } from "../../src/model/error.ts";
import type { SessionId } from "../../src/model/ids.ts";
import { openStore } from "../../src/store/open.ts";
import { readRaw } from "../../src/store/raw.ts";
import { BUSY_WAIT_MS } from "../../src/store/sql.ts";
import type { Store } from "../../src/store/store.ts";
import { bundle } from "../support/bundle.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { fakeIds } from "../support/fake-ids.ts";
import { storeDeps } from "../support/memory-store.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { draft, place, said } from "./nouns.ts";

const NOBODY = 65534;
const isRoot = process.getuid?.() === 0;
const modeOf = (path: string): number => statSync(path).mode & 0o777;

function open(path: string) {
  const opened = openStore(path, storeDeps({ clock: fakeClock(Date.UTC(2026, 10, 30)), ids: fakeIds("f") }));
  onTestFinished(() => opened.store.close());
  return opened;
}

/** A database with one session and `events` events. */
function filled(path: string, events = 1): SessionId {
  const { store } = openStore(path, storeDeps());
  const project = store.projects.resolve(place("/work/shop"));
  const session = store.sessions.save(draft(project.id));
  store.events.append(
    session.id,
    Array.from({ length: events }, (_, n) => said(`k${n}`, `text ${n} ${"x".repeat(500)}`)),
  );
  store.close();
  return session.id;
}

function faultOf(work: () => unknown): MemError {
  try {
    work();
  } catch (cause) {
    if (cause instanceof MemError) return cause;
    throw cause;
  }
  throw new Error("did not fail");
}

/** Another process that holds the write lock until `hold` says; resolves once it has it. */
async function lock(path: string, hold: "until killed" | "a moment"): Promise<ChildProcess> {
  const program = `const db = new (require("better-sqlite3"))(process.argv[1]); db.exec("begin immediate"); console.log("locked");
    ${hold === "a moment" ? "setTimeout(() => { db.exec('rollback'); db.close(); }, 250);" : "setInterval(() => {}, 1000);"}`;
  const child = spawn(process.execPath, ["-e", program, path], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return child;
}

test("the folder and all files are the user's alone", () => {
  const path = join(tempFolder(), "data", "db", "mem.db");
  const { store, notices, isReadOnly } = open(path);
  store.projects.resolve(place("/work/shop"));
  expect({ notices, isReadOnly }).toEqual({ notices: [], isReadOnly: false });
  expect(modeOf(join(path, ".."))).toBe(0o700);
  const files = readdirSync(join(path, ".."));
  expect(files).toContain("mem.db-wal");
  for (const file of files) expect(modeOf(join(path, "..", file))).toBe(0o600);
});

test("a database that others could read is closed to them", () => {
  const path = join(tempFolder(), "mem.db");
  filled(path);
  chmodSync(path, 0o644);
  open(path).store.projects.resolve(place("/work/shop"));
  expect(modeOf(path)).toBe(0o600);
});

test("what is stored is there when it is opened again", () => {
  const path = join(tempFolder(), "mem.db");
  const session = filled(path, 3);
  expect([...open(path).store.events.of(session)].map(({ seq }) => seq)).toEqual([1, 2, 3]);
});

test("a database of a newer mem is refused and not touched", () => {
  const path = join(tempFolder(), "mem.db");
  filled(path);
  const driver = createRequire(import.meta.url)("better-sqlite3");
  const raw = new driver(path);
  raw.pragma("user_version = 999");
  raw.close();
  const before = readFileSync(path);
  const fault = faultOf(() => open(path));
  expect(fault.code).toBe("database-newer");
  expect(fault.message).toContain("schema 999");
  expect(fault.hint).toContain("Update mem");
  expect(readFileSync(path).equals(before)).toBe(true);
});

test.each([
  ["is no database", (path: string) => writeFileSync(path, "this is not a database, it is a text".repeat(50))],
  ["was cut short", (path: string) => truncateSync(path, 3 * 4096)],
  [
    "lost its schema",
    (path: string) => writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 100), Buffer.alloc(20_000, 0x7f)])),
  ],
])("a file that %s is set aside whole, and a new database is made", (_, damage) => {
  const folder = tempFolder();
  const path = join(folder, "mem.db");
  filled(path, 200);
  damage(path);
  const damaged = readFileSync(path);
  const { store, notices, isReadOnly } = open(path);
  expect(notices).toEqual([expect.stringContaining("mem.db.corrupt-2026-11-30T00-00-00Z (not deleted)")]);
  expect(isReadOnly).toBe(false);
  expect(readFileSync(`${path}.corrupt-2026-11-30T00-00-00Z`).equals(damaged)).toBe(true);
  expect(store.sessions.count({})).toBe(0);
  store.projects.resolve(place("/work/shop"));
});

test("a second damage in the same second does not overwrite the first", () => {
  const folder = tempFolder();
  const path = join(folder, "mem.db");
  for (const text of ["first damage", "second damage"]) {
    writeFileSync(path, text.repeat(100));
    openStore(path, storeDeps()).store.close();
  }
  expect(readdirSync(folder).filter((name) => name.includes("corrupt"))).toHaveLength(2);
});

test("damage that is met later is a fault that a person understands", () => {
  const path = join(tempFolder(), "mem.db");
  const session = filled(path, 500);
  const bytes = readFileSync(path);
  bytes.fill(0x7f, Math.floor(bytes.length / 2));
  writeFileSync(path, bytes);
  const { store } = open(path);
  expect(faultOf(() => [...store.events.of(session)]).code).toBe("database-corrupt");
});

test("damage that was met is set aside by the next start, and only then", () => {
  const folder = tempFolder();
  const path = join(folder, "mem.db");
  const session = filled(path, 500);
  const bytes = readFileSync(path);
  bytes.fill(0x7f, Math.floor(bytes.length / 2));
  writeFileSync(path, bytes);
  const { store, notices } = open(path);
  expect(notices).toEqual([]);
  expect(faultOf(() => [...store.events.of(session)]).code).toBe("database-corrupt");
  store.close();
  const next = open(path);
  expect(next.notices).toEqual([expect.stringContaining("`mem ingest` reads again")]);
  expect(next.store.sessions.count({})).toBe(0);
  next.store.close();
  expect(open(path).notices).toEqual([]);
  expect(readdirSync(folder).filter((name) => name.includes("suspect"))).toEqual([]);
});

test("a sound database that was under suspicion is kept", () => {
  const path = join(tempFolder(), "mem.db");
  filled(path, 3);
  writeFileSync(`${path}-suspect`, "");
  const { store, notices } = open(path);
  expect(notices).toEqual([]);
  expect(store.sessions.count({})).toBe(1);
  expect(store.damage()).toBeUndefined();
  expect(existsSync(`${path}-suspect`)).toBe(false);
});

test("a short lock is waited for", async () => {
  const path = join(tempFolder(), "mem.db");
  filled(path);
  const { store } = open(path);
  await lock(path, "a moment");
  expect(store.projects.resolve(place("/work/other")).name).toBe("other");
});

test("a lock that stays is a fault within the second, and reading goes on", async () => {
  const path = join(tempFolder(), "mem.db");
  filled(path);
  const holder = await lock(path, "until killed");
  const { store } = open(path);
  const started = performance.now();
  const fault = faultOf(() => store.projects.resolve(place("/work/other")));
  const waitedMs = performance.now() - started;
  expect(fault.code).toBe("database-locked");
  expect(BUSY_WAIT_MS).toBeLessThan(1000);
  expect(waitedMs).toBeGreaterThan(BUSY_WAIT_MS / 2);
  expect(store.sessions.count({})).toBe(1);
  const ended = new Promise((resolve) => holder.once("exit", resolve));
  holder.kill("SIGKILL");
  await ended;
  expect(store.projects.resolve(place("/work/other")).name).toBe("other");
});

/** As a user who is not root: root may write everywhere. */
function asNobody<T>(path: string, work: () => T): T {
  if (!isRoot || process.seteuid === undefined) return work();
  for (const name of [path, ...readdirSync(path).map((file) => join(path, file))]) chownSync(name, NOBODY, NOBODY);
  process.seteuid(NOBODY);
  try {
    return work();
  } finally {
    process.seteuid(0);
  }
}

function readOnlyFolder(withLog: boolean): { folder: string; path: string; session: SessionId } {
  const base = tempFolder();
  chmodSync(base, 0o755);
  const folder = join(base, "db");
  mkdirSync(folder);
  const path = join(folder, "mem.db");
  const session = filled(join(base, "made.db"), 2);
  copyFileSync(join(base, "made.db"), path);
  if (withLog) {
    const { store } = openStore(join(base, "made.db"), storeDeps());
    store.events.append(session, [said("late", "in the log only")]);
    for (const suffix of ["", "-wal"]) copyFileSync(join(base, `made.db${suffix}`), path + suffix);
    store.close();
  }
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), 0o400);
  chmodSync(folder, 0o500);
  onTestFinished(() => chmodSync(folder, 0o700));
  return { folder, path, session };
}

test.each([
  ["at rest", false, 2],
  ["with a log beside it", true, 3],
])("a database %s in a folder that cannot be written to is read, and says so", (_, withLog, events) => {
  const { folder, path, session } = readOnlyFolder(withLog);
  const before = readdirSync(folder);
  asNobody(folder, () => {
    const { store, notices, isReadOnly } = openStore(path, storeDeps());
    expect(isReadOnly).toBe(true);
    expect(notices).toEqual([expect.stringMatching(/cannot be written to\. Nothing new is stored\.$/)]);
    expect(store.events.count(session)).toBe(events);
    expect(store.projects.resolve(place("/work/shop")).name).toBe("shop");
    expect(faultOf(() => store.projects.resolve(place("/work/other"))).code).toBe("database-readonly");
    store.close();
  });
  expect(readdirSync(folder)).toEqual(before);
});

test("where nothing can be read or written, the fault says what to do", () => {
  const base = tempFolder();
  const fault = asNobody(base, () => {
    chmodSync(base, 0o500);
    return faultOf(() => openStore(join(base, "db", "mem.db"), storeDeps()));
  });
  chmodSync(base, 0o700);
  expect(fault.code).toBe("database-readonly");
  expect(fault.hint).toContain("MEM_DATA_DIR");
});

test("a data folder that is a file is a fault that a person understands", () => {
  const base = tempFolder();
  writeFileSync(join(base, "db"), "");
  expect(faultOf(() => openStore(join(base, "db", "mem.db"), storeDeps())).code).toBe("database-readonly");
});

/** A disk of 1 MB, where we may make one. */
function smallDisk(): string | undefined {
  const folder = tempFolder();
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=1m", "mem-test", folder], { stdio: "ignore" });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync("umount", ["-l", folder]));
  return folder;
}

test("a full disk is a fault that a person understands, and loses nothing that was there", (context) => {
  const disk = smallDisk();
  if (disk === undefined) return context.skip("a small disk cannot be mounted here");
  const { store } = open(join(disk, "mem.db"));
  const project = store.projects.resolve(place("/work/shop"));
  const session = store.sessions.save(draft(project.id));
  store.events.append(session.id, [said("k1", "kept")]);
  const fault = faultOf(() => {
    for (let n = 0; n < 100; n += 1) store.events.append(session.id, [said(`big${n}`, "x".repeat(60_000))]);
  });
  expect(fault.code).toBe("database-full");
  expect([...store.events.of(session.id)][0]?.text).toBe("kept");
});

test("on a disk that is full already, what was stored can be read", (context) => {
  const disk = smallDisk();
  if (disk === undefined) return context.skip("a small disk cannot be mounted here");
  const path = join(disk, "mem.db");
  const session = filled(path, 2);
  for (const sizeBytes of [64_000, 1000, 1]) fillUp(join(disk, `filler-${sizeBytes}`), sizeBytes);
  const { store } = open(path);
  expect(store.events.count(session)).toBe(2);
  expect(faultOf(() => store.projects.resolve(place("/work/other"))).code).toMatch(/^database-(full|readonly)$/);
});

/** Writes pieces of this size until no more fits. */
function fillUp(path: string, sizeBytes: number): void {
  try {
    for (;;) appendFileSync(path, Buffer.alloc(sizeBytes, 1));
  } catch {
    // Full, as wanted.
  }
}

test("four processes that open a new database and write at once lose nothing", async () => {
  const folder = tempFolder();
  const program = await bundle("test/store/children/append.ts");
  const names = ["a", "b", "c", "d"];
  const count = 40;
  const codes = await Promise.all(
    names.map((name) => {
      const args = [program, join(folder, "mem.db"), join(folder, "raw"), name, String(count)];
      const child = spawn(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
      return new Promise((resolve) => child.once("exit", resolve));
    }),
  );
  expect(codes).toEqual([0, 0, 0, 0]);
  const { store } = open(join(folder, "mem.db"));
  expect(store.projects.all()).toHaveLength(1);
  const shared = [...store.events.of(draft(store.projects.all()[0]?.id ?? ("" as never)).id)];
  expect(shared.map(({ seq }) => seq)).toEqual(Array.from({ length: names.length * count + count }, (_, n) => n + 1));
  for (const name of names) expect(store.events.count(`00000000000${name}` as SessionId)).toBe(count);
  expect(await rawKeys(store, join(folder, "raw"))).toEqual(new Set(shared.map(({ key }) => key)));
});

/** Keys of the shared session in raw/. */
async function rawKeys(store: Store, folder: string): Promise<Set<string>> {
  const [project = ""] = readdirSync(folder);
  const id = store.sessions
    .list({})
    .map((session) => session.id)
    .find((session) => session === "000000000abc");
  const file = readdirSync(join(folder, project)).find((name) => name.endsWith(`-${id}.jsonl`)) ?? "";
  const keys = new Set<string>();
  for await (const line of readRaw(join(folder, project, file))) if (line.kind === "event") keys.add(line.event.key);
  expect(existsSync(join(folder, project, file))).toBe(true);
  return keys;
}

test("of two processes that find one damaged file, none sets aside the other's new one", async () => {
  const folder = tempFolder();
  const path = join(folder, "mem.db");
  writeFileSync(path, "damage".repeat(1000));
  const program = await bundle("test/store/children/append.ts");
  const codes = await Promise.all(
    ["a", "b", "c"].map((name) => {
      const child = spawn(process.execPath, [program, path, join(folder, "raw"), name, "5"], { stdio: ["ignore", "ignore", "inherit"] });
      return new Promise((resolve) => child.once("exit", resolve));
    }),
  );
  expect(codes).toEqual([0, 0, 0]);
  expect(readdirSync(folder).filter((name) => name.includes("corrupt") && !/-(wal|shm)$/.test(name))).toHaveLength(1);
  for (const name of ["a", "b", "c"]) expect(open(path).store.events.count(`00000000000${name}` as SessionId)).toBe(5);
});
