// The shapes of Claude Code's records, one by one, also those that no fixture has.
import { describe, expect, test } from "vitest";
import type { Fact } from "../../../src/model/event.ts";
import { claude } from "../../../src/transcript/readers/claude.ts";
import { readerOf } from "../../../src/transcript/readers/index.ts";
import { eventsOf, factsOf, lines } from "../../support/read-history.ts";

const ID = "11111111-2222-4333-8444-555555555555";
const OTHER = "99999999-2222-4333-8444-555555555555";
const PATH = `/home/dev/.claude/projects/-home-dev-shop/${ID}.jsonl`;
const reader = readerOf("claude");
if (reader === undefined) throw new Error("no such reader");

let count = 0;
const record = (more: object): object => {
  count += 1;
  return {
    uuid: `u${count}`,
    timestamp: "2026-11-30T10:00:00.000Z",
    sessionId: ID,
    cwd: "/home/dev/shop",
    version: "2.1.0",
    gitBranch: "main",
    ...more,
  };
};
const user = (content: unknown, more: object = {}) => record({ type: "user", message: { role: "user", content }, ...more });
const assistant = (content: unknown, more: object = {}, message: object = {}) =>
  record({ type: "assistant", message: { id: `m${count}`, role: "assistant", content, stop_reason: null, ...message }, ...more });
const read = (...records: object[]): Fact[] => factsOf(reader, PATH, lines(...records));
const events = (...records: object[]) => eventsOf(read(...records));
const brief = (...records: object[]) => events(...records).map(({ kind, text }) => [kind, text]);

describe("a prompt is what the user said", () => {
  test.each([
    ["a string", "fix the tests", "fix the tests"],
    [
      "blocks, with an image",
      [
        { type: "text", text: "why is it red?" },
        { type: "image", source: {} },
      ],
      "why is it red?\n[image]",
    ],
    ["with a reminder around it", "<system-reminder>\nnote\n</system-reminder>\nfix it", "fix it"],
    ["with the editor's selection", "<ide_selection>const a = 1;</ide_selection>\nwhat is a?", "what is a?"],
    [
      "a command with a request",
      "<command-name>/review</command-name>\n<command-message>review</command-message>\n<command-args>the auth code</command-args>",
      "/review the auth code",
    ],
    ["after our briefing", '<mem-briefing origin="mem:run:0123456789abcdef">\nold\n</mem-briefing>\ngo on', "go on"],
    ["HTML", "<div>why does this not show?</div>", "<div>why does this not show?</div>"],
    ["terse", "pr-477", "pr-477"],
  ])("%s", (_, content, expected) => {
    expect(brief(user(content))).toEqual([["prompt", expected]]);
  });
});

describe("no prompt is", () => {
  test.each([
    ["a caveat", "<local-command-caveat>Caveat: …</local-command-caveat>", { isMeta: true }],
    ["a command", "<command-name>/clear</command-name>\n<command-message>clear</command-message>\n<command-args></command-args>", {}],
    ["a setting", "<command-name>/model</command-name>\n<command-args>opus</command-args>", {}],
    ["a command's output", "<local-command-stdout>Set model</local-command-stdout>", {}],
    ["a reminder", "<system-reminder>today is Monday</system-reminder>", {}],
    ["a notification", "<task-notification>\n<task-id>a</task-id>\n</task-notification>", { origin: { kind: "task-notification" } }],
    ["an expanded skill", [{ type: "text", text: "Base directory for this skill: /x" }], { isMeta: true }],
    ["a hook's stop", 'Operation stopped by hook: Another session is active: "x"', {}],
    ["our own briefing alone", '<mem-briefing origin="mem:run:0123456789abcdef">\nold\n</mem-briefing>', {}],
    ["a shell line of the user", "<bash-input>ls</bash-input>", {}],
  ])("%s", (_, content, more) => {
    expect(brief(user(content, more))).toEqual([]);
  });
});

test("what was typed while the agent worked is a prompt", () => {
  const queued = (more: object) => record({ type: "attachment", attachment: { type: "queued_command", ...more } });
  expect(
    brief(
      queued({ prompt: "also the docs", commandMode: "prompt" }),
      queued({ prompt: "<task-notification>x", commandMode: "task-notification" }),
    ),
  ).toEqual([["prompt", "also the docs"]]);
});

