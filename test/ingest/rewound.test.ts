// A conversation that its user went back in, read while it grows: what was stored long before is marked when the history says so.
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { catchUp } from "../../src/handoff/catch-up.ts";
import { isNews } from "../../src/ingest/batch.ts";
import { historyAt, inReadingOrder } from "../../src/ingest/discover.ts";
import { ingestFile } from "../../src/ingest/ingest.ts";
import { seqsIn } from "../../src/ingest/rewound.ts";
import type { AgentId, SessionId } from "../../src/model/ids.ts";
import type { Reader } from "../../src/transcript/reader.ts";
import { claude } from "../../src/transcript/readers/claude.ts";
import { codex } from "../../src/transcript/readers/codex.ts";
import { silentLog } from "../support/silent-log.ts";
import { toyEvent, toyLine, toyReader } from "../support/toy-reader.ts";
import { TOY, type ToyWorld, toyWorld } from "../support/toy-world.ts";

let world: ToyWorld;
beforeEach(() => {
  world = toyWorld();
});

const AGENT = "alpha" as AgentId;
const ID = "11111111-2222-4333-8444-555555555555";
const uuid = (at: number): string => `${String(at).padStart(8, "0")}-1111-4222-8333-444444444444`;

const said = (at: number, parent: number | null, type: "user" | "assistant", text: string): object => ({
  uuid: uuid(at),
  parentUuid: parent === null ? null : uuid(parent),
  type,
  timestamp: new Date(1_000_000 + at).toISOString(),
  sessionId: ID,
  cwd: join(world.folder, "shop"),
  version: "2.1.332",
  isSidechain: false,
  message: type === "user" ? { role: type, content: text } : { id: `m${at}`, role: type, content: [{ type: "text", text }] },
});
const SAID_SO = { type: "last-prompt", leafUuid: "00000000-0000-0000-0000-000000000000", explicit: true, sessionId: ID };
const branched = (): object[] => [
  said(1, null, "user", "name the queue"),
  said(2, 1, "assistant", "heron"),
  said(3, 2, "user", "use redis"),
  said(4, 3, "assistant", "I decided to use redis"),
  said(5, 2, "user", "use postgres"),
  SAID_SO,
  said(6, 5, "assistant", "postgres it is"),
];
const textOf = (records: readonly object[]): string => records.map((each) => `${JSON.stringify(each)}\n`).join("");

