import { expect, test } from "vitest";
import type { AgentId, RunId, SessionId } from "../../src/model/ids.ts";
import { own } from "../../src/model/redacted.ts";
import type { Run } from "../../src/model/run.ts";
import type { Summary } from "../../src/model/summary.ts";
import type { Cursor } from "../../src/store/store.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { memoryStore } from "../support/memory-store.ts";
import { draft, place, said } from "./nouns.ts";

const RUN = "00000000000000aa" as RunId;
const run = (more: Partial<Run> = {}): Run => ({
  id: RUN,
  agent: "alpha" as AgentId,
  place: place("/work/shop"),
  argv: ["alpha", "--x"],
  startedAt: 1000,
  wrapper: { pid: 10, startTicks: "5" },
  mode: "pty",
  kind: "new",
  historyRoots: [],
  dir: "/data/run/aa",
  ...more,
});
const summary = (session: SessionId, goal: string): Summary => ({
  session,
  upTo: 3,
  goal: { text: own(goal), from: [1] },
  requests: [],
  files: [],
  commands: [],
  decisions: [],
  failed: [],
  fixes: [],
  open: [],
  next: [],
  limits: [],
});

function setup(alive: number[] = []) {
  const store = memoryStore({ proc: fakeProc(new Set(alive)) });
  const project = store.projects.resolve(place("/work/shop"));
  const session = store.sessions.save(draft(project.id));
  return { store, project, session };
}

test("a run comes back as saved, and a later save does not undo its end", () => {
  const { store } = setup();
  store.runs.save(run());
  expect(store.runs.get(RUN)).toEqual(run());
  store.runs.finish(RUN, { endedAt: 5000, exit: { code: 3 } });
  store.runs.save(run({ child: { pid: 11 } }));
  expect(store.runs.get(RUN)).toEqual(run({ endedAt: 5000, exit: { code: 3 }, child: { pid: 11 } }));
  expect(store.runs.open()).toEqual([]);
});

test("open runs are listed oldest first", () => {
  const { store } = setup();
  const newer = run({ id: "00000000000000bb" as RunId, startedAt: 2000 });
  store.runs.save(newer);
  store.runs.save(run());
  expect(store.runs.open().map(({ id }) => id)).toEqual([RUN, newer.id]);
});

test("a run is claimed by one living recorder at a time", () => {
  const { store } = setup([20]);
  store.runs.save(run());
  expect(store.runs.recorderOf(RUN)).toBeUndefined();
  expect(store.runs.claim(RUN, { pid: 20, startTicks: "7" })).toBe(true);
  expect(store.runs.claim(RUN, { pid: 20, startTicks: "7" })).toBe(true);
  expect(store.runs.claim(RUN, { pid: 21, startTicks: "9" })).toBe(false);
  expect(store.runs.recorderOf(RUN)).toEqual({ pid: 20, startTicks: "7" });
});

test("a run of a dead recorder can be claimed, one that is not there cannot", () => {
  const { store } = setup([]);
  store.runs.save(run());
  store.runs.claim(RUN, { pid: 20 });
  expect(store.runs.claim(RUN, { pid: 21 })).toBe(true);
  expect(store.runs.recorderOf(RUN)).toEqual({ pid: 21 });
  expect(store.runs.claim("00000000000000ff" as RunId, { pid: 21 })).toBe(false);
});

test("frames come back in order, byte by byte, while others are written", () => {
  const { store } = setup();
  store.runs.save(run());
  const bytes = Uint8Array.from({ length: 100_000 }, (_, at) => at % 251);
  store.frames.append(RUN, { at: 1, size: { cols: 80, rows: 24 }, bytes });
  store.frames.append(RUN, { at: 2, size: { cols: 100, rows: 30 }, bytes: new Uint8Array() });
  const seen = [];
  for (const segment of store.frames.of(RUN)) {
    if (seen.length === 0) store.frames.append(RUN, { at: 3, size: { cols: 1, rows: 1 }, bytes: Buffer.from("x") });
    seen.push({ ...segment, bytes: Buffer.from(segment.bytes).equals(Buffer.from(bytes)) ? "same" : segment.bytes.length });
  }
  expect(seen).toEqual([
    { at: 1, size: { cols: 80, rows: 24 }, bytes: "same" },
    { at: 2, size: { cols: 100, rows: 30 }, bytes: 0 },
    { at: 3, size: { cols: 1, rows: 1 }, bytes: 1 },
  ]);
  expect(store.frames.bytesOf(RUN)).toBe(100_001);
  store.frames.drop(RUN);
  expect([...store.frames.of(RUN)]).toEqual([]);
  expect(store.frames.bytesOf(RUN)).toBe(0);
});

