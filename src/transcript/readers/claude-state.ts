// What the Claude Code reader remembers between lines, and what every record tells about its conversation.
import { basename } from "node:path";
import type { DraftEvent, Fact } from "../../model/event.ts";
import { type NativeId, parseNativeId } from "../../model/ids.ts";
import { parseTime } from "../../model/time.ts";
import { flag, type Rec, rec, str } from "../json.ts";
import { type Branches, noBranches } from "./claude-branches.ts";
import type { Call } from "./pending.ts";
import { digest } from "./seen.ts";

export type ClaudeState = {
  /** Id that the file's name carries: a conversation's, or a sub-agent's. */
  named?: string;
  isSubagentFile: boolean;
  /** The conversation that the facts are about; for a sub-agent's file the one that started it. */
  session?: string;
  /** Points of the session fact already told. */
  told: string[];
  lastAt: number;
  calls: Call[];
  /** Answers already given, as `message id:hash`: a resumed session repeats its last one under another uuid. */
  answers: string[];
  /** Our marks already told, as `run:where`. */
  origins: string[];
  unknown: string[];
  /** The turn has an answer or a tool call and has not ended. */
  isOpen: boolean;
  wasInterrupted: boolean;
  /** Absent in states of before it was kept. */
  tree?: Branches;
};

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `<session id>.jsonl`, or `agent-<id>.jsonl` of a sub-agent. */
export function claudeId(path: string): string | undefined {
  const name = basename(path.replaceAll("\\", "/")).replace(/\.jsonl$/, "");
  return UUID.test(name) || /^agent-[\w-]+$/.test(name) ? name : undefined;
}

export function claudeStart(path: string): ClaudeState {
  const named = claudeId(path);
  return {
    ...(named !== undefined && { named }),
    isSubagentFile: named?.startsWith("agent-") ?? false,
    told: [],
    lastAt: 0,
    calls: [],
    answers: [],
    origins: [],
    unknown: [],
    isOpen: false,
    wasInterrupted: false,
    tree: noBranches(),
  };
}

type SessionFact = Extract<Fact, { kind: "session" }>;

function identify(state: ClaudeState, record: Rec): { nativeId: NativeId; parent?: NativeId } | undefined {
  const said = parseNativeId(str(record, "sessionId") ?? "");
  const session = state.session ?? (state.isSubagentFile ? said : (state.named ?? said));
  if (session !== undefined) state.session = session;
  const own = parseNativeId((state.isSubagentFile ? state.named : state.session) ?? "");
  if (own === undefined) return undefined;
  // A fork's file begins with the records of the conversation it was forked from.
  return said !== undefined && said !== own && state.named !== undefined ? { nativeId: own, parent: said } : { nativeId: own };
}

/** The session fact, as often as a record tells something that was not known yet. */
export function sessionFacts(state: ClaudeState, record: Rec): Fact[] {
  const ids = identify(state, record);
  // Settings and other remarks come before the first record that tells where and when.
  if (ids === undefined || (record.cwd === undefined && record.type !== "user" && record.type !== "assistant")) return [];
  const startedAt = parseTime(record.timestamp);
  const cwd = str(record, "cwd");
  const agentVersion = str(record, "version");
  const branch = str(record, "gitBranch");
  const fact: SessionFact = {
    kind: "session",
    ...ids,
    ...(cwd !== undefined && { cwd }),
    ...(startedAt !== undefined && { startedAt }),
    ...(agentVersion !== undefined && { agentVersion }),
    ...(branch !== undefined && branch !== "" && { branch }),
    ...(state.isSubagentFile && { isSubagent: true }),
  };
  const points = Object.keys(fact).filter((point) => point !== "kind");
  const news = points.filter((point) => !state.told.includes(point));
  state.told.push(...news);
  return news.length === 0 ? [] : [fact];
}

/** `part` tells the blocks of one record apart; 0 where there is one. */
export type Draft = Omit<DraftEvent, "at" | "key" | "by" | "files"> & { part?: number; by?: DraftEvent["by"]; files?: readonly string[] };

export const isSidechain = (state: ClaudeState, record: Rec): boolean => state.isSubagentFile || flag(record, "isSidechain");

/** An event of this record; the record's uuid is what identifies it anywhere. */
export function eventFact(state: ClaudeState, record: Rec, { part = 0, ...draft }: Draft): Fact {
  const at = parseTime(record.timestamp) ?? state.lastAt;
  const cwd = str(record, "cwd");
  const inner = isSidechain(state, record);
  const author = draft.kind === "prompt" ? "user" : draft.kind === "tool_result" ? "tool" : "agent";
  const id = str(record, "uuid") ?? `${state.session ?? ""}#${digest(JSON.stringify(rec(record, "message")) + String(record.timestamp))}`;
  const session = state.isSubagentFile ? parseNativeId(state.session ?? "") : undefined;
  state.lastAt = at;
  const event: DraftEvent = {
    ...draft,
    at,
    key: `${id}:${part}`,
    by: inner ? "subagent" : (draft.by ?? author),
    files: draft.files ?? [],
    ...(cwd !== undefined && { cwd }),
  };
  return { kind: "event", event, ...(session !== undefined && { session }) };
}

/** The turn's end, once; nothing if nothing was answered. A sub-agent's end is not the turn's. */
export function turnEnd(state: ClaudeState, record: Rec): Fact[] {
  if (!state.isOpen || isSidechain(state, record)) return [];
  state.isOpen = false;
  return [{ kind: "turn-end", at: parseTime(record.timestamp) ?? state.lastAt }];
}
