// Codex CLI's history: rollouts, one JSON record a line. Three shapes: records without a wrapper (2025-05), `{timestamp, type, payload}`
// with messages and events (0.77 … 0.140), and the same with whole items (0.171). No public specification.
import { basename } from "node:path";
import { originsIn } from "../../model/briefing.ts";
import type { Fact } from "../../model/event.ts";
import { isTable } from "../../model/table.ts";
import { parseTime } from "../../model/time.ts";
import { parseLine, type Rec, rec, recs, str } from "../json.ts";
import type { HistoryLine, Reader } from "../reader.ts";
import { cutFacts, noteTurns, rolledBack, type Turns } from "./codex-rewound.ts";
import {
  type CodexState,
  codexId,
  codexStart,
  cwdFacts,
  eventFact,
  isTwin,
  type Line,
  placeOf,
  type Saying,
  sessionFacts,
  turnEnd,
} from "./codex-state.ts";
import { callFacts, isToolItem, itemFacts, outputFacts } from "./codex-tools.ts";
import { essenceOf } from "./essence.ts";
import { dayFolders } from "./folders.ts";
import { userWords } from "./injected.ts";
import { isNew } from "./seen.ts";

const textOf = (content: unknown): string => {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content.filter(isTable) : [];
  return parts.map((part) => str(part, "text") ?? (/image/.test(str(part, "type") ?? "") ? "[image]" : "")).join("\n");
};

type Where = "system" | "developer" | "hook" | "prompt";

function origins(state: CodexState, text: string, where: Where): Fact[] {
  const fresh = originsIn(text).filter((run) => isNew(state.origins, `${run}:${where}`));
  return fresh.map((run) => ({ kind: "origin", run, where }));
}

function promptFacts(state: CodexState, line: Line, { channel, text }: Omit<Saying, "kind">): Fact[] {
  const marks = origins(state, text, "prompt");
  const said = userWords(text);
  if (said === "" || isTwin(state, { channel, kind: "prompt", text: said })) return marks;
  const ok = state.wasInterrupted ? { ok: false } : {};
  const before = turnEnd(state, line.at);
  state.wasInterrupted = false;
  return [...marks, ...before, eventFact(state, line, { part: "prompt", kind: "prompt", text: said, ...ok })];
}

function spokenFacts(state: CodexState, line: Line, { channel, kind, text }: Saying & { kind: "reply" | "thinking" }): Fact[] {
  const said = text.trim();
  if (said === "" || isTwin(state, { channel, kind, text: said })) return [];
  state.isOpen = true;
  return [eventFact(state, line, { part: kind, kind, text: said })];
}

/** Where content kinds are told, only the user's own count; the rest is the harness's. */
function userText(payload: Rec): string {
  const kinds = rec(payload, "internal_chat_message_metadata_passthrough").content_item_kinds;
  if (!Array.isArray(kinds) || !Array.isArray(payload.content)) return textOf(payload.content);
  return textOf(payload.content.filter((_, at) => typeof kinds[at] !== "string" || kinds[at].startsWith("user.")));
}

const isHookText = (payload: Rec): boolean => {
  const kinds = rec(payload, "internal_chat_message_metadata_passthrough").content_item_kinds;
  return Array.isArray(kinds) && kinds.some((kind) => typeof kind === "string" && kind.startsWith("hooks."));
};

/** Tool calls inside a message, as some converters write them. */
function innerCalls(state: CodexState, line: Line): Fact[] {
  return recs(line.payload, "content").flatMap((part, at) => {
    if (part.type !== "tool_use") return [];
    const essence = essenceOf(part.input);
    return [eventFact(state, line, { part: `call${at}`, kind: "tool_call", tool: str(part, "name") ?? "tool", ...essence })];
  });
}

