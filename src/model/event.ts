// What was said and done in a session.
import type { Millis, NativeId, ProjectId, Seq } from "./ids.ts";
import type { Redacted } from "./redacted.ts";

export const EVENT_KINDS = ["prompt", "reply", "thinking", "tool_call", "tool_result", "limit", "error", "compaction"] as const;
export type EventKind = (typeof EVENT_KINDS)[number];

/** Who said or did it. `screen`: read off the terminal of an agent without a readable history. */
export const EVENT_AUTHORS = ["user", "agent", "subagent", "tool", "screen"] as const;
export type EventAuthor = (typeof EVENT_AUTHORS)[number];

/** The parts that a reader fills in and that redaction does not change. */
type EventBase = {
  at: Millis;
  kind: EventKind;
  by: EventAuthor;
  /** Name of the tool as the agent spells it; on `tool_call` and `tool_result`. */
  tool?: string;
  /** On `tool_result`: whether it worked. On `prompt`: false if the user interrupted the turn before it. */
  ok?: boolean;
  /** Paths as recorded, absolute where the agent gave them so. */
  files: readonly string[];
  /** True if the files were written (edit, write, patch), not only read. */
  writes?: boolean;
  /** Folder this event happened in, as recorded; absent if the record does not say. */
  cwd?: string;
  /** `limit`: when the limit resets. */
  resetsAt?: Millis;
};

/**
 * An event as a reader gives it: text not yet redacted, so it may live in memory only.
 * `key` identifies the record within its agent (for example a record's own id and the block's index): the same key
 * seen again, in this file or in a fork's copy, is the same event.
 */
export type DraftEvent = EventBase & {
  key: string;
  text: string;
  /** On `tool_result`: the text of its call, so that what was read through a shell command can be judged. Never stored. */
  call?: string;
};

/**
 * A stored event.
 * `text`: prompt or reply as said; `tool_call`: the command, or the input's essence on one or a few lines; `tool_result`: its output,
 * head and tail if long; `limit`, `error`: the message; `compaction`: the agent's own summary, or empty.
 */
export type SessionEvent = EventBase & {
  seq: Seq;
  key: string;
  text: Redacted;
  /** Set only if this event belongs to another project than its session. */
  project?: ProjectId;
  /** The user went back to before it: it was said and done, and is no part of the conversation any more. */
  rewound?: true;
  /** And what it did to files was put back with it. */
  putBack?: true;
};

/** Events of a conversation, told by their keys: from one to another in the order in which they are stored, or all whose key is of a kind. */
export type Stretch = { kind: "range"; from: string; upTo: string } | { kind: "keys"; has(key: string): boolean };

/** What a reader yields, in file order. */
export type Fact =
  /** The conversation this line belongs to, or more about it; later facts fill in, they do not erase. */
  | {
      kind: "session";
      nativeId: NativeId;
      cwd?: string;
      startedAt?: Millis;
      agentVersion?: string;
      branch?: string;
      parent?: NativeId;
      isSubagent?: boolean;
    }
  /** `session` is set only where it is not the file's own conversation. */
  | { kind: "event"; event: DraftEvent; session?: NativeId }
  /** Our briefing, seen in the agent's own history: the receipt's evidence, and which run the conversation belongs to. */
  | { kind: "origin"; run: string; where: "system" | "developer" | "hook" | "prompt" }
  /**
   * The user went back to before these events of the file's own conversation and asked something else. `isPutBack`: the files that were
   * edited there are as they were before. `isBack`: they are gone on with after all. Told as often as it is read.
   */
  | { kind: "rewound"; events: Stretch; isPutBack?: true; isBack?: true }
  /** The agent finished its work on a prompt: summary and briefing are due. */
  | { kind: "turn-end"; at: Millis }
  /** A line that could not be read. `line` counts from 1. */
  | { kind: "skipped"; line: number; why: string };
