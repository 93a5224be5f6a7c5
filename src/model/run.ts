// Run: one process started by `mem run`, from start to exit. The recorder is told of it in the feed's first frame.
import type { AgentId, Millis, NativeId, RunId, SessionId } from "./ids.ts";
import type { Place } from "./project.ts";
import type { Exit } from "./session.ts";

/** A process that can be told from a later one with the same number. `startTicks` as the system counts them; absent where unknown. */
export type ProcessRef = { pid: number; startTicks?: string };

type Delivered = {
  /** Channel of the plan, e.g. "args". */
  channel: string;
  tokens: number;
  chars: number;
  sources: readonly SessionId[];
};

export type Run = {
  id: RunId;
  agent: AgentId;
  place: Place;
  /** As started, the briefing's text left out. Redacted before it is stored. */
  argv: readonly string[];
  startedAt: Millis;
  wrapper: ProcessRef;
  child?: ProcessRef;
  mode: "pty" | "inherit";
  kind: "new" | "resumed";
  nativeId?: NativeId;
  /** Where this run's agent keeps histories, with the child's environment resolved. */
  historyRoots: readonly string[];
  reader?: string;
  /** Folder of this run: briefing file, hook messages. Removed when the run is finished. */
  dir: string;
  delivered?: Delivered;
  continues?: SessionId;
  endedAt?: Millis;
  exit?: Exit;
};
