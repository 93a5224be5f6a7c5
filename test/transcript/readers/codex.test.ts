// The shapes of Codex's records, one by one, also those that no fixture has.
import { describe, expect, test } from "vitest";
import type { Fact } from "../../../src/model/event.ts";
import { codex } from "../../../src/transcript/readers/codex.ts";
import { readerOf } from "../../../src/transcript/readers/index.ts";
import { eventsOf, factsOf, lines } from "../../support/read-history.ts";

const ID = "019ed99c-d00d-7613-b2e7-d2f512f78afd";
const PARENT = "019ed99c-d00d-7613-b2e7-000000000000";
const PATH = `/home/dev/.codex/sessions/2026/11/30/rollout-2026-11-30T10-00-00-${ID}.jsonl`;
const reader = readerOf("codex");
if (reader === undefined) throw new Error("no such reader");

const at = "2026-11-30T10:00:00.000Z";
const wrapped = (type: string, payload: object, more: object = {}) => ({ timestamp: at, type, payload, ...more });
const meta = (more: object = {}) =>
  wrapped("session_meta", { id: ID, timestamp: at, cwd: "/home/dev/shop", cli_version: "0.140.0", git: { branch: "main" }, ...more });
const message = (role: string, text: string, more: object = {}) =>
  wrapped("response_item", {
    type: "message",
    role,
    content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
    ...more,
  });
const event = (type: string, more: object = {}) => wrapped("event_msg", { type, ...more });
const item = (payload: object) => event("item_completed", { thread_id: ID, item: payload });
const call = (name: string, args: object, id = "c1") =>
  wrapped("response_item", { type: "function_call", name, arguments: JSON.stringify(args), call_id: id });
const output = (text: unknown, id = "c1") => wrapped("response_item", { type: "function_call_output", call_id: id, output: text });
const script = (input: string) => wrapped("response_item", { type: "custom_tool_call", name: "exec", call_id: "s1", input });
const scriptOutput = (text: string) =>
  wrapped("response_item", {
    type: "custom_tool_call_output",
    call_id: "s1",
    output: [
      { type: "input_text", text: "Script completed\nOutput:\n" },
      { type: "input_text", text },
    ],
  });
const ran = (command: string, code: number) =>
  item({
    type: "CommandExecution",
    id: `e${command}`,
    command: ["/bin/bash", "-lc", command],
    cwd: "file:///home/dev/a%20b",
    status: code === 0 ? "completed" : "failed",
    aggregated_output: "out\n",
    exit_code: code,
  });

const read = (...records: object[]): Fact[] => factsOf(reader, PATH, lines(...records));
const events = (...records: object[]) => eventsOf(read(meta(), ...records));
const brief = (...records: object[]) => events(...records).map(({ kind, text }) => [kind, text]);

describe("what was said is told once", () => {
  test("though it is written as an event and as a message, in either order", () => {
    expect(
      brief(
        message("user", "fix it"),
        event("user_message", { message: "fix it" }),
        event("agent_message", { message: "done" }),
        message("assistant", "done"),
      ),
    ).toEqual([
      ["prompt", "fix it"],
      ["reply", "done"],
    ]);
  });

  test("also as whole items", () => {
    const said = item({ type: "UserMessage", id: "i1", content: [{ type: "text", text: "go" }] });
    const answered = item({ type: "AgentMessage", id: "i2", content: [{ type: "Text", text: "gone" }] });
    const thought = item({ type: "Reasoning", id: "i3", summary_text: ["think"], raw_content: [] });
    const reasoning = wrapped("response_item", { type: "reasoning", summary: [{ type: "summary_text", text: "think" }] });
    expect(brief(message("user", "go"), said, thought, reasoning, answered, message("assistant", "gone"))).toEqual([
      ["prompt", "go"],
      ["thinking", "think"],
      ["reply", "gone"],
    ]);
  });

  test('and "yes", said twice, is told twice', () => {
    const yes = [message("user", "yes"), event("user_message", { message: "yes" })];
    expect(brief(...yes, ...yes)).toHaveLength(2);
    expect(brief(message("user", "yes"), message("user", "yes"))).toHaveLength(2);
  });
});

describe("no prompt is", () => {
  test.each([
    ["# AGENTS.md instructions for /home/dev/shop\n\n<INSTRUCTIONS>\nrules\n</INSTRUCTIONS>"],
    ["<environment_context>\n  <cwd>/home/dev/shop</cwd>\n</environment_context>"],
    ["<user_instructions>\nrules\n</user_instructions>"],
    ["<turn_aborted>\nThe user interrupted\n</turn_aborted>"],
    ["<skill>\n<name>x</name>\n</skill>"],
    ["<permissions instructions>\nx\n</permissions instructions>"],
  ])("%s", (text) => {
    expect(brief(message("user", text))).toEqual([]);
  });

  test("text whose kind says that the harness wrote it", () => {
    const harness = { internal_chat_message_metadata_passthrough: { content_item_kinds: ["environments.environment_context"] } };
    expect(brief(message("user", "looks like words", harness))).toEqual([]);
  });

  test("the editor's context, but the request in it is", () => {
    expect(brief(message("user", "# Context from my IDE setup:\n\n## Open tabs:\n- a.ts\n\n## My request for Codex:\nrename it"))).toEqual([
      ["prompt", "rename it"],
    ]);
  });
});

