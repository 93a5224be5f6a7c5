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
  /** What the runner counted, in its own words: `21 passed, 1 failed`. */
  counts?: Redacted;
  /** It ran only a part: one file, names that match. */
  isPart?: true;
  from: readonly Seq[];
};
/** Paths relative to the project's root, last changed first. */
export type Uncommitted = {
  paths: readonly string[];
  stashed: readonly string[];
  /** Whether the session committed anything at all. */
  hasCommits: boolean;
  from: readonly Seq[];
};
export type Fix = { error: Redacted; fix: Redacted; from: readonly Seq[] };
/** `text`: the first request that was taken back. `turns`: how many were. `again`: it was asked in the same words after that. `changed`: files were edited there, and left so or put back. */
export type Rewinding = Item & { turns: number; again?: true; changed?: "left" | "put-back" };
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
  /** What its newest edits changed, a line before and after; newest first. Absent in older summaries. */
  edits?: readonly Item[];
  decisions: readonly Decision[];
  failed: readonly Failure[];
  tests?: TestState;
  /** The last run of each other kind of check (types, lint, build), and of all tests where `tests` is about a part. Absent in older summaries. */
  checks?: readonly TestState[];
  /** True where the session changed files, ran commands, and no tests. */
  isUntested?: boolean;
  /** What its edits and commands say of the tree; absent if nothing, and in older summaries. */
  uncommitted?: Uncommitted;
  /** How far its commits got: not pushed, pushed, in a pull request. */
  delivered?: readonly Item[];
  /** What formatters and generators changed beside its edits. */
  formatted?: readonly Item[];
  /** The last `git status` that it saw, if nothing moved the tree since. */
  seenTree?: Item;
  /** The branch that git named last. */
  lastBranch?: Item;
  /** True where it only looked, as far as its tools and commands tell. */
  isUntouched?: boolean;
  /** What its sub-agents reported. Absent in older summaries. */
  reports?: readonly Item[];
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
  /** What its answers say beside all this, the most telling first. Absent in older summaries. */
  points?: readonly Item[];
  limits: readonly LimitHit[];
  /** What the user took back by going back to before it: the request, oldest first. Nothing else is told from there but what is on the disk. */
  rewound?: readonly Rewinding[];
};