function historyIn(name: string, text: string): string {
  const path = join(world.folder, "h", name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return path;
}
const ingest = (path: string, reader: Reader = claude, agent = AGENT) => ingestFile(world.deps, { path, agent, reader });
const onlySession = () => {
  const [session, ...others] = world.deps.store.sessions.list({});
  if (session === undefined || others.length > 0) throw new Error(`${others.length + 1} sessions`);
  return session;
};
const marks = (): [string, boolean][] =>
  [...world.deps.store.events.of(onlySession().id)].map(({ text, rewound = false }) => [text, rewound]);
const BRANCHED: [string, boolean][] = [
  ["name the queue", false],
  ["heron", false],
  ["use redis", true],
  ["I decided to use redis", true],
  ["use postgres", false],
  ["postgres it is", false],
];

test("what was stored before the user went back is marked when the history says so, record by record as well as at once", () => {
  const path = historyIn(`${ID}.jsonl`, "");
  const reports = branched().map((record) => {
    appendFileSync(path, textOf([record]));
    return [...ingest(path).sessions.values()];
  });
  expect(marks()).toEqual(BRANCHED);
  expect(reports[5]).toEqual([{ newEvents: 0, rewound: 2 }]);
  world = toyWorld();
  ingest(historyIn(`${ID}.jsonl`, textOf(branched())));
  expect(marks()).toEqual(BRANCHED);
});

test("a history that is read again from its start marks the same, and nothing that came later", () => {
  const path = historyIn(`${ID}.jsonl`, textOf(branched()));
  ingest(path);
  writeFileSync(path, textOf([{ type: "mode", mode: "normal", sessionId: ID }, ...branched()]));
  expect([...ingest(path).sessions.values()].filter(isNews)).toEqual([]);
  expect(marks()).toEqual(BRANCHED);
});

test("a second file of one thread goes on in the same session, and marks what it took back even before anything is said in it", () => {
  const thread = "01a22fd9-851b-7f83-95a7-2512d38b1ff6";
  const part = "01a22fd9-bc58-76a3-9463-e74889bcc89b";
  const line = (ordinal: number, type: string, payload: object) => ({ timestamp: "2026-12-01T04:25:28.000Z", ordinal, type, payload });
  const item = (ordinal: number, type: string, text: string) =>
    line(ordinal, "event_msg", { type: "item_completed", item: { type, content: [{ type: "text", text }] } });
  const meta = (ordinal: number, more: object = {}) =>
    line(ordinal, "session_meta", { id: thread, cwd: join(world.folder, "shop"), ...more });
  const first = historyIn(
    `rollout-1-${thread}.jsonl`,
    textOf([
      meta(0),
      item(1, "UserMessage", "one"),
      item(2, "AgentMessage", "1"),
      item(3, "UserMessage", "two"),
      item(4, "AgentMessage", "2"),
    ]),
  );
  ingest(first, codex);
  const second = historyIn(
    `rollout-2-${thread}_${part}.jsonl`,
    textOf([meta(3, { history_base: { thread_id: thread, end_ordinal_exclusive: 3 } })]),
  );
  expect([...ingest(second, codex).sessions.values()]).toEqual([{ newEvents: 0, rewound: 2 }]);
  appendFileSync(second, textOf([item(4, "UserMessage", "three"), item(5, "AgentMessage", "3")]));
  ingest(second, codex);
  expect(marks()).toEqual([
    ["one", false],
    ["1", false],
    ["two", true],
    ["2", true],
    ["three", false],
    ["3", false],
  ]);
});

test("what is gone on with holds again", () => {
  const events = ["k1", "k2", "k3"].map((key) => toyEvent({ key, text: key })).join("");
  const rewound = (more: object = {}) => toyLine({ kind: "rewound", events: { kind: "range", from: "k2", upTo: "k3" }, ...more });
  const path = historyIn("talk.toy", world.about("talk") + events + rewound());
  ingest(path, toyReader, TOY);
  expect(marks()).toEqual([
    ["k1", false],
    ["k2", true],
    ["k3", true],
  ]);
  appendFileSync(path, rewound({ isBack: true }));
  ingest(path, toyReader, TOY);
  expect(marks()).toEqual([
    ["k1", false],
    ["k2", false],
    ["k3", false],
  ]);
});

test("a stretch with an end that is not known is none, and a batch's own events are known already", () => {
  const events = ["k1", "k2", "k3"].map((key, at) => ({ seq: at + 1, key, isRewound: false }));
  expect(seqsIn(events, { kind: "range", from: "k2", upTo: "k9" })).toEqual([]);
  expect(seqsIn(events, { kind: "range", from: "k9", upTo: "k3" })).toEqual([]);
  expect(seqsIn(events, { kind: "range", from: "k2", upTo: "k3" })).toEqual([2, 3]);
  expect(seqsIn(events, { kind: "range", from: "k3", upTo: "k2" })).toEqual([]);
  expect(seqsIn(events, { kind: "keys", has: (key) => key !== "k2" })).toEqual([1, 3]);
});

/** As the toy format, but a conversation may have several files: `<id>.toy`, `<id>_2.toy`. */
const severalFiles: Reader = { ...toyReader, nativeIdOf: (path) => /([a-z]+)(?:_\d)?\.toy$/.exec(path)?.[1] };

test("of a conversation with several files the oldest is read first, though the newest conversation comes first", () => {
  const source = { ...world.source, reader: severalFiles };
  const names = ["talk.toy", "talk_2.toy", "other.toy"].map((name) => historyIn(name, world.about(name)));
  for (const [at, path] of names.entries()) utimesSync(path, 1000, 1000 + (at === 1 ? 10 : at));
  const files = names.flatMap((path) => historyAt(path, source) ?? []);
  const order = inReadingOrder([...files].reverse()).map(({ path }) => path.split("/").at(-1));
  expect(order).toEqual(["talk.toy", "talk_2.toy", "other.toy"]);
});

test("a summary that was made before is made anew when nothing but the mark is new", () => {
  const events =
    toyEvent({ key: "k1", text: "name the queue" }) +
    toyEvent({ key: "k2", kind: "reply", by: "agent", text: "heron" }) +
    toyEvent({ key: "k3", text: "use redis for it" }) +
    toyEvent({ key: "k4", kind: "reply", by: "agent", text: "I decided to use redis because it is fast." });
  const path = historyIn("talk.toy", world.about("talk") + events);
  const deps = { ...world.deps, log: silentLog(), sources: [world.source] };
  const decided = (id: SessionId) => world.deps.store.summaries.get(id)?.decisions.length;
  catchUp(deps, world.place, () => false);
  expect(decided(onlySession().id)).toBeGreaterThan(0);
  appendFileSync(path, toyLine({ kind: "rewound", events: { kind: "range", from: "k3", upTo: "k4" } }));
  catchUp(deps, world.place, () => false);
  expect(decided(onlySession().id)).toBe(0);
});