describe("a command is told once, with what was really run", () => {
  test("in code mode: the item's command and exit code, not the script", () => {
    const found = events(script('const r = await tools.exec_command({cmd: "npm test"});'), ran("npm test", 3), scriptOutput("out\n"));
    expect(found).toMatchObject([
      { kind: "tool_call", tool: "exec_command", text: "npm test", cwd: "/home/dev/a b" },
      { kind: "tool_result", tool: "exec_command", call: "npm test", ok: false, text: "out\n" },
    ]);
  });

  test("in code mode without an item: what the script names", () => {
    const found = events(script('text(await tools.exec_command({cmd: "npm \\"x\\""}));'), scriptOutput("fine"));
    expect(found).toMatchObject([
      { kind: "tool_call", text: 'npm "x"' },
      { kind: "tool_result", text: "fine" },
    ]);
  });

  test("as a function call with an item: one call, the item's result", () => {
    const found = events(
      call("exec_command", { cmd: "npm test" }),
      ran("npm test", 0),
      output("Process exited with code 0\nOutput:\nout\n"),
    );
    expect(found.map(({ kind, ok }) => [kind, ok])).toEqual([
      ["tool_call", undefined],
      ["tool_result", true],
    ]);
  });

  test.each([
    ["Chunk ID: 1\nWall time: 0.5 seconds\nProcess exited with code 1\nOriginal token count: 5\nOutput:\nboom\n", false, "boom\n"],
    ["Exit code: 0\nWall time: 0 seconds\nOutput:\nfine", true, "fine"],
    ['{"output":"bad\\n","metadata":{"exit_code":2,"duration_seconds":0.1}}', false, "bad\n"],
    [{ content: "plain", success: false }, false, "plain"],
    ["just text", undefined, "just text"],
  ])("its outcome is read from %j", (text, ok, shown) => {
    const result = events(call("shell", { command: ["bash", "-lc", "make"], workdir: "/w" }), output(text))[1];
    expect(result).toMatchObject({ kind: "tool_result", tool: "shell", call: "make", text: shown });
    expect(result?.ok).toBe(ok);
  });

  test("one that goes on in the background gets its result under its own name", () => {
    const running = "Chunk ID: 1\nProcess running with session ID 77\nOutput:\n";
    const found = events(
      call("exec_command", { cmd: "npm run e2e" }),
      output(running),
      call("write_stdin", { session_id: 77, chars: "" }, "c2"),
      output("Process exited with code 1\nOutput:\nfailed: 2\n", "c2"),
    );
    expect(found).toMatchObject([
      { kind: "tool_call", text: "npm run e2e" },
      { kind: "tool_result", tool: "exec_command", call: "npm run e2e", ok: false, text: "failed: 2\n" },
    ]);
    expect(found).toHaveLength(2);
  });

  test("the oldest kind of call too", () => {
    const local = wrapped("response_item", {
      type: "local_shell_call",
      call_id: "c1",
      status: "completed",
      action: { type: "exec", command: ["bash", "-lc", "ls"] },
    });
    expect(events(local, output('{"output":"a","metadata":{"exit_code":0}}'))).toMatchObject([{ text: "ls" }, { call: "ls", ok: true }]);
  });
});

