// Store: everything `mem` keeps in SQLite, as the record of its table modules. Faces and verbs see this type only.
import type { SessionEvent } from "../model/event.ts";
import type { AgentId, Millis, NativeId, ProjectId, RunId, Seq, SessionId } from "../model/ids.ts";
import type { Size } from "../model/launch.ts";
import type { Place, Project } from "../model/project.ts";
import type { Receipt } from "../model/receipt.ts";
import type { Run } from "../model/run.ts";
import type { Exit, Session } from "../model/session.ts";
import type { Summary } from "../model/summary.ts";

export type ProjectTable = {
  /** The project that this place belongs to, if it is known; writes nothing. Strongest key first; of plain folders the nearest known ancestor. */
  find(place: Place): Project | undefined;
  /** As `find`, else a new one. Remembers all keys of the place and its newest root. Kind "none" gives NO_PROJECT. */
  resolve(place: Place): Project;
  get(id: ProjectId): Project | undefined;
  /** By id, by unique name, or by path of a known root; several of one name give several. */
  named(text: string): Project[];
  all(): Project[];
};

export type SessionFilter = {
  project?: ProjectId;
  agent?: AgentId;
  worktree?: string;
  limit?: number;
  /** Only sessions with at least one turn. */
  worked?: boolean;
  /** Those, and what a usage limit stopped before its first answer: a request that waits. */
  workedOrLimit?: boolean;
};

export type SessionTable = {
  /** Inserts, or fills in what a later fact says: never erases, never moves `startedAt` forward. Returns the row as it is now. */
  save(session: SessionDraft): Session;
  get(id: SessionId): Session;
  find(id: SessionId): Session | undefined;
  byNative(agent: AgentId, nativeId: NativeId): Session | undefined;
  byRun(run: RunId): Session[];
  /** By our id, a unique prefix of it, or a native id (whole, or a unique prefix of 8 or more). More than one: the prefix is ambiguous. */
  matching(text: string): Session[];
  /** Newest `lastAt` first. */
  list(filter: SessionFilter): Session[];
  count(filter: SessionFilter): number;
  end(id: SessionId, how: { endedAt: Millis; ending: "ended" | "limit" | "crashed"; exit?: Exit }): void;
  /** A native resume makes an ended session go on: clears how it ended, and remembers the run. */
  reopen(id: SessionId, run: RunId): void;
  setSourceGone(id: SessionId, gone: boolean): void;
};

/** A session as it is first known. `id` is minted by the caller and ignored if the native id is already known. */
export type SessionDraft = Omit<Session, "turns" | "lastAt"> & { lastAt?: Millis };

export type NewEvent = Omit<SessionEvent, "seq">;

/** What a user's going back means for an event: it holds, it does not, or what it did to files was put back as well. */
export type Mark = "holds" | "rewound" | "put-back";

export type EventKey = { seq: Seq; key: string; isRewound: boolean };

export type EventTable = {
  /**
   * Appends those whose key is new for the session's agent, in order, and gives them their seq; the others are dropped silently.
   * Updates the session's `lastAt`, `turns` and `goal`. Returns the stored ones. Runs in its own transaction unless inside one.
   */
  append(session: SessionId, events: readonly NewEvent[]): SessionEvent[];
  /** In order, read a page at a time: do not write to the session's events in between. */
  of(session: SessionId, from?: Seq): IterableIterator<SessionEvent>;
  /** What a summary is made from, in order: all events, or of a session too large for memory the newest whole and the older ones cut short or left out. */
  digest(session: SessionId): SessionEvent[];
  /** The usage limit, if it was the agent's last word: nothing was answered after it. */
  limitAtEnd(session: SessionId): SessionEvent | undefined;
  /** The keys of all its events, in order. */
  keys(session: SessionId): EventKey[];
  /** Marks these events; the session's `goal` follows. "rewound" leaves "put-back" as it is. Returns for how many it is new. */
  rewind(session: SessionId, seqs: readonly Seq[], mark: Mark): number;
  /** How often such marks changed: events that were read before are out of date. */
  rewinds(session: SessionId): number;
  count(session: SessionId): number;
};

export type RunTable = {
  save(run: Run): void;
  get(id: RunId): Run | undefined;
  finish(id: RunId, how: { endedAt: Millis; exit?: Exit }): void;
  /** Remembered with the recorder's own process, so that two recorders never finish one run. False if another living one has it. */
  claim(id: RunId, recorder: { pid: number; startTicks?: string }): boolean;
  recorderOf(id: RunId): { pid: number; startTicks?: string } | undefined;
  /** Not yet finished, oldest first. */
  open(): Run[];
};

/** `bytes`: output, decompressed; from `at` to `until` (absent: all of it at once) it came without a longer rest. */
export type FrameSegment = { at: Millis; until?: Millis; size: Size; bytes: Uint8Array };

export type FrameTable = {
  /** One compressed segment; `size` is the terminal's at its start. It takes the place of the last `instead` (0) segments of the run. */
  append(run: RunId, segment: FrameSegment, instead?: number): void;
  of(run: RunId): IterableIterator<FrameSegment>;
  bytesOf(run: RunId): number;
  drop(run: RunId): void;
  /** Drops the frames of runs that were finished before that. */
  dropBefore(at: Millis): void;
};

export type SummaryTable = {
  save(summary: Summary, at: Millis): void;
  get(session: SessionId): Summary | undefined;
  of(sessions: readonly SessionId[]): Map<SessionId, Summary>;
};

export type ReceiptTable = {
  save(receipt: Receipt): void;
  ofSession(session: SessionId): Receipt | undefined;
  /** Binds the run's receipt to its session. */
  bind(run: RunId, session: SessionId): void;
  /** Raises the evidence to "history": our mark was found there, in that part of the request. */
  prove(run: RunId, where: string): void;
};

/** Where reading a history file stopped. `state` is the reader's own, JSON; `headHash` tells a rewritten file from a grown one. */
export type Cursor = {
  path: string;
  agent: AgentId;
  session?: SessionId;
  offset: number;
  line: number;
  sizeBytes: number;
  mtimeMs: number;
  headHash: string;
  state: unknown;
};

export type CursorTable = {
  get(path: string): Cursor | undefined;
  save(cursor: Cursor): void;
  ofSession(session: SessionId): Cursor[];
  all(agent: AgentId): Cursor[];
};

export type Store = {
  projects: ProjectTable;
  sessions: SessionTable;
  events: EventTable;
  runs: RunTable;
  frames: FrameTable;
  summaries: SummaryTable;
  receipts: ReceiptTable;
  cursors: CursorTable;
  /** BEGIN IMMEDIATE … COMMIT; nests. Waits for other writers at most BUSY_WAIT_MS, then MemError("database-locked"). */
  transact<T>(work: () => T): T;
  /** What SQLite finds wrong when it reads the whole file; undefined if nothing. The next start sets a damaged one aside. */
  damage(): string | undefined;
  close(): void;
};
