// Claude Code's history: one JSON record a line in `projects/<folder>/<session id>.jsonl`, sub-agents in files of their own.
// Seen in 1.0.51 … 2.1.332, 2025-07 … 2026-11; no public specification.
import { basename } from "node:path";
import { originsIn } from "../../model/briefing.ts";
import type { Fact } from "../../model/event.ts";
import { isTable } from "../../model/table.ts";
import { parseTime } from "../../model/time.ts";
import { flag, parseLine, type Rec, rec, recs, str } from "../json.ts";
import type { HistoryLine, Reader } from "../reader.ts";
import { branchFacts, noBranches } from "./claude-branches.ts";
import { openBeside } from "./claude-open.ts";
import { type ClaudeState, claudeId, claudeStart, eventFact, isSidechain, sessionFacts, turnEnd } from "./claude-state.ts";
import { essenceOf } from "./essence.ts";
import { claudeFolders } from "./folders.ts";
import { reportOf, userWords, withoutReminders } from "./injected.ts";
import { recall, remember } from "./pending.ts";
import { digest, isNew } from "./seen.ts";

/** Records that say nothing about the conversation. Others are reported once a file: a new version may have brought a new kind. */
const NOISE = new Set(
  (
    "api-request api-request-blob api-request-shape atis-latch cost-state file-history-snapshot file-history-delta last-prompt mode permission-mode " +
    "tools-used queue-operation summary ai-title custom-title agent-name agent-color agent-setting tag pr-link frame-link progress " +
    "worktree-state content-replacement marble-origami-commit marble-origami-snapshot task-summary speculation-accept attribution-snapshot"
  ).split(" "),
);

/** Commands of the CLI itself: what is typed after them is no request. */
const OWN_COMMANDS = new Set(
  (
    "add-dir agents allowed-tools bashes bug clear color compact config context continue copy cost doctor effort exit export extra-usage fast feedback " +
    "fork help hooks ide install-github-app keybindings login logout mcp memory model mobile output-style permissions plugin plugins " +
    "privacy-settings quit rate-limit-options release-notes reload-plugins remote-control remote-env rename resume rewind sandbox " +
    "settings skills stats status statusline tasks terminal-setup theme think-back todos upgrade usage vim voice"
  ).split(" "),
);