describe("a patch names its files, and that they were written", () => {
  const patch = "*** Begin Patch\n*** Update File: src/a.ts\n@@\n-old\n+new\n+more\n*** Add File: src/b.ts\n+x\n*** End Patch\n";

  test("as a tool of its own", () => {
    const found = events(
      wrapped("response_item", { type: "custom_tool_call", name: "apply_patch", call_id: "c1", input: patch }),
      wrapped("response_item", { type: "custom_tool_call_output", call_id: "c1", output: "Exit code: 0\nOutput:\nSuccess" }),
      event("patch_apply_end", { call_id: "c1", success: true }),
    );
    expect(found).toMatchObject([
      {
        kind: "tool_call",
        tool: "apply_patch",
        files: ["src/a.ts", "src/b.ts"],
        writes: true,
        text: "src/a.ts, src/b.ts (+3 -1)\n-old\n+new\n+more\n+x",
      },
      { kind: "tool_result", files: ["src/a.ts", "src/b.ts"], writes: true, ok: true },
    ]);
    expect(found).toHaveLength(2);
  });

  test("through a shell", () => {
    expect(events(call("shell", { command: ["apply_patch", patch] }))[0]).toMatchObject({ files: ["src/a.ts", "src/b.ts"], writes: true });
  });

  const change = item({
    type: "FileChange",
    id: "f",
    changes: {
      "/w/src/a.ts": { type: "update", unified_diff: "@@ -1 +1,2 @@\n-old\n+new\n+more\n" },
      "/w/src/b.ts": { type: "add", content: "x\n" },
    },
    status: "completed",
    stdout: "Success",
  });
  const told = [
    {
      kind: "tool_call",
      tool: "apply_patch",
      files: ["/w/src/a.ts", "/w/src/b.ts"],
      writes: true,
      text: "/w/src/a.ts (+2 -1)\n-old\n+new\n+more\n/w/src/b.ts (+1 -0)\n+x",
    },
    { kind: "tool_result", ok: true, writes: true, text: "Success" },
  ];

  test("as an item of code mode, and the script around it is not told", () => {
    const found = events(script(`text(await tools.apply_patch(${JSON.stringify(patch)}));`), change, scriptOutput("{}"));
    expect(found).toMatchObject(told);
    expect(found).toHaveLength(2);
  });

  test("in a script without an item", () => {
    expect(events(script(`text(await tools.apply_patch(${JSON.stringify(patch)}));`), scriptOutput("{}"))).toMatchObject([
      { kind: "tool_call", files: ["src/a.ts", "src/b.ts"], writes: true },
      { kind: "tool_result", files: ["src/a.ts", "src/b.ts"], writes: true },
    ]);
  });

  test("as a tool of its own with an item: one call, one result", () => {
    const found = events(
      wrapped("response_item", { type: "custom_tool_call", name: "apply_patch", call_id: "c1", input: patch }),
      change,
      wrapped("response_item", { type: "custom_tool_call_output", call_id: "c1", output: "Exit code: 0\nOutput:\nSuccess" }),
    );
    expect(found.map(({ kind }) => kind)).toEqual(["tool_call", "tool_result"]);
  });
});

test("a plan is its steps", () => {
  expect(
    brief(
      call("update_plan", {
        plan: [
          { step: "look", status: "completed" },
          { step: "fix", status: "in_progress" },
        ],
      }),
    ),
  ).toEqual([["tool_call", "[completed] look\n[in_progress] fix"]]);
});

describe("limits and faults", () => {
  const fault = (message: string, info: unknown) =>
    event("task_complete", { last_agent_message: null, error: { message, codex_error_info: info } });
  const limits = (percent: number) =>
    event("token_count", { info: null, rate_limits: { primary: { used_percent: percent, resets_at: 1796070000 } } });

  test("a limit knows when it ends, from the same turn only", () => {
    const found = events(
      event("task_started"),
      limits(100),
      fault("You’ve hit your usage limit.", "usage_limit_exceeded"),
      event("task_started"),
      fault("Quota exceeded.", "usage_limit_exceeded"),
    );
    expect(found).toMatchObject([
      { kind: "limit", resetsAt: 1796070000000 },
      { kind: "limit", text: "Quota exceeded." },
    ]);
    expect(found[1]).not.toHaveProperty("resetsAt");
  });

  test("a window that is not full ends no limit", () => {
    expect(events(limits(14), fault("You’ve hit your usage limit.", "usage_limit_exceeded"))[0]).not.toHaveProperty("resetsAt");
  });

  test("another fault is an error, told once though written twice", () => {
    expect(brief(event("error", { message: "stream lost" }), fault("stream lost", "other"))).toEqual([["error", "stream lost"]]);
  });
});

test("an interruption is told as the user's, and the next prompt remembers it", () => {
  const facts = read(meta(), message("user", "one"), event("turn_aborted", { reason: "interrupted" }), message("user", "two"));
  expect(eventsOf(facts).map(({ kind, by, ok }) => [kind, by, ok])).toEqual([
    ["prompt", "user", undefined],
    ["error", "user", undefined],
    ["prompt", "user", false],
  ]);
});

test("a compaction is the summary, told once", () => {
  const summary = "We chose advisory locks.";
  const answer = { ...message("assistant", summary), metadata: { compaction_output: true } };
  const compacted = wrapped("compacted", {
    message: `Another language model started to solve this problem and so on:\n${summary}`,
    replacement_history: [],
  });
  expect(brief(answer, compacted, item({ type: "ContextCompaction", id: "x" }))).toEqual([["compaction", summary]]);
});