function messageFacts(state: CodexState, line: Line): Fact[] {
  const { payload } = line;
  const text = textOf(payload.content);
  switch (str(payload, "role")) {
    case "user":
      return [
        ...cwdFacts(state, text),
        ...origins(state, isHookText(payload) ? text : "", "hook"),
        ...promptFacts(state, line, { channel: "message", text: userText(payload) }),
      ];
    case "assistant": {
      // The answer to a request for a summary is told by the record of the compaction.
      if (line.metadata.compaction_output === true) return [];
      return [...spokenFacts(state, line, { channel: "message", kind: "reply", text }), ...innerCalls(state, line)];
    }
    case "developer":
    case "system":
      return origins(state, text, isHookText(payload) ? "hook" : "developer");
    default:
      return [];
  }
}

const summaryTexts = (payload: Rec, key: string): string =>
  recs(payload, key)
    .map((part) => str(part, "text") ?? "")
    .join("\n\n");

function responseFacts(state: CodexState, line: Line): Fact[] {
  const { payload } = line;
  const type = str(payload, "type") ?? (str(payload, "role") === undefined ? "" : "message");
  if (type === "message") return messageFacts(state, line);
  if (type === "reasoning")
    return spokenFacts(state, line, { channel: "message", kind: "thinking", text: summaryTexts(payload, "summary") });
  if (type.endsWith("_output")) return outputFacts(state, line);
  return type.endsWith("_call") && type !== "web_search_call" ? callFacts(state, line) : [];
}

function itemCompleted(state: CodexState, line: Line): Fact[] {
  const item = rec(line.payload, "item");
  switch (str(item, "type")) {
    case "UserMessage":
      return promptFacts(state, line, { channel: "event", text: textOf(item.content) });
    case "AgentMessage":
      return spokenFacts(state, line, { channel: "event", kind: "reply", text: textOf(item.content) });
    case "Reasoning": {
      const parts = item.summary_text;
      const text = Array.isArray(parts) ? parts.filter((part) => typeof part === "string").join("\n\n") : "";
      return spokenFacts(state, line, { channel: "event", kind: "thinking", text });
    }
    default:
      return isToolItem(item) ? itemFacts(state, line, item) : [];
  }
}

/** A fault that ended the turn. Being out of quota is a limit; when it ends is told beside the tokens, in the same turn. */
function faultFacts(state: CodexState, line: Line, fault: Rec): Fact[] {
  const text = str(fault, "message") ?? "";
  const info = fault.codex_error_info;
  const isLimit = info === "usage_limit_exceeded" || /usage limit|quota exceeded/i.test(text);
  if (text === "" || isTwin(state, { channel: str(fault, "type") === "error" ? "event" : "message", kind: "fault", text })) return [];
  state.isOpen = true;
  const reset = isLimit && state.resetsAt !== undefined ? { resetsAt: state.resetsAt } : {};
  return [eventFact(state, line, { part: "fault", kind: isLimit ? "limit" : "error", text, ...reset })];
}

function noteLimits(state: CodexState, payload: Rec): Fact[] {
  const windows = ["primary", "secondary"].map((key) => rec(rec(payload, "rate_limits"), key));
  const full = windows.find((window) => typeof window.used_percent === "number" && window.used_percent >= 100);
  const resetsAt = parseTime(full?.resets_at);
  if (resetsAt !== undefined) state.resetsAt = resetsAt;
  return [];
}

function aborted(state: CodexState, line: Line): Fact[] {
  state.isOpen = true;
  if (str(line.payload, "reason") === "replaced") return turnEnd(state, line.at);
  state.wasInterrupted = true;
  const event = eventFact(state, line, { part: "aborted", kind: "error", by: "user", text: "Interrupted by the user." });
  return [event, ...turnEnd(state, line.at)];
}

function turnsOf(state: CodexState): Turns {
  state.turns ??= { prompts: [], last: "" };
  return state.turns;
}

