// Going back in Codex's history: another file of the same thread since 0.171, a record of its own before.
import { expect, test } from "vitest";
import type { Fact } from "../../../src/model/event.ts";
import { codex } from "../../../src/transcript/readers/codex.ts";
import { eventsOf, factsOf, lines } from "../../support/read-history.ts";

const THREAD = "01a22fd9-851b-7f83-95a7-2512d38b1ff6";
const SECOND = "01a22fd9-bc58-76a3-9463-e74889bcc89b";
const THIRD = "01a22fd9-f194-7b01-8c1d-b9329484edfe";
const OTHER = "01a22fd1-0000-7b01-8c1d-b9329484edfe";
const path = (name: string): string => `/home/dev/.codex/sessions/2026/12/01/rollout-2026-12-01T04-25-28-${name}.jsonl`;

const line = (ordinal: number, type: string, payload: object): object => ({
  timestamp: "2026-12-01T04:25:28.000Z",
  ordinal,
  type,
  payload,
});
const meta = (ordinal: number, more: object = {}, id = THREAD) =>
  line(ordinal, "session_meta", { id, session_id: id, cwd: "/shop", ...more });
const base = (thread: string, end: number) => ({ history_base: { thread_id: thread, end_ordinal_exclusive: end, end_byte_offset: 9 } });
const asks = (ordinal: number, text: string) =>
  line(ordinal, "event_msg", { type: "item_completed", item: { type: "UserMessage", content: [{ type: "text", text }] } });
const answers = (ordinal: number, text: string) =>
  line(ordinal, "event_msg", { type: "item_completed", item: { type: "AgentMessage", content: [{ type: "Text", text }] } });
const read = (name: string, ...records: object[]): Fact[] => factsOf(codex, path(name), lines(...records));

const FIRST_FILE = [meta(0), asks(12, "one"), answers(13, "1"), asks(22, "two"), answers(23, "2"), asks(32, "three"), answers(38, "3")];
const SECOND_FILE = [meta(19, base(THREAD, 19)), asks(25, "four"), answers(26, "4"), asks(35, "five"), answers(36, "5")];

/** Texts of these files' events that the newest file takes back. */
function takenBack(facts: readonly Fact[], ...files: readonly (readonly Fact[])[]): string[] {
  const cuts = facts.flatMap((fact) => (fact.kind === "rewound" && fact.events.kind === "keys" ? [fact.events] : []));
  return files.flatMap((each) => eventsOf(each).flatMap(({ key, text }) => (cuts.some((cut) => cut.has(key)) ? [text] : [])));
}

test("a file that a thread goes on in is the thread's own, and no session of its own", () => {
  expect(codex.nativeIdOf(path(`${THREAD}_${SECOND}`))).toBe(THREAD);
  const facts = read(`${THREAD}_${SECOND}`, ...SECOND_FILE);
  expect(facts.flatMap((fact) => (fact.kind === "session" ? [[fact.nativeId, fact.parent]] : []))).toEqual([[THREAD, undefined]]);
});

test("it takes back what stood behind its base", () => {
  const first = read(THREAD, ...FIRST_FILE);
  const second = read(`${THREAD}_${SECOND}`, ...SECOND_FILE);
  expect(takenBack(second, first, second)).toEqual(["two", "2", "three", "3"]);
  expect(takenBack(first, first, second)).toEqual([]);
});

test("a third goes on from the second, or from the first again: then the second is taken back whole", () => {
  const first = read(THREAD, ...FIRST_FILE);
  const second = read(`${THREAD}_${SECOND}`, ...SECOND_FILE);
  const third = (from: string, end: number) => read(`${THREAD}_${THIRD}`, meta(end, base(from, end)), asks(end + 6, "six"));
  expect(takenBack(third(SECOND, 32), first, second, third(SECOND, 32))).toEqual(["five", "5"]);
  expect(takenBack(third(THREAD, 19), first, second, third(THREAD, 19))).toEqual(["two", "2", "three", "3", "four", "4", "five", "5"]);
  expect(takenBack(third(THREAD, 29), first, second, third(THREAD, 29))).toEqual(["three", "3", "four", "4", "five", "5"]);
});

test("a sub-agent's own thread, filed under the same conversation, is not touched", () => {
  const source = { subagent: { thread_spawn: { parent_thread_id: THREAD } } };
  const inner = read(OTHER, meta(0, { source }, OTHER), answers(40, "found"));
  expect(eventsOf(inner)).toHaveLength(1);
  expect(takenBack(read(`${THREAD}_${SECOND}`, ...SECOND_FILE), inner)).toEqual([]);
});

test("without a base it begins anew", () => {
  const first = read(THREAD, ...FIRST_FILE);
  const anew = read(`${THREAD}_${SECOND}`, meta(0), asks(12, "one"), answers(13, "1"));
  expect(takenBack(anew, first, anew)).toEqual(["one", "1", "two", "2", "three", "3"]);
});

test("the same words at the same place in two files are two events", () => {
  const keys = [read(THREAD, meta(0), asks(12, "one")), read(`${THREAD}_${SECOND}`, meta(0), asks(12, "one"))].map(
    (facts) => eventsOf(facts)[0]?.key,
  );
  expect(keys[0]).not.toBe(keys[1]);
});

test("a fork, which has a thread of its own, takes nothing back, nor does a base that is not told whole", () => {
  const first = read(THREAD, ...FIRST_FILE);
  expect(takenBack(read(OTHER, meta(19, { ...base(THREAD, 19), forked_from_id: THREAD }, OTHER), asks(25, "four")), first)).toEqual([]);
  expect(takenBack(read(`${OTHER}_${SECOND}`, meta(19, base(THREAD, 19), OTHER), asks(25, "four")), first)).toEqual([]);
  expect(takenBack(read(`${THREAD}_${SECOND}`, meta(19, { history_base: { thread_id: THREAD } })), first)).toEqual([]);
});

const rolledBack = (ordinal: number, count: unknown) => line(ordinal, "event_msg", { type: "thread_rolled_back", num_turns: count });
const ranges = (...records: object[]): string[][] => {
  const facts = read(THREAD, ...records);
  const texts = new Map(eventsOf(facts).map(({ key, text }) => [key, text]));
  return facts.flatMap((fact) =>
    fact.kind === "rewound" && fact.events.kind === "range"
      ? [[texts.get(fact.events.from) ?? "?", texts.get(fact.events.upTo) ?? "?"]]
      : [],
  );
};

test("turns that were rolled back are the newest that still hold", () => {
  expect(ranges(...FIRST_FILE, rolledBack(40, 2), asks(41, "four"), answers(42, "4"), rolledBack(43, 2))).toEqual([
    ["two", "3"],
    ["one", "4"],
  ]);
});

test("no turn, and more turns than are known, roll nothing back", () => {
  expect(ranges(...FIRST_FILE, rolledBack(40, 0), rolledBack(41, 4), rolledBack(42, "2"))).toEqual([]);
});