const INTERRUPTED = /^\[Request interrupted by user/;
const COMPACTED = /^This session is being continued from a previous conversation[^\n]*\n*/;
const LIMIT_TEXT = /\b(?:hit your|reached your|usage|session|weekly|opus|hour) limit\b.*\b(?:reset|reached)|usage limit reached/i;

const tagged = (text: string, tag: string): string => new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`).exec(text)?.[1]?.trim() ?? "";

/** `/name what was typed after it`, if that is a request; a command alone says too little to be one. */
function commandRequest(text: string): string {
  const name = tagged(text, "command-name");
  const args = tagged(text, "command-args");
  return name === "" || args === "" || OWN_COMMANDS.has(name.replace(/^\//, "")) ? "" : `/${name.replace(/^\//, "")} ${args}`;
}

const blocksOf = (message: Rec): readonly Rec[] => {
  const content = message.content;
  return typeof content === "string" ? [{ type: "text", text: content }] : recs(message, "content");
};

/** The text of a block's content: a string, or blocks of which those without text are named. */
function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? content.filter(isTable) : [];
  return parts.map((part) => str(part, "text") ?? `[${str(part, "type") ?? "content"}]`).join("\n");
}

const isHarness = (record: Rec): boolean => {
  const origin = str(rec(record, "origin"), "kind");
  return flag(record, "isMeta") || flag(record, "isVisibleInTranscriptOnly") || (origin !== undefined && origin !== "human");
};

function origins(state: ClaudeState, text: string, where: "system" | "hook" | "prompt"): Fact[] {
  const fresh = originsIn(text).filter((run) => isNew(state.origins, `${run}:${where}`));
  return fresh.map((run) => ({ kind: "origin", run, where }));
}

function promptFacts(state: ClaudeState, record: Rec, text: string): Fact[] {
  const said = text.startsWith("<command-") ? commandRequest(text) : userWords(text);
  if (said === "") return origins(state, text, "prompt");
  const ok = state.wasInterrupted ? { ok: false } : {};
  const before = turnEnd(state, record);
  state.wasInterrupted = false;
  return [...origins(state, text, "prompt"), ...before, eventFact(state, record, { kind: "prompt", text: said, ...ok })];
}

function interruption(state: ClaudeState, record: Rec): Fact[] {
  state.wasInterrupted = true;
  state.isOpen = true;
  const event = eventFact(state, record, { kind: "error", by: "user", text: "Interrupted by the user." });
  return [event, ...turnEnd(state, record)];
}

/** One of the blocks of a message; `part` is its place among them. */
type Block = { block: Rec; part: number };

function resultFact(state: ClaudeState, record: Rec, { block, part }: Block): Fact {
  const call = recall(state.calls, str(block, "tool_use_id") ?? "");
  const raw = withoutReminders(contentText(block.content)).replace(/^<tool_use_error>([\s\S]*)<\/tool_use_error>$/, "$1");
  const text = "agentId" in rec(record, "toolUseResult") ? reportOf(raw) : raw;
  const failed = flag(block, "is_error") || flag(rec(record, "toolUseResult"), "interrupted");
  return eventFact(state, record, {
    part,
    kind: "tool_result",
    text,
    ok: !failed,
    ...(call !== undefined && { tool: call.tool, call: call.text, files: call.files, writes: call.writes }),
  });
}

function userFacts(state: ClaudeState, record: Rec): Fact[] {
  const blocks = blocksOf(rec(record, "message"));
  const results = blocks.flatMap((block, part) => (block.type === "tool_result" ? [resultFact(state, record, { block, part })] : []));
  const text = contentText(blocks.filter((block) => block.type === "text" || block.type === "image"));
  if (flag(record, "isCompactSummary") || (results.length === 0 && COMPACTED.test(text))) {
    return [eventFact(state, record, { kind: "compaction", text: withoutReminders(text.replace(COMPACTED, "")).trim() })];
  }
  if (INTERRUPTED.test(text)) return [...results, ...interruption(state, record)];
  if (text === "" || isHarness(record) || results.length > 0) return results;
  return promptFacts(state, record, text);
}

/** An answer that is the API's refusal: the limit of a plan, with its end where it is told, or another fault. */
function faultFact(state: ClaudeState, record: Rec, text: string): Fact {
  const quota = rec(record, "quotaLimits");
  const isLimit = str(record, "apiError") === "usage_limit_reached" || str(quota, "status") === "rejected" || LIMIT_TEXT.test(text);
  const resetsAt = parseTime(quota.resetsAt) ?? parseTime(Number(/\|(\d{10})\b/.exec(text)?.[1] ?? Number.NaN));
  if (!isLimit) return eventFact(state, record, { kind: "error", text });
  return eventFact(state, record, { kind: "limit", text, ...(resetsAt !== undefined && { resetsAt }) });
}

function blockFacts(state: ClaudeState, record: Rec, { block, part }: Block): Fact[] {
  const type = str(block, "type") ?? "";
  if (type === "text" || type === "thinking") {
    const text = (str(block, type) ?? "").trim();
    const twin = `${str(rec(record, "message"), "id") ?? ""}:${digest(text)}`;
    if (text === "" || text === "(no content)" || !isNew(state.answers, twin)) return [];
    return [eventFact(state, record, { part, kind: type === "text" ? "reply" : "thinking", text })];
  }
  if (!type.endsWith("tool_use")) return [];
  const essence = essenceOf(block.input);
  const tool = str(block, "name") ?? type;
  remember(state.calls, { id: str(block, "id") ?? "", tool, ...essence });
  return [eventFact(state, record, { part, kind: "tool_call", tool, ...essence })];
}

const FINAL = new Set(["end_turn", "stop_sequence", "max_tokens", "refusal"]);

function assistantFacts(state: ClaudeState, record: Rec): Fact[] {
  const message = rec(record, "message");
  const blocks = blocksOf(message);
  const isInner = state.isSubagentFile || flag(record, "isSidechain");
  if (flag(record, "isApiErrorMessage")) {
    state.isOpen = !isInner;
    return [faultFact(state, record, contentText(message.content)), ...turnEnd(state, record)];
  }
  // Said by the program itself, e.g. "No response requested."
  if (str(message, "model") === "<synthetic>") return [];
  const facts = blocks.flatMap((block, part) => blockFacts(state, record, { block, part }));
  if (facts.length > 0 && !isInner) state.isOpen = true;
  const isLast = FINAL.has(str(message, "stop_reason") ?? "") && blocks.some((block) => block.type === "text");
  return isLast ? [...facts, ...turnEnd(state, record)] : facts;
}

function attachmentFacts(state: ClaudeState, record: Rec, raw: string): Fact[] {
  const attachment = rec(record, "attachment");
  const type = str(attachment, "type") ?? "";
  if (type === "prompt_snapshot") return origins(state, raw, "system");
  if (type.startsWith("hook_")) return origins(state, raw, "hook");
  // Typed while the agent was at work, and given to it in the middle of the turn.
  if (type === "queued_command" && str(attachment, "commandMode") !== "task-notification" && !isHarness(attachment)) {
    const said = userWords(contentText(attachment.prompt));
    return said === "" ? [] : [eventFact(state, record, { kind: "prompt", text: said })];
  }
  return [];
}

function recordFacts(state: ClaudeState, record: Rec, { text: raw = "", line }: HistoryLine): Fact[] {
  const type = str(record, "type") ?? "";
  switch (type) {
    case "user":
      return userFacts(state, record);
    case "assistant":
      return assistantFacts(state, record);
    case "attachment":
      return attachmentFacts(state, record, raw);
    case "system": {
      const subtype = str(record, "subtype");
      return subtype === "turn_duration" ? turnEnd(state, record) : [];
    }
    default:
      if (NOISE.has(type) || state.unknown.length > 16 || !isNew(state.unknown, type.slice(0, 60))) return [];
      return [{ kind: "skipped", line, why: `unknown record type "${type.slice(0, 60)}"` }];
  }
}

const NOISE_HEAD = /^\{"type":"([a-z-]+)"/;

/** In a record of what was asked last: the user went back in the conversation. The others tell whether files were put back then. */
const SAID_EXPLICITLY = '"explicit":true';
const ON_FILES = '{"type":"file-history-';

/**
 * Large records of no interest (tool schemas, backups) are much of a file: told by their head, they are not parsed. Not so where
 * the line is cut off, or may hold the record after it too.
 */
const isNoise = (text: string): boolean =>
  text.endsWith("}") &&
  NOISE.has(NOISE_HEAD.exec(text)?.[1] ?? "") &&
  !text.includes('{"parentUuid":') &&
  !text.includes(SAID_EXPLICITLY) &&
  !text.startsWith(ON_FILES);

function step(state: ClaudeState, historyLine: HistoryLine): Fact[] {
  const { line, text, sizeBytes } = historyLine;
  if (text !== undefined && isNoise(text)) return [];
  const parsed = parseLine(text, sizeBytes);
  if (parsed.kind === "blank") return [];
  if (parsed.kind === "bad") return [{ kind: "skipped", line, why: parsed.why }];
  const { record } = parsed;
  const lost: Fact[] = parsed.lost ? [{ kind: "skipped", line, why: "a half line before a whole record" }] : [];
  const session = sessionFacts(state, record);
  const facts = recordFacts(state, record, historyLine);
  return [...lost, ...session, ...facts, ...rewindings(state, record, facts)];
}

/** A sub-agent's talk is nobody's to go back in. */
function rewindings(state: ClaudeState, record: Rec, facts: readonly Fact[]): Fact[] {
  if (isSidechain(state, record)) return [];
  if (state.tree?.copies === undefined) state.tree = noBranches(); // a state of before it was kept
  const events = facts.flatMap((fact) => (fact.kind === "event" ? [fact.event] : []));
  return branchFacts(state.tree, record, events);
}

export const claude: Reader<ClaudeState> = {
  id: "claude",
  start: claudeStart,
  step,
  isHistory: (path) => {
    const parts = path.replaceAll("\\", "/").split("/");
    return /\.jsonl$/.test(path) && basename(path) !== "history.jsonl" && !parts.includes("tool-results") && !parts.includes("memory");
  },
  nativeIdOf: claudeId,
  likelyFolders: (root, { cwd, isExact }) => claudeFolders(root, cwd, isExact),
  openBeside,
};