describe("which conversation", () => {
  test("a fork names the one it came from", () => {
    expect(read(meta({ forked_from_id: PARENT }))[0]).toMatchObject({ kind: "session", nativeId: ID, parent: PARENT });
  });

  test("an older fork's file repeats its parent's records, under the keys they had there", () => {
    const said = message("user", "old words");
    const parentsKey = eventsOf(factsOf(reader, PATH.replace(ID, PARENT), lines(meta({ id: PARENT }), said)))[0]?.key;
    const facts = read(meta(), meta({ id: PARENT, cwd: "/elsewhere" }), said);
    expect(eventsOf(facts)[0]?.key).toBe(parentsKey);
    expect(facts.filter(({ kind }) => kind === "session")).toMatchObject([
      { nativeId: ID, cwd: "/home/dev/shop" },
      { nativeId: ID, parent: PARENT },
    ]);
  });

  test.each([
    { source: { subagent: { thread_spawn: { parent_thread_id: PARENT, depth: 1 } } } },
    { source: { subagent: "review" }, parent_thread_id: PARENT },
  ])("a sub-agent's rollout is filed under who started it: %j", (more) => {
    const facts = read(meta(more), message("user", "do"), message("assistant", "did"), event("task_complete"));
    expect(facts[0]).toMatchObject({ nativeId: ID, parent: PARENT, isSubagent: true });
    expect(facts.slice(1)).toHaveLength(2);
    expect(facts.slice(1).every((fact) => fact.kind === "event" && fact.session === PARENT && fact.event.by === "subagent")).toBe(true);
  });

  test("its folder follows the turn", () => {
    expect(events(message("user", "a"), wrapped("turn_context", { cwd: "/other" }), message("user", "b")).map(({ cwd }) => cwd)).toEqual([
      "/home/dev/shop",
      "/other",
    ]);
  });

  test("reading on after a restart keeps session and folder", () => {
    const state = reader.start(PATH);
    reader.step(state, { line: 1, text: JSON.stringify(meta()), sizeBytes: 1 });
    const stored: unknown = JSON.parse(JSON.stringify(state));
    const [fact] = reader.step(stored, { line: 2, text: JSON.stringify(message("user", "b")), sizeBytes: 1 });
    expect(fact).toMatchObject({ kind: "event", event: { cwd: "/home/dev/shop", key: expect.stringContaining(ID) } });
  });
});

test("rollouts of before the wrapper are read", () => {
  const facts = factsOf(
    reader,
    PATH,
    lines(
      { id: ID, timestamp: "2025-05-01T10:00:00.000Z", instructions: null, git: { branch: "dev" } },
      { record_type: "state" },
      {
        type: "message",
        role: "user",
        content: [{ type: "input_text", text: "<environment_context>\n<cwd>/home/dev/old</cwd>\n</environment_context>" }],
      },
      { type: "message", role: "user", content: [{ type: "input_text", text: "list files" }] },
      { type: "function_call", name: "shell", arguments: '{"command":["bash","-lc","ls"]}', call_id: "c" },
      { type: "function_call_output", call_id: "c", output: '{"output":"a.ts\\n","metadata":{"exit_code":0}}' },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "one file" }] },
    ),
  );
  expect(facts.filter(({ kind }) => kind === "session")).toMatchObject([
    { nativeId: ID, branch: "dev" },
    { nativeId: ID, cwd: "/home/dev/old" },
  ]);
  expect(eventsOf(facts).map(({ kind, text }) => [kind, text])).toEqual([
    ["prompt", "list files"],
    ["tool_call", "ls"],
    ["tool_result", "a.ts\n"],
    ["reply", "one file"],
  ]);
});

describe("our mark", () => {
  const mark = '<mem-briefing origin="mem:run:0123456789abcdef">\nold\n</mem-briefing>';
  const where = (...records: object[]) => read(...records).flatMap((fact) => (fact.kind === "origin" ? [fact.where] : []));

  test("is found in developer instructions and in a hook's context", () => {
    const hook = { internal_chat_message_metadata_passthrough: { content_item_kinds: ["hooks.additional_context"] } };
    expect(where(meta(), message("developer", mark), message("developer", mark, hook))).toEqual(["developer", "hook"]);
  });

  test("is no evidence in a tool's output or an answer", () => {
    expect(where(meta(), output(mark), message("assistant", mark))).toEqual([]);
  });
});

test("the end of a turn is told once, and not without an answer", () => {
  const facts = read(
    meta(),
    event("task_complete"),
    message("user", "a"),
    message("assistant", "b"),
    event("task_complete"),
    event("task_complete"),
  );
  expect(facts.filter(({ kind }) => kind === "turn-end")).toEqual([{ kind: "turn-end", at: 1796032800000 }]);
});

test("a file's name tells whether it is a conversation, and which", () => {
  expect(codex.isHistory(PATH)).toBe(true);
  expect(codex.isHistory("/home/dev/.codex/history.jsonl")).toBe(false);
  expect(codex.nativeIdOf(PATH)).toBe(ID);
  expect(codex.nativeIdOf("/x/fork.jsonl")).toBeUndefined();
});
