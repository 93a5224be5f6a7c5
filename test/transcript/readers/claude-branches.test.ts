// Going back in Claude Code's history: what is a branch that was left, and what only looks like one.
import { describe, expect, test } from "vitest";
import type { Fact } from "../../../src/model/event.ts";
import { claude } from "../../../src/transcript/readers/claude.ts";
import { factsOf, lines } from "../../support/read-history.ts";

const ID = "11111111-2222-4333-8444-555555555555";
const PATH = `/home/dev/.claude/projects/-home-dev-shop/${ID}.jsonl`;
const SAYING = "2.1.332";
const OLDER = "2.1.100";
const ZEROS = "00000000-0000-0000-0000-000000000000";

/** An id as long as real ones. */
const uuid = (name: string): string => `${Buffer.from(name).toString("hex").padEnd(12, "0").slice(0, 12)}-aaaa-4bbb-8ccc-dddddddddddd`;
const key = (name: string): string => `${uuid(name)}:0`;

type More = { version?: string | undefined; [field: string]: unknown };
const record = (name: string, parent: string | null | undefined, more: More): object => ({
  uuid: uuid(name),
  ...(parent !== undefined && { parentUuid: parent === null ? null : uuid(parent) }),
  timestamp: "2026-11-30T10:00:00.000Z",
  sessionId: ID,
  cwd: "/home/dev/shop",
  version: OLDER,
  isSidechain: false,
  ...more,
});
const user = (name: string, parent: string | null | undefined, more: More = {}) =>
  record(name, parent, { type: "user", message: { role: "user", content: `please ${name}` }, ...more });
const answer = (name: string, parent: string | undefined, more: More = {}) =>
  record(name, parent, {
    type: "assistant",
    message: { id: name, role: "assistant", content: [{ type: "text", text: `done ${name}` }] },
    ...more,
  });
const calls = (name: string, parent: string) =>
  record(name, parent, {
    type: "assistant",
    message: { id: "m", role: "assistant", content: [{ type: "tool_use", id: name, name: "Read", input: { file_path: name } }] },
  });
const result = (name: string, parent: string) =>
  user(name, parent, { message: { role: "user", content: [{ type: "tool_result", tool_use_id: parent, content: "ok" }] } });
const system = (name: string, parent: string | null, subtype: string, more: More = {}) =>
  record(name, parent, { type: "system", subtype, ...more });
const saidSo = { type: "last-prompt", leafUuid: ZEROS, explicit: true, sessionId: ID };

const rewindings = (...records: object[]) =>
  factsOf(claude, PATH, lines(...records)).flatMap((fact: Fact) =>
    fact.kind === "rewound" && fact.events.kind === "range"
      ? [
          {
            from: fact.events.from,
            upTo: fact.events.upTo,
            ...(fact.isBack && { isBack: true }),
            ...(fact.isPutBack && { isPutBack: true }),
          },
        ]
      : [],
  );

const talk = (version = OLDER): object[] => [
  user("one", null, { version }),
  answer("a1", "one", { version }),
  system("t1", "a1", "turn_duration", { version }),
  user("two", "t1", { version }),
  answer("a2", "two", { version }),
  user("three", "a2", { version }),
  answer("a3", "three", { version }),
];
const TWO_AND_THREE = { from: key("two"), upTo: key("a3") };

test("a prompt with the parent of an earlier one takes its place, and that of all that followed", () => {
  expect(rewindings(...talk(), user("four", "t1"), answer("a4", "four"), user("five", "a4"))).toEqual([TWO_AND_THREE]);
});

test("a version that says so is believed only when it does", () => {
  const four = user("four", "t1", { version: SAYING });
  expect(rewindings(...talk(SAYING), four, answer("a4", "four", { version: SAYING }))).toEqual([]);
  expect(rewindings(...talk(SAYING), four, saidSo, answer("a4", "four", { version: SAYING }))).toEqual([TWO_AND_THREE]);
  expect(rewindings(...talk(SAYING), four, { ...saidSo, leafUuid: uuid("a3") })).toEqual([]);
  expect(rewindings(...talk(SAYING), four, { ...saidSo, explicit: false })).toEqual([]);
});

test("newer versions than that count as those that say so; what has none is not judged by its shape", () => {
  for (const version of ["2.1.333", "2.2.0", "3.0.0", undefined])
    expect(rewindings(...talk(), user("four", "t1", { version }), answer("a4", "four")), version ?? "none").toEqual([]);
});

