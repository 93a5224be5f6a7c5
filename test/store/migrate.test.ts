import { createRequire } from "node:module";
import { expect, test } from "vitest";
import type { AgentId, ProjectId, RunId } from "../../src/model/ids.ts";
import { OF } from "../../src/store/events.ts";
import { frameTable } from "../../src/store/frames.ts";
import { MIGRATIONS, migrate, schemaOf } from "../../src/store/migrate.ts";
import { LIST, whereOf } from "../../src/store/sessions.ts";
import { sqlOver } from "../../src/store/sql.ts";
import type { SessionFilter } from "../../src/store/store.ts";

const driver = createRequire(import.meta.url)("better-sqlite3");
const empty = () => new driver(":memory:");

test("a migration is applied to rows of the schema before it, once", () => {
  const db = empty();
  migrate(db);
  db.exec("insert into projects (id, name, root) values ('000000000001', 'shop', '/work/shop')");
  const next = [...MIGRATIONS, "alter table projects add column colour text not null default 'red'"];
  migrate(db, next);
  migrate(db, next);
  expect(schemaOf(db)).toBe(MIGRATIONS.length + 1);
  expect(db.prepare("select name, colour from projects where id = '000000000001'").get()).toEqual({ name: "shop", colour: "red" });
});

test("frames of the first schema are read by today's", () => {
  const db = empty();
  migrate(db, MIGRATIONS.slice(0, 1));
  db.exec(`insert into runs (id, agent, started_ms, data) values ('r', 'alpha', 1, '{}');
    insert into frames (run, n, at_ms, cols, rows, size_bytes, deflated) values ('r', 1, 7, 80, 24, 0, x'0300')`);
  migrate(db);
  const sql = sqlOver(db, ":memory:");
  expect([...frameTable(sql).of("r" as RunId)]).toEqual([{ at: 7, size: { cols: 80, rows: 24 }, bytes: Buffer.alloc(0) }]);
});

test("a migration that fails leaves the schema as it was", () => {
  const db = empty();
  migrate(db);
  expect(() => migrate(db, [...MIGRATIONS, "create table extra (a); insert into nowhere values (1)"])).toThrow("nowhere");
  expect(schemaOf(db)).toBe(MIGRATIONS.length);
  expect(db.prepare("select count(*) as n from sqlite_schema where name = 'extra'").get()).toEqual({ n: 0 });
});

function planOf(text: string, values: unknown[]): string {
  const db = empty();
  migrate(db);
  const rows = db.prepare(`explain query plan ${text}`).all(...values) as { detail: string }[];
  return rows.map(({ detail }) => detail).join("\n");
}

const FILTERS: SessionFilter[] = [
  {},
  { worked: true },
  { project: "000000000001" as ProjectId },
  { project: "000000000001" as ProjectId, worked: true },
  { project: "000000000001" as ProjectId, workedOrLimit: true },
  { worktree: "/work/shop" },
  { project: "000000000001" as ProjectId, worktree: "/work/shop", worked: true },
  { agent: "alpha" as AgentId },
  { project: "000000000001" as ProjectId, agent: "alpha" as AgentId, worktree: "/work/shop", worked: true },
];

test.each(FILTERS)("a list by %j is read off an index in its own order", (filter) => {
  const where = whereOf(filter);
  const plan = planOf(LIST(where.text), [...where.values, 20]);
  expect(plan).toMatch(/USING INDEX sessions_(last|project|worktree|agent)/);
  expect(plan).not.toMatch(/TEMP B-TREE/);
});

test("the events of a session are found without reading others", () => {
  const plan = planOf(OF, ["000000000001", 1, 200]);
  expect(plan).toMatch(/SEARCH events USING INDEX events_seq/);
  expect(plan).not.toMatch(/SCAN|TEMP B-TREE/);
});

test("forgetting a session takes everything that hangs on it", () => {
  const db = empty();
  migrate(db);
  db.exec(`pragma foreign_keys = on;
    insert into agents values (1, 'alpha');
    insert into sessions (n, id, agent, project, cwd, worktree, started_ms, last_ms) values (1, 'a', 'alpha', 'none', '/', '/', 1, 1);
    insert into sessions (n, id, agent, project, cwd, worktree, started_ms, last_ms, continues) values (2, 'b', 'alpha', 'none', '/', '/', 1, 1, 'a');
    insert into events (session, seq, agent, key, at_ms, kind, author, text) values (1, 1, 1, 'k', 1, 'prompt', 'user', 'x');
    insert into summaries values ('a', 1, '{}');
    insert into receipts values ('r', 'a', 'args', 1, 1, '[]', 1, 'asked', null);
    insert into cursors values ('/f', 'alpha', 'a', 1, 1, 1, 1, 'h', 'null');
    delete from sessions where id = 'a';`);
  const count = (table: string): number => db.prepare(`select count(*) as n from ${table}`).get().n;
  expect(["events", "summaries", "receipts", "cursors", "sessions"].map(count)).toEqual([0, 0, 0, 1, 1]);
  expect(db.prepare("select continues from sessions").get()).toEqual({ continues: null });
});
