// A session with a compaction, as the agents' own files hold it: the next agent is told what was said before it.
import { expect, test } from "vitest";
import { compactedText } from "../../src/handoff/compacted.ts";
import { compose } from "../../src/handoff/compose.ts";
import { summarise } from "../../src/handoff/summarise.ts";
import { READERS } from "../../src/transcript/readers/index.ts";
import { events, redacted, SESSION, START } from "../support/events.ts";
import { pastSession } from "../support/past-session.ts";
import { eventsOf, factsOf, lines } from "../support/read-history.ts";

const RULE = "Never touch the orders_live database, use orders_test.";
const DECISION = "We'll use a unique index instead of an advisory lock because pgbouncer drops sessions.";
const FAILURE = "I tried a retry loop, but it did not help because both workers retried at once.";
const LOSSY = "The user wants a queue. We decided to use an advisory lock. Next step: use orders_live.";
const GIVEN = `<mem-briefing origin="mem:run:1234567890abcdef">\nEarlier in this session: ${FAILURE}\n</mem-briefing>`;
const ID = "01a22d4c-2b09-73f0-8b47-d3f10b782cef";

let serial = 0;
const claudeLine = (type: string, message: unknown, more: object = {}) => ({
  type,
  uuid: `u${++serial}`,
  sessionId: ID,
  cwd: "/p",
  timestamp: new Date(START + serial * 1000).toISOString(),
  ...(message !== undefined && { message }),
  ...more,
});
const claudeSays = (text: string) =>
  claudeLine("assistant", { id: `m${serial}`, role: "assistant", content: [{ type: "text", text }], stop_reason: "end_turn" });
const claudeAsked = (content: string) => claudeLine("user", { role: "user", content });
const claudeHistory = (): string =>
  lines(
    claudeAsked(RULE),
    claudeSays(DECISION),
    claudeAsked("It still clashes"),
    claudeSays(FAILURE),
    claudeLine("system", undefined, { subtype: "compact_boundary", content: "Conversation compacted" }),
    claudeLine(
      "user",
      {
        role: "user",
        content: `This session is being continued from a previous conversation that ran out of context. The summary below covers the earlier portion of the conversation.\n\nSummary:\n${LOSSY}`,
      },
      { isCompactSummary: true },
    ),
    claudeLine("attachment", undefined, {
      attachment: { type: "hook_additional_context", content: [GIVEN], hookName: "SessionStart:compact", hookEvent: "SessionStart" },
    }),
    claudeAsked("Now the docs"),
    claudeSays("The docs are written."),
  );

const codexLine = (type: string, payload: object) => ({
  timestamp: new Date(START + ++serial * 1000).toISOString(),
  ordinal: serial,
  type,
  payload,
});
const codexMessage = (role: string, text: string, kind: string) =>
  codexLine("response_item", {
    type: "message",
    role,
    content: [{ type: role === "assistant" ? "output_text" : "input_text", text }],
    internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] },
  });
const codexHistory = (): string =>
  lines(
    codexLine("session_meta", { id: ID, session_id: ID, cwd: "/p", source: "cli" }),
    codexMessage("user", RULE, "user.text"),
    codexMessage("assistant", DECISION, "unknown"),
    codexMessage("user", "It still clashes", "user.text"),
    codexMessage("assistant", FAILURE, "unknown"),
    codexLine("compacted", {
      message: `Another language model started to solve this problem and produced a summary of its thinking process.\n${LOSSY}`,
      replacement_history: [{ type: "message", role: "user", content: [{ type: "input_text", text: RULE }] }],
    }),
    codexMessage("developer", GIVEN, "hooks.additional_context"),
    codexMessage("user", "Now the docs", "user.text"),
    codexMessage("assistant", "The docs are written.", "unknown"),
  );

const session = pastSession({ turns: 3 });

const FORMATS: readonly [string, string, () => string][] = [
  ["claude", `/h/${ID}.jsonl`, claudeHistory],
  ["codex", `/h/rollout-2026-11-30T16-31-34-${ID}.jsonl`, codexHistory],
];

test.each(FORMATS)("%s: the next agent, and this one, are told what was settled before its compaction", (format, path, history) => {
  const reader = READERS[format];
  if (reader === undefined) throw new Error("no such reader");
  const drafts = eventsOf(factsOf(reader, path, history()));
  const all = events(drafts.map((event) => ({ ...event, text: redacted(event.text) })));
  expect(all.filter(({ kind }) => kind === "compaction").map(({ text }) => text.includes("advisory lock"))).toEqual([true]);
  expect(all.filter(({ text }) => text.includes("mem-briefing"))).toEqual([]);
  const summary = summarise(SESSION, all, { root: "/p" });
  const past = { session, summary, agentName: "One" };
  const around = { project: { name: "shop", root: "/p" }, cwd: "/p", now: START, asides: [], thread: [], earlier: [], live: [] };
  const briefing = compose({ ...around, left: past }, { tokens: 800, chars: 4_000 })?.text ?? "";
  for (const text of [briefing, compactedText(summary) ?? ""]) {
    expect(text).toContain("orders_test");
    expect(text).toContain("unique index instead of an advisory lock because pgbouncer drops sessions");
    expect(text.split("I tried a retry loop")).toHaveLength(2);
    expect(text).not.toContain("orders_live.");
    expect(text).not.toContain("We decided to use an advisory lock");
  }
});