test("a summary is replaced whole, and many are read at once", () => {
  const { store, project, session } = setup();
  const other = store.sessions.save(draft(project.id, { id: "000000000def" as SessionId }));
  store.summaries.save(summary(session.id, "old"), 1);
  store.summaries.save(summary(session.id, "new"), 2);
  store.summaries.save(summary(other.id, "other"), 2);
  expect(store.summaries.get(session.id)).toEqual(summary(session.id, "new"));
  const both = store.summaries.of([session.id, other.id, "000000000009" as SessionId]);
  expect([...both.keys()].sort()).toEqual([session.id, other.id].sort());
  store.summaries.save(summary("000000000009" as SessionId, "of nobody"), 3);
  expect(store.summaries.get("000000000009" as SessionId)).toBeUndefined();
});

test("a receipt is bound and proven, and a later save does not take the proof back", () => {
  const { store, session } = setup();
  const receipt = { run: RUN, channel: "args", tokens: 700, chars: 2800, sources: [session.id], at: 5, evidence: "asked" as const };
  store.receipts.save(receipt);
  expect(store.receipts.ofSession(session.id)).toBeUndefined();
  store.receipts.bind(RUN, session.id);
  store.receipts.prove(RUN, "developer");
  store.receipts.save(receipt);
  expect(store.receipts.ofSession(session.id)).toEqual({ ...receipt, session: session.id, evidence: "history", where: "developer" });
});

test("of a session with several runs the newest receipt counts", () => {
  const { store, session } = setup();
  const receipt = { channel: "args", tokens: 1, chars: 4, sources: [], evidence: "asked" as const, session: session.id };
  store.receipts.save({ ...receipt, run: RUN, at: 9 });
  store.receipts.save({ ...receipt, run: "00000000000000bb" as RunId, at: 5 });
  expect(store.receipts.ofSession(session.id)?.run).toBe(RUN);
});

test("a cursor comes back as saved and is replaced by its path", () => {
  const { store, session } = setup();
  const cursor: Cursor = {
    path: "/h/a.jsonl",
    agent: "alpha" as AgentId,
    offset: 2 ** 40,
    line: 7,
    sizeBytes: 2 ** 41,
    mtimeMs: 1700000000123.456,
    headHash: "abc",
    state: { open: ["x"] },
  };
  store.cursors.save(cursor);
  expect(store.cursors.get(cursor.path)).toEqual(cursor);
  const bound = { ...cursor, session: session.id, line: 9, state: null };
  store.cursors.save(bound);
  expect(store.cursors.all("alpha" as AgentId)).toEqual([bound]);
  expect(store.cursors.ofSession(session.id)).toEqual([bound]);
  expect(store.cursors.all("beta" as AgentId)).toEqual([]);
  expect(store.cursors.get("/h/b.jsonl")).toBeUndefined();
});

test("what fails inside a transaction leaves nothing; an inner one takes back only its own part", () => {
  const { store, session } = setup();
  const fail = (key: string) => () => {
    store.events.append(session.id, [said(key, "x")]);
    throw new Error("no");
  };
  expect(() => store.transact(fail("k1"))).toThrow("no");
  expect(store.events.count(session.id)).toBe(0);
  store.transact(() => {
    store.events.append(session.id, [said("k2", "x")]);
    expect(() => store.transact(fail("k3"))).toThrow("no");
    store.transact(() => store.events.append(session.id, [said("k4", "x")]));
  });
  expect([...store.events.of(session.id)].map(({ key, seq }) => [key, seq])).toEqual([
    ["k2", 1],
    ["k4", 2],
  ]);
});

test("a segment takes the place of the last ones, and of no other run's", () => {
  const { store } = setup();
  const other = "00000000000000bb" as RunId;
  const size = { cols: 80, rows: 24 };
  for (const id of [RUN, other]) {
    store.runs.save(run({ id }));
    for (const at of [1, 2, 3]) store.frames.append(id, { at, size, bytes: Buffer.from(`${at}`) });
  }
  store.frames.append(RUN, { at: 2, until: 3, size, bytes: Buffer.from("23") }, 2);
  store.frames.append(RUN, { at: 4, size, bytes: Buffer.from("4") });
  const texts = (id: RunId): string[] => [...store.frames.of(id)].map(({ bytes }) => Buffer.from(bytes).toString());
  expect(texts(RUN)).toEqual(["1", "23", "4"]);
  expect([...store.frames.of(RUN)][1]).toMatchObject({ at: 2, until: 3 });
  expect(texts(other)).toEqual(["1", "2", "3"]);
});