describe("tool calls say what they are about", () => {
  const call = (name: string, input: unknown) => events(assistant([{ type: "tool_use", id: "t", name, input }]))[0];
  test.each([
    ["Bash", { command: "npm test", description: "Run" }, "npm test", [], undefined],
    ["Read", { file_path: "/a/b.ts", offset: 3 }, "/a/b.ts", ["/a/b.ts"], undefined],
    ["Edit", { file_path: "/a.ts", old_string: "one\ntwo", new_string: "three" }, "/a.ts (+1 -2)\n- one\n- two\n+ three", ["/a.ts"], true],
    ["MultiEdit", { file_path: "/a.ts", edits: [{ old_string: "x", new_string: "y" }] }, "/a.ts (+1 -1)\n- x\n+ y", ["/a.ts"], true],
    [
      "Write",
      { file_path: "/a.ts", content: "1\n2\n3\n4\n5\n6\n" },
      "/a.ts (+6 -0)\n+ 1\n+ 2\n+ 3\n+ 4\n+ … 2 more lines",
      ["/a.ts"],
      true,
    ],
    ["NotebookEdit", { notebook_path: "/n.ipynb", new_source: "a = 1" }, "/n.ipynb (+1 -0)\n+ a = 1", ["/n.ipynb"], true],
    ["Grep", { pattern: "lock", path: "src" }, "lock in src", ["src"], undefined],
    ["Glob", { pattern: "**/*.ts" }, "**/*.ts", [], undefined],
    ["WebFetch", { url: "https://a.b", prompt: "what is it" }, "https://a.b", [], undefined],
    [
      "TodoWrite",
      {
        todos: [
          { content: "write it", status: "completed" },
          { content: "test it", status: "pending" },
        ],
      },
      "[completed] write it\n[pending] test it",
      [],
      undefined,
    ],
    [
      "AskUserQuestion",
      { questions: [{ question: "Which?", options: [{ label: "A" }, { label: "B" }] }] },
      "Which? (A | B)",
      [],
      undefined,
    ],
    ["Task", { description: "Count", prompt: "count files", subagent_type: "x" }, "Count: count files", [], undefined],
    ["TaskCreate", { subject: "Write it", description: "all of it" }, "[pending] Write it", [], undefined],
    ["TaskUpdate", { taskId: "3", status: "completed" }, "[completed] task 3", [], undefined],
    ["TaskUpdate", { taskId: "3", subject: "Write it all" }, "[changed] task 3: Write it all", [], undefined],
    ["ExitPlanMode", { plan: "1. look\n2. fix" }, "1. look\n2. fix", [], undefined],
    ["mcp__x__y", { limit: 3 }, '{"limit":3}', [], undefined],
  ])("%s", (name, input, text, files, writes) => {
    expect(call(name, input)).toMatchObject({ kind: "tool_call", tool: name, text, files, by: "agent" });
    expect(call(name, input)?.writes ?? false).toBe(writes ?? false);
  });
});

describe("tool results", () => {
  const use = (name: string, input: object) => assistant([{ type: "tool_use", id: "t1", name, input }]);
  const result = (content: unknown, more: object = {}, extra: object = {}) =>
    user([{ type: "tool_result", tool_use_id: "t1", content, ...more }], extra);

  test("know their call: its tool, its text and its files", () => {
    expect(events(use("Read", { file_path: "/a/.env" }), result("X=1"))[1]).toMatchObject({
      kind: "tool_result",
      tool: "Read",
      call: "/a/.env",
      files: ["/a/.env"],
      by: "tool",
      ok: true,
      text: "X=1",
    });
  });

  test("tell failure: by flag, by interruption, by refusal", () => {
    expect(events(result("<tool_use_error>No changes</tool_use_error>", { is_error: true }))[0]).toMatchObject({
      ok: false,
      text: "No changes",
    });
    expect(events(result("partial", {}, { toolUseResult: { interrupted: true } }))[0]).toMatchObject({ ok: false });
  });

  test("lose the reminders put into them, and name what is no text", () => {
    const content = [
      { type: "text", text: "out\n\n<system-reminder>\nx\n</system-reminder>" },
      { type: "image", source: {} },
    ];
    expect(events(result(content))[0]?.text).toBe("out\n[image]");
  });

  test("are still read if their call is not known", () => {
    expect(events(result("x"))[0]).not.toHaveProperty("tool");
  });
});

