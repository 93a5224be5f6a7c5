// Session: one native conversation of one agent.
import type { AgentId, Millis, NativeId, ProjectId, RunId, SessionId } from "./ids.ts";
import type { Redacted } from "./redacted.ts";

export type SessionState = "live" | "ended" | "limit" | "crashed" | "unknown";

/** How a process ended. `code` is what a shell would show: 128 + n for signal n. `asked`: we passed on a signal that told it to end. */
export type Exit = { code: number; signal?: number; asked?: true };

/** What a shell shows after Ctrl-C: the user ended it, it did not crash. */
const INTERRUPTED = 130;

/** No exit at all: whoever could have told was killed. */
export const isCrash = (exit: Exit | undefined): boolean =>
  exit === undefined || (exit.code !== 0 && exit.code !== INTERRUPTED && !exit.asked);

export type Session = {
  id: SessionId;
  agent: AgentId;
  /** Absent for programs without a history of their own. */
  nativeId?: NativeId;
  project: ProjectId;
  /** Folder the session was started in, as recorded. */
  cwd: string;
  /** Root of the working tree (a worktree's own root) that `cwd` is in. */
  worktree: string;
  startedAt: Millis;
  /** Time of the newest event, or of the start. */
  lastAt: Millis;
  endedAt?: Millis;
  exit?: Exit;
  /** How the session ended as far as is known; "live" is never stored, it is asked for (`liveness`). */
  ending?: "ended" | "limit" | "crashed";
  /** The newest run that it was made or resumed by; absent if it was started without `mem`. */
  run?: RunId;
  /** The session that this one was briefed from, or resumes in another file. */
  continues?: SessionId;
  /** Native id of the conversation it was forked from. */
  forkedFrom?: NativeId;
  agentVersion?: string;
  branch?: string;
  /** First line of the goal, for lists. */
  goal?: Redacted;
  /** Number of prompts with an answer or a tool call. */
  turns: number;
  /** True once the agent's own file is gone: what we hold is all there is. */
  sourceGone?: boolean;
};
