// Summary: the structured account of one session. Every item cites the events it rests on.
import type { Millis, Seq, SessionId } from "./ids.ts";
import type { GitState } from "./project.ts";
import type { Redacted } from "./redacted.ts";

export type Item = { text: Redacted; from: readonly Seq[] };
/** `by`: absent where the agent settled it, and in older summaries. */
export type Decision = Item & { reason?: Redacted; by?: "user" };
/** What was tried, and why it did not work. */
export type Failure = Item & { why?: Redacted };
export type ChangedFile = { path: string; edits: number; from: readonly Seq[] };
export type TestState = {
  command: Redacted;
  passed: boolean;
  /** Names of failing tests, at most 20. */
  failing: readonly Redacted[];
  from: readonly Seq[];
};
export type Fix = { error: Redacted; fix: Redacted; from: readonly Seq[] };
export type LimitHit = Item & { resetsAt?: Millis };

export type Summary = {
  session: SessionId;
  /** Seq of the newest event that was read for it. */
  upTo: Seq;
  goal?: Item;
  requests: readonly Item[];
  files: readonly ChangedFile[];
  /** Commands that mattered: builds, migrations, commits, pushes. */
  commands: readonly Item[];
  decisions: readonly Decision[];
  failed: readonly Failure[];
  tests?: TestState;
  fixes: readonly Fix[];
  /** Working tree when the session ended or its newest turn did. */
  state?: GitState;
  open: readonly Item[];
  next: readonly Item[];
  /** Items of the agent's own list that it ticked off: what tells a later briefing that they are done. Absent in older summaries. */
  finished?: readonly Item[];
  lastReply?: Item;
  /** What each turn before the last came to: the head of its last answer, oldest first. Absent in summaries of before it was kept. */
  answers?: readonly Item[];
  limits: readonly LimitHit[];
};