describe("one answer is one reply", () => {
  test("though it is written again under another uuid", () => {
    const twin = (uuid: string) => ({ ...assistant([{ type: "text", text: "lol" }], {}, { id: "msg_1" }), uuid });
    expect(brief(twin("a"), twin("b"))).toEqual([["reply", "lol"]]);
  });

  test("and its blocks are events of their own, though they share the message's id", () => {
    const of = (block: object) => assistant([block], {}, { id: "msg_2" });
    expect(
      brief(
        of({ type: "thinking", thinking: "hm" }),
        of({ type: "text", text: "yes" }),
        of({ type: "tool_use", id: "t", name: "Bash", input: { command: "ls" } }),
      ),
    ).toEqual([
      ["thinking", "hm"],
      ["reply", "yes"],
      ["tool_call", "ls"],
    ]);
  });

  test("but two answers of the same words are two", () => {
    expect(
      brief(assistant([{ type: "text", text: "ok" }], {}, { id: "a" }), assistant([{ type: "text", text: "ok" }], {}, { id: "b" })),
    ).toHaveLength(2);
  });

  test("an empty thinking block and the program's own words are none", () => {
    expect(
      brief(
        assistant([{ type: "thinking", thinking: "" }]),
        assistant([{ type: "text", text: "No response requested." }], {}, { model: "<synthetic>" }),
      ),
    ).toEqual([]);
  });
});

describe("limits and faults", () => {
  const fault = (text: string, more: object) =>
    events(assistant([{ type: "text", text }], { isApiErrorMessage: true, ...more }, { model: "<synthetic>" }))[0];

  test.each([
    [
      "today's shape",
      "You've hit your 5-hour limit · resets 8:20pm (UTC)",
      { apiError: "usage_limit_reached", quotaLimits: { status: "rejected", resetsAt: 1796070000 } },
      1796070000000,
    ],
    ["without numbers", "You've hit your limit · resets Jul 23 at 6pm (America/Los_Angeles)", { apiErrorStatus: 429 }, undefined],
    ["the oldest shape", "Claude AI usage limit reached|1751234567", {}, 1751234567000],
  ])("a limit: %s", (_, text, more, resetsAt) => {
    expect(fault(text, more)).toMatchObject({ kind: "limit", text, ...(resetsAt !== undefined && { resetsAt }) });
    if (resetsAt === undefined) expect(fault(text, more)).not.toHaveProperty("resetsAt");
  });

  test.each([
    "API Error: Request rejected (429) · This request would exceed your rate limit",
    "API Error: Repeated 529 Overloaded errors.",
  ])("a fault: %s", (text) => {
    expect(fault(text, { apiErrorStatus: 429, error: "rate_limit" })).toMatchObject({ kind: "error", text, by: "agent" });
  });
});

test("an interruption is told as the user's, and the next prompt remembers it", () => {
  const facts = read(
    user("one"),
    assistant([{ type: "text", text: "part" }]),
    user([{ type: "text", text: "[Request interrupted by user for tool use]" }]),
    user("two"),
    user("three"),
  );
  expect(eventsOf(facts).map(({ kind, by, ok }) => [kind, by, ok])).toEqual([
    ["prompt", "user", undefined],
    ["reply", "agent", undefined],
    ["error", "user", undefined],
    ["prompt", "user", false],
    ["prompt", "user", undefined],
  ]);
  expect(facts.filter(({ kind }) => kind === "turn-end")).toHaveLength(1);
});

test("a compaction is the agent's summary, also where no flag says so", () => {
  const text =
    "This session is being continued from a previous conversation that ran out of context. The summary is below:\nWe chose advisory locks.";
  expect(brief(user(text, { isCompactSummary: true, isVisibleInTranscriptOnly: true }))).toEqual([
    ["compaction", "We chose advisory locks."],
  ]);
  expect(brief(user(text))).toEqual([["compaction", "We chose advisory locks."]]);
});

describe("sub-agents", () => {
  const side = { isSidechain: true };

  test("inside the main file speak as sub-agents, and end no turn", () => {
    const facts = read(user("do", side), assistant([{ type: "text", text: "did" }], side, { stop_reason: "end_turn" }));
    expect(eventsOf(facts).map(({ by }) => by)).toEqual(["subagent", "subagent"]);
    expect(facts.some(({ kind }) => kind === "turn-end")).toBe(false);
  });

  test.each([`/p/${ID}/subagents/agent-a1.jsonl`, "/p/agent-a1.jsonl"])(
    "in their own file are filed under who started them: %s",
    (path) => {
      const facts = factsOf(reader, path, lines(user("do", side), assistant([{ type: "text", text: "did" }], side)));
      expect(facts[0]).toMatchObject({ kind: "session", nativeId: "agent-a1", parent: ID, isSubagent: true });
      expect(facts.slice(1).every((fact) => fact.kind === "event" && fact.session === ID && fact.event.by === "subagent")).toBe(true);
    },
  );
});