test("what replaces the first prompt has no parent: only where that is said", () => {
  const all = { from: key("one"), upTo: key("a3") };
  for (const version of [OLDER, SAYING]) {
    expect(rewindings(...talk(version), user("four", null, { version }))).toEqual([]);
    expect(rewindings(...talk(version), user("four", null, { version }), saidSo)).toEqual([all]);
    expect(rewindings(...talk(version), user("four", null, { version }), user("five", "four", { version }), saidSo)).toEqual([]);
  }
});

test("one can go back more than once, to the same place and further", () => {
  expect(
    rewindings(...talk(), user("four", "t1"), answer("a4", "four"), user("five", "t1"), answer("a5", "five"), user("six", "a5")),
  ).toEqual([TWO_AND_THREE, { from: key("four"), upTo: key("a4") }]);
  const outer = rewindings(...talk(), user("four", "a2"), answer("a4", "four"), user("five", "t1"));
  expect(outer).toEqual([
    { from: key("three"), upTo: key("a3") },
    { from: key("two"), upTo: key("a4") },
  ]);
});

test("a branch that is gone on with was never left: two processes write there, and nothing is judged any more", () => {
  const other = [...talk(), user("four", "t1"), answer("a4", "four"), user("five", "a3")];
  expect(rewindings(...other)).toEqual([TWO_AND_THREE, { ...TWO_AND_THREE, isBack: true }]);
  expect(rewindings(...other, answer("a5", "five"), user("six", "a4"), answer("a6", "six"), user("seven", "t1"))).toHaveLength(2);
});

test("an answer that was under way when the other process asked belongs to its own branch", () => {
  const late = [...talk(), user("four", "t1"), answer("a3b", "a3"), answer("a4", "four"), user("five", "a3b")];
  expect(rewindings(...late)).toEqual([TWO_AND_THREE, { ...TWO_AND_THREE, isBack: true }]);
});

test("parallel tool calls, whose results hang beside each other, leave no branch", () => {
  expect(
    rewindings(
      user("one", null),
      calls("c1", "one"),
      calls("c2", "c1"),
      result("r1", "c1"),
      result("r2", "c2"),
      answer("a1", "r2"),
      user("two", "a1"),
      calls("c3", "two"),
      calls("c4", "two"),
      result("r4", "c4"),
      result("r3", "c3"),
      answer("a2", "r3"),
      user("three", "a2"),
      answer("a3", "three"),
      user("four", "a3"),
    ),
  ).toEqual([]);
});

test("a compaction begins a new tree, which is no new conversation; nor is a kept message as parent", () => {
  const compacted = [
    ...talk(),
    system("b", null, "compact_boundary", { logicalParentUuid: uuid("a3") }),
    user("s", "b", {
      isCompactSummary: true,
      message: { role: "user", content: "This session is being continued from a previous conversation\nAll." },
    }),
  ];
  expect(rewindings(...compacted, user("four", "s"), answer("a4", "four"), user("five", "a4"))).toEqual([]);
  expect(rewindings(...compacted, user("four", "t1"), answer("a4", "four"))).toEqual([]);
  expect(rewindings(...compacted, user("four", "s"), answer("a4", "four"), user("five", "t1"))).toEqual([
    { from: key("two"), upTo: key("a4") },
  ]);
});

test("sub-agents' talk, reminders, commands of the program and errors of the API leave no branch", () => {
  expect(
    rewindings(
      user("one", null),
      user("side", null, { isSidechain: true }),
      answer("sa", "side", { isSidechain: true }),
      user("side2", null, { isSidechain: true }),
      answer("a1", "one"),
      user("two", "a1"),
      system("e1", "two", "api_error"),
      answer("a2", "two"), // the retry's answer hangs beside the error, and the next prompt below the error
      user("meta", "a1", { isMeta: true }), // "Continue …", below a record that was the newest long ago
      user("note", "a1", { message: { role: "user", content: "<local-command-stdout>ok</local-command-stdout>" } }),
      user("three", "e1"),
      answer("a3", "three"),
    ),
  ).toEqual([]);
});

test("a prompt that waited and went in in the middle of a turn takes nobody's place", () => {
  const queued = (name: string, parent: string) =>
    record(name, parent, { type: "attachment", attachment: { type: "queued_command", commandMode: "prompt", prompt: `also ${name}` } });
  expect(rewindings(user("one", null), calls("c1", "one"), queued("q1", "c1"), queued("q2", "c1"), answer("a1", "q2"))).toEqual([]);
});

