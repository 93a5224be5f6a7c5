// What the Codex reader remembers between lines, and how its records become facts.
import { basename } from "node:path";
import type { DraftEvent, Fact } from "../../model/event.ts";
import { type NativeId, parseNativeId } from "../../model/ids.ts";
import { parseTime } from "../../model/time.ts";
import { type Rec, rec, str } from "../json.ts";
import { keyHead, type Place, type Turns } from "./codex-rewound.ts";
import type { Call } from "./pending.ts";
import { digest, note } from "./seen.ts";

/** A call whose real work items may tell too: a script is told by its items only, a direct call was told already. */
type OpenCall = { id: string; kind: "script" | "direct"; isCovered: boolean };

export type CodexState = {
  /** Id of the conversation: the name's, else the first session record's. */
  session?: string;
  /** Where the conversation was gone back in, the file that it goes on in has an id of its own. */
  part?: string;
  parent?: string;
  isSubagent: boolean;
  /** Id in the newest session record; an older fork's file repeats its parent's. */
  thread?: string;
  /** Records since the newest session record. */
  count: number;
  cwd?: string;
  lastAt: number;
  calls: Call[];
  open: OpenCall[];
  /** Commands that go on in the background, by the number that the shell tool gave them. */
  running: { id: string; call: Call }[];
  /** What was said once, as `channel:hash`: most things are written twice, once as an event and once as a message. */
  said: string[];
  origins: string[];
  unknown: string[];
  resetsAt?: number;
  isOpen: boolean;
  wasInterrupted: boolean;
  /** Absent in states of before it was kept. */
  turns?: Turns;
};

const UUID = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
const UUIDS_AT_END = new RegExp(`(${UUID})(?:_(${UUID}))?\\.jsonl$`, "i");
const idsIn = (path: string): RegExpExecArray | null => UUIDS_AT_END.exec(basename(path.replaceAll("\\", "/")));

/** `rollout-<time>-<thread id>.jsonl`, or `rollout-<time>-<thread id>_<part id>.jsonl` */
export const codexId = (path: string): string | undefined => idsIn(path)?.[1];

export function codexStart(path: string): CodexState {
  const [, named, part] = idsIn(path) ?? [];
  return {
    ...(named !== undefined && { session: named }),
    ...(part !== undefined && { part }),
    isSubagent: false,
    count: 0,
    lastAt: 0,
    calls: [],
    open: [],
    running: [],
    said: [],
    origins: [],
    unknown: [],
    isOpen: false,
    wasInterrupted: false,
    turns: { prompts: [], last: "" },
  };
}

/** What was said, and in which of the two kinds of records that say everything: events and messages. */
export type Saying = { channel: "event" | "message"; kind: string; text: string };

/** True if the other channel has said this already; that twin is used up then, since a person may say "yes" twice. */
export function isTwin(state: CodexState, { channel, kind, text }: Saying): boolean {
  const hash = digest(`${kind}:${text.trim().slice(0, 200)}`);
  const other = channel === "event" ? "message" : "event";
  const at = state.said.indexOf(`${other}:${hash}`);
  if (at >= 0) state.said.splice(at, 1);
  else note(state.said, `${channel}:${hash}`);
  return at >= 0;
}

/**
 * A line's record, whatever wrapper it came in: `payload` is the record itself in rollouts of before the wrapper, `metadata` what stands
 * beside the payload, `ordinal` the record's place in its thread.
 */
export type Line = { type: string; payload: Rec; metadata: Rec; at: number; ordinal: number };

const sourceOf = (meta: Rec): { isSubagent: boolean; parent: string | undefined } => {
  const source = rec(meta, "source");
  const spawned = rec(source, "subagent");
  const parent = str(rec(spawned, "thread_spawn"), "parent_thread_id") ?? str(meta, "parent_thread_id");
  return { isSubagent: "subagent" in source || str(meta, "thread_source") === "subagent", parent };
};

/** A session record. The first one is the conversation's own; others are its parent's, copied, or its own again after a resume. */
export function sessionFacts(state: CodexState, meta: Rec, at: number): Fact[] {
  const id = str(meta, "id") ?? str(meta, "session_id");
  if (id !== undefined) {
    state.thread = id;
    state.count = 0;
  }
  const session = state.session ?? id;
  if (session !== undefined) state.session = session;
  const own = parseNativeId(state.session ?? "");
  if (own === undefined) return [];
  const isForeign = id !== undefined && id !== own;
  const source = isForeign ? { isSubagent: state.isSubagent, parent: id } : sourceOf(meta);
  const parent = parseNativeId(source.parent ?? str(meta, "forked_from_id") ?? state.parent ?? "");
  if (parent !== undefined) state.parent = parent;
  state.isSubagent = source.isSubagent;
  const cwd = str(meta, "cwd");
  if (cwd !== undefined) state.cwd ??= cwd;
  const startedAt = parseTime(meta.timestamp) ?? at;
  const agentVersion = str(meta, "cli_version");
  const branch = str(rec(meta, "git"), "branch");
  return [
    {
      kind: "session",
      nativeId: own,
      ...(cwd !== undefined && !isForeign && { cwd }),
      ...(startedAt > 0 && !isForeign && { startedAt }),
      ...(agentVersion !== undefined && { agentVersion }),
      ...(branch !== undefined && { branch }),
      ...(parent !== undefined && { parent }),
      ...(state.isSubagent && { isSubagent: true }),
    },
  ];
}

/** Older rollouts tell the folder in the text for the model only. */
export function cwdFacts(state: CodexState, text: string): Fact[] {
  const cwd = /<cwd>([^<]+)<\/cwd>/.exec(text)?.[1] ?? /^Current working directory: (.+)$/m.exec(text)?.[1];
  const own = parseNativeId(state.session ?? "");
  if (cwd === undefined || own === undefined || state.cwd !== undefined) return [];
  state.cwd = cwd;
  return [{ kind: "session", nativeId: own, cwd }];
}

export const placeOf = ({ thread, session, part = "" }: CodexState): Place => ({ thread: thread ?? session ?? "", part });

/** `part` tells several of one line apart. */
export type Draft = Omit<DraftEvent, "at" | "key" | "by" | "files"> & { part: string; by?: DraftEvent["by"]; files?: readonly string[] };

/** An event of this line. */
export function eventFact(state: CodexState, line: Line, { part, ...draft }: Draft): Fact {
  const author = draft.kind === "prompt" ? "user" : draft.kind === "tool_result" ? "tool" : "agent";
  const cwd = draft.cwd ?? state.cwd;
  const session: NativeId | undefined = state.isSubagent ? parseNativeId(state.parent ?? "") : undefined;
  const event: DraftEvent = {
    ...draft,
    at: line.at,
    key: `${keyHead(placeOf(state), line.ordinal)}${digest(JSON.stringify(line.payload))}:${part}`,
    by: state.isSubagent ? "subagent" : (draft.by ?? author),
    files: draft.files ?? [],
    ...(cwd !== undefined && { cwd }),
  };
  return { kind: "event", event, ...(session !== undefined && { session }) };
}

export function turnEnd(state: CodexState, at: number): Fact[] {
  if (!state.isOpen || state.isSubagent) return [];
  state.isOpen = false;
  return [{ kind: "turn-end", at }];
}