describe("which conversation", () => {
  test("is told by the file's name; a fork names the one it came from", () => {
    const facts = read(user("old", { sessionId: OTHER }), user("new"));
    expect(facts.filter(({ kind }) => kind === "session")).toEqual([expect.objectContaining({ nativeId: ID, parent: OTHER })]);
    expect(facts.every((fact) => fact.kind !== "event" || fact.session === undefined)).toBe(true);
  });

  test("a fork's copy of a record has the same key", () => {
    const copied = user("old", { uuid: "same" });
    const first = events(copied)[0]?.key;
    const again = eventsOf(factsOf(reader, PATH.replace(ID, OTHER), lines({ ...copied, sessionId: OTHER })))[0]?.key;
    expect(again).toBe(first);
  });

  test("a broken parent chain, and a snapshot with the next record's id, lose nothing", () => {
    const snapshot = { type: "file-history-snapshot", messageId: "u-next", snapshot: {} };
    expect(brief(user("a", { parentUuid: "gone" }), snapshot, user("b", { uuid: "u-next", parentUuid: "also-gone" }))).toHaveLength(2);
  });

  test("events know the folder they happened in", () => {
    expect(events(user("a"), user("b", { cwd: "/home/dev/other" })).map(({ cwd }) => cwd)).toEqual(["/home/dev/shop", "/home/dev/other"]);
  });
});

describe("our mark", () => {
  const mark = 'a <mem-briefing origin="mem:run:0123456789abcdef"> b';
  const where = (...records: object[]) => read(...records).flatMap((fact) => (fact.kind === "origin" ? [[fact.run, fact.where]] : []));

  test("is found in the system prompt, in a hook's context and in a prompt, and told once", () => {
    const snapshot = record({ type: "attachment", attachment: { type: "prompt_snapshot", systemPrompt: ["x", mark] } });
    const hook = record({
      type: "attachment",
      attachment: { type: "hook_additional_context", content: [mark], hookEvent: "SessionStart" },
    });
    expect(where(snapshot, snapshot, hook, user(mark))).toEqual([
      ["0123456789abcdef", "system"],
      ["0123456789abcdef", "hook"],
      ["0123456789abcdef", "prompt"],
    ]);
  });

  test("is no evidence in a tool's output", () => {
    expect(where(user([{ type: "tool_result", tool_use_id: "t", content: mark }]))).toEqual([]);
  });
});

test("a record of an unknown type is named once; known noise never", () => {
  const facts = read({ type: "brand-new" }, { type: "brand-new" }, { type: "mode", mode: "normal" }, { type: "summary", summary: "x" });
  expect(facts).toEqual([{ kind: "skipped", line: 1, why: 'unknown record type "brand-new"' }]);
});

test("a file's name tells whether it is a conversation, and which", () => {
  expect(claude.isHistory(PATH)).toBe(true);
  expect(claude.isHistory(`/p/${ID}/subagents/agent-a1.jsonl`)).toBe(true);
  expect(claude.isHistory("/home/dev/.claude/history.jsonl")).toBe(false);
  expect(claude.isHistory(`/p/${ID}/tool-results/a.jsonl`)).toBe(false);
  expect(claude.isHistory(`/p/${ID}/subagents/agent-a1.meta.json`)).toBe(false);
  expect(claude.nativeIdOf(PATH)).toBe(ID);
  expect(claude.nativeIdOf(`C:\\p\\${ID}.jsonl`)).toBe(ID);
  expect(claude.nativeIdOf("/p/compact.jsonl")).toBeUndefined();
});

test("a conversation started as a named agent is a person's own: a sub-agent is told by who started it, not by an agent's name", () => {
  const named = { agentName: "reviewer", agentType: "reviewer", agentSetting: "reviewer" };
  const facts = read(
    { type: "agent-setting", agentSetting: "reviewer", sessionId: ID },
    user("look at the lock", named),
    assistant([{ type: "text", text: "it sticks" }], named, { stop_reason: "end_turn" }),
  );
  expect(facts.filter(({ kind }) => kind === "session")).toEqual([expect.objectContaining({ nativeId: ID })]);
  expect(facts.some((fact) => fact.kind === "session" && fact.isSubagent)).toBe(false);
  expect(eventsOf(facts).map(({ by, text }) => [by, text])).toEqual([
    ["user", "look at the lock"],
    ["agent", "it sticks"],
  ]);
  expect(facts.at(-1)).toMatchObject({ kind: "turn-end" });
});
