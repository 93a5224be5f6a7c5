import { createRequire } from "node:module";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { SessionId } from "../../src/model/ids.ts";
import { appendEvents, rewindEvents } from "../../src/store/append.ts";
import { eventTable } from "../../src/store/events.ts";
import { MIGRATIONS, migrate } from "../../src/store/migrate.ts";
import { type RawLine, rawFiles, readRaw } from "../../src/store/raw.ts";
import { sqlOver } from "../../src/store/sql.ts";
import type { Mark } from "../../src/store/store.ts";
import { memoryStore } from "../support/memory-store.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { draft, place, said } from "./nouns.ts";

function setup() {
  const store = memoryStore();
  const raw = rawFiles(join(tempFolder(), "raw"));
  const project = store.projects.resolve(place("/work/shop"));
  const session = store.sessions.save(draft(project.id));
  const texts = ["Add retries", "added", "Use redis for the queue", "used"];
  const events = texts.map((text, at) => said(`k${at + 1}`, text, at % 2 === 0 ? {} : { kind: "reply", by: "agent" }));
  appendEvents({ store, raw }, { session, project }, events);
  const rewind = (seqs: number[], mark: Mark = "rewound") => rewindEvents({ store, raw }, { session, project }, seqs, mark);
  const marked = () => [...store.events.of(session.id)].flatMap(({ seq, rewound }) => (rewound ? [seq] : []));
  return { store, raw, project, session, rewind, marked };
}

test("events that were gone back to before stay, and say so wherever they are read", () => {
  const { store, session, rewind, marked } = setup();
  expect(rewind([3, 4])).toBe(2);
  expect(marked()).toEqual([3, 4]);
  expect(store.events.digest(session.id).map(({ rewound }) => rewound)).toEqual([undefined, undefined, true, true]);
  expect(store.events.keys(session.id).map(({ key, isRewound }) => [key, isRewound])).toEqual([
    ["k1", false],
    ["k2", false],
    ["k3", true],
    ["k4", true],
  ]);
});

test("only a change counts as one: who read before it must read again", () => {
  const { store, session, rewind, marked } = setup();
  expect(store.events.rewinds(session.id)).toBe(0);
  rewind([3, 4]);
  expect([rewind([3, 4]), rewind([1], "holds"), rewind([9]), store.events.rewinds(session.id)]).toEqual([0, 0, 0, 1]);
  expect([rewind([4], "holds"), store.events.rewinds(session.id), marked()]).toEqual([1, 2, [3]]);
});

test("a session is about the first request that holds, and about the next one where none does", () => {
  const { store, session, rewind } = setup();
  const goal = () => store.sessions.get(session.id).goal;
  rewind([1, 2]);
  expect(goal()).toBe("Use redis for the queue");
  rewind([3, 4]);
  expect(goal()).toBeUndefined();
  store.events.append(session.id, [said("k5", "Use postgres")]);
  expect(goal()).toBe("Use postgres");
  rewind([1, 2], "holds");
  expect(goal()).toBe("Add retries");
});

test("that files were put back is known beside the rest, and stays known when the history is read again", () => {
  const { store, session, rewind, marked } = setup();
  rewind([3, 4]);
  expect(rewind([3, 4], "put-back")).toBe(2);
  expect([...store.events.of(session.id)].map(({ rewound, putBack }) => [rewound, putBack]).slice(1, 3)).toEqual([
    [undefined, undefined],
    [true, true],
  ]);
  expect([rewind([3, 4]), rewind([3, 4], "put-back"), marked()]).toEqual([0, 0, [3, 4]]);
  expect([rewind([3, 4], "holds"), marked()]).toEqual([2, []]);
});

test("marks of one session are not those of another", () => {
  const { store, project, rewind } = setup();
  const other = store.sessions.save(draft(project.id, { id: "000000000xyz" as SessionId }));
  store.events.append(other.id, [said("o1", "a"), said("o2", "b"), said("o3", "c")]);
  rewind([3, 4]);
  expect([...store.events.of(other.id)].some(({ rewound }) => rewound)).toBe(false);
  expect(store.events.rewinds(other.id)).toBe(0);
});

test("the raw files say it too, once, in order", async () => {
  const { raw, project, session, rewind } = setup();
  rewind([1, 2, 4]);
  rewind([1, 2, 4]);
  rewind([2], "holds");
  const lines: RawLine[] = [];
  for await (const line of readRaw(raw.pathOf(session, project))) lines.push(line);
  expect(lines.slice(-2)).toEqual([
    {
      kind: "rewound",
      ranges: [
        [1, 2],
        [4, 4],
      ],
      mark: "rewound",
    },
    { kind: "rewound", ranges: [[2, 2]], mark: "holds" },
  ]);
});

test("events of the schema before are read as ones that hold, and can be marked", () => {
  const driver = createRequire(import.meta.url)("better-sqlite3");
  const db = new driver(":memory:");
  migrate(db, MIGRATIONS.slice(0, 2));
  db.exec(`insert into agents (n, id) values (1, 'alpha');
    insert into sessions (n, id, agent, project, cwd, worktree, started_ms, last_ms) values (1, 's', 'alpha', 'none', '/', '/', 1, 1);
    insert into events (session, seq, agent, key, at_ms, kind, author, text) values (1, 1, 1, 'k', 1, 'prompt', 'user', 'do it')`);
  migrate(db);
  const table = eventTable(sqlOver(db, ":memory:"));
  const session = "s" as SessionId;
  expect([...table.of(session)].map(({ text, rewound }) => [text, rewound])).toEqual([["do it", undefined]]);
  expect(table.rewind(session, [1], "rewound")).toBe(1);
  expect([...table.of(session)][0]?.rewound).toBe(true);
});