test("files without parents, with no parent anywhere, or with parents that are not there are not judged", () => {
  const plain = (parent: string | null | undefined) =>
    ["one", "two", "three"].flatMap((name) => [user(name, parent), answer(`a-${name}`, undefined)]);
  expect(rewindings(...plain(undefined))).toEqual([]);
  expect(rewindings(...plain(null))).toEqual([]);
  expect(rewindings(...talk(), user("four", "nowhere"), answer("a4", "four"), user("five", "a4"))).toEqual([]);
});

const delta = (prompt: string, trackingPath: string, copy: string | null) => ({
  type: "file-history-delta",
  snapshotMessageId: uuid(prompt),
  trackingPath,
  backup: { backupFileName: copy, version: 1 },
});
const snapshot = (prompt: string, copies: Readonly<Record<string, string | null>>) => ({
  type: "file-history-snapshot",
  messageId: uuid(prompt),
  snapshot: { trackedFileBackups: Object.fromEntries(Object.entries(copies).map(([path, copy]) => [path, { backupFileName: copy }])) },
});

describe("files that were edited in what was taken back", () => {
  const PUT_BACK = { ...TWO_AND_THREE, isPutBack: true };
  const edited = (version = SAYING): object[] => {
    const [one, a1, t1, two, a2, ...rest] = talk(version);
    return [one, a1, t1, two, delta("two", "a.ts", "a@v1"), a2, ...rest].flatMap((each) => each ?? []);
  };
  const four = user("four", "t1", { version: SAYING });

  test("were put back where the copy from before the change stands for them again, whenever that is said", () => {
    const as = snapshot("four", { "a.ts": "a@v1" });
    for (const end of [
      [as, four, saidSo],
      [four, as, saidSo],
      [four, saidSo, as],
    ])
      expect(rewindings(...edited(), ...end, answer("a4", "four"))).toEqual([TWO_AND_THREE, PUT_BACK]);
  });

  test("were left where another copy stands for one of them, and may have been where none is told", () => {
    for (const copies of [{ "a.ts": "a@v2" }, { "a.ts": "a@v1", "b.ts": "b@v2" }])
      expect(rewindings(...edited(), delta("three", "b.ts", "b@v1"), four, saidSo, snapshot("four", copies), answer("a4", "four"))).toEqual(
        [TWO_AND_THREE],
      );
    expect(rewindings(...edited(), four, saidSo, answer("a4", "four"))).toEqual([TWO_AND_THREE]);
    expect(rewindings(...edited(), four, saidSo, snapshot("two", { "a.ts": "a@v1" }))).toEqual([TWO_AND_THREE]);
  });

  test("a file that was made there is gone again; one that was changed before is as it was then", () => {
    const before = [
      ...talk(SAYING).slice(0, 3),
      delta("one", "old.ts", "o@v1"),
      snapshot("two", { "old.ts": "o@v2" }),
      ...talk(SAYING).slice(3),
      delta("two", "new.ts", null),
    ];
    const end = (old: string) => [four, saidSo, snapshot("four", { "old.ts": old, "new.ts": null }), answer("a4", "four")];
    expect(rewindings(...before, ...end("o@v2"))).toEqual([TWO_AND_THREE, PUT_BACK]);
    expect(rewindings(...before, ...end("o@v1"))).toEqual([TWO_AND_THREE]);
    expect(rewindings(...before, ...end("o@v3"))).toEqual([TWO_AND_THREE]);
  });

  test("nothing was put back where nothing was edited", () => {
    expect(rewindings(...talk(SAYING), four, saidSo, snapshot("four", {}))).toEqual([TWO_AND_THREE]);
  });
});

test("the reader's state stays small in a long conversation, and a state of before is read on from", () => {
  const state = claude.start(PATH);
  const step = (made: object, line: number) => claude.step(state, { line, text: JSON.stringify(made), sizeBytes: 100 });
  for (let at = 0; at < 2000; at += 1) {
    step(user(`p${at}`, at === 0 ? null : `p${at - 1}`), at + 1);
    step(delta(`p${at}`, `packages/some/where/below/src/file-${at}.ts`, `0123456789abcdef@v${at}`), at + 1);
  }
  expect(JSON.stringify(state).length).toBeLessThan(40_000);
  delete state.tree;
  expect(step(user("last", "p1999"), 2001).some((fact) => fact.kind === "event")).toBe(true);
});