function eventMsgFacts(state: CodexState, line: Line): Fact[] {
  const { payload } = line;
  switch (str(payload, "type")) {
    case "item_completed":
      return itemCompleted(state, line);
    case "user_message":
      return promptFacts(state, line, { channel: "event", text: str(payload, "message") ?? "" });
    case "agent_message":
      return spokenFacts(state, line, { channel: "event", kind: "reply", text: str(payload, "message") ?? "" });
    case "agent_reasoning":
      return spokenFacts(state, line, { channel: "event", kind: "thinking", text: str(payload, "text") ?? "" });
    case "task_started":
    case "turn_started":
      delete state.resetsAt;
      return [];
    case "token_count":
      return noteLimits(state, payload);
    case "task_complete":
    case "turn_complete":
      return [...faultFacts(state, line, rec(payload, "error")), ...turnEnd(state, line.at)];
    case "error":
      return faultFacts(state, line, payload);
    case "turn_aborted":
      return aborted(state, line);
    case "thread_rolled_back":
      return rolledBack(turnsOf(state), payload);
    default:
      return [];
  }
}

const SUMMARY_HEAD = /^Another language model started to solve this problem[^\n]*\n*/;
const RESPONSE_TYPES = /^(?:message|reasoning|[a-z_]+_call|[a-z_]+_call_output)$/;
const SILENT = new Set(["turn_context", "world_state", "token_usage_record", "state", "ghost_snapshot"]);

function lineFacts(state: CodexState, line: Line, { text: raw = "", line: number }: HistoryLine): Fact[] {
  const { type, payload } = line;
  switch (type) {
    case "session_meta":
      return [...sessionFacts(state, payload, line.at), ...origins(state, raw, "system"), ...cutFacts(placeOf(state), payload)];
    case "turn_context":
      return [...cwdOfTurn(state, payload), ...origins(state, raw, "developer")];
    case "response_item":
      return responseFacts(state, line);
    case "event_msg":
      return eventMsgFacts(state, line);
    case "compacted":
      return [
        eventFact(state, line, { part: "compacted", kind: "compaction", text: (str(payload, "message") ?? "").replace(SUMMARY_HEAD, "") }),
      ];
    default:
      if (SILENT.has(type) || state.unknown.length > 16 || !isNew(state.unknown, type.slice(0, 60))) return [];
      return [{ kind: "skipped", line: number, why: `unknown record type "${type.slice(0, 60)}"` }];
  }
}

/** The folder of a turn, which `--cd` and a resume elsewhere change. */
function cwdOfTurn(state: CodexState, payload: Rec): Fact[] {
  const cwd = str(payload, "cwd");
  if (cwd !== undefined) state.cwd = cwd;
  return [];
}

/** The record in today's wrapper, whichever it came in. */
function toLine(state: CodexState, record: Rec): Line {
  const at = parseTime(record.timestamp) ?? state.lastAt;
  state.lastAt = at;
  const payload = rec(record, "payload");
  const ordinal = typeof record.ordinal === "number" ? record.ordinal : state.count;
  state.count += 1;
  const line = (type: string, of: Rec): Line => ({ type, payload: of, metadata: rec(record, "metadata"), at, ordinal });
  if ("payload" in record) return line(str(record, "type") ?? "", payload);
  const type = str(record, "type") ?? str(record, "record_type") ?? "";
  if (RESPONSE_TYPES.test(type)) return line("response_item", record);
  const isMeta = type === "" && str(record, "id") !== undefined && str(record, "timestamp") !== undefined;
  return line(isMeta ? "session_meta" : type, record);
}

function step(state: CodexState, historyLine: HistoryLine): Fact[] {
  const { line, text, sizeBytes } = historyLine;
  const parsed = parseLine(text, sizeBytes);
  if (parsed.kind === "blank") return [];
  if (parsed.kind === "bad") return [{ kind: "skipped", line, why: parsed.why }];
  const lost: Fact[] = parsed.lost ? [{ kind: "skipped", line, why: "a half line before a whole record" }] : [];
  const facts = lineFacts(state, toLine(state, parsed.record), historyLine);
  noteTurns(turnsOf(state), facts);
  return [...lost, ...facts];
}

export const codex: Reader<CodexState> = {
  id: "codex",
  start: codexStart,
  step,
  isHistory: (path) => /^rollout-.*\.jsonl$/.test(basename(path.replaceAll("\\", "/"))),
  nativeIdOf: codexId,
  likelyFolders: (root, { since }) => dayFolders(root, since),
};
