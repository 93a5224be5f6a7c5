// What the terminal UI is given and what it gives back. No Ink here.
import type { AgentId, Millis, SessionId } from "../model/ids.ts";
import type { SessionState } from "../model/session.ts";

/** One session in the list. Sessions of one `root` are one project. */
export type SessionRow = {
  id: SessionId;
  agentName: string;
  /** Whether its own agent, or the program that it is of, can be started here. */
  isInstalled: boolean;
  projectName: string;
  root: string;
  /** Its goal, or what stands for it. */
  title: string;
  state: SessionState;
  /** For people: at most 8 characters, nothing where the state is not known. */
  stateWord: string;
  lastAt: Millis;
  turns: number;
};

/** An agent that is installed, in the order to offer them. A program is offered for its own sessions only, so it is none of these. */
export type AgentChoice = { id: AgentId; name: string };

/** What is known of one session; empty parts are not shown. */
export type Preview = {
  goal?: string;
  /** Branch, number of changed files, tests: one line. */
  state?: string;
  /** Newest first, like those that failed. */
  decided: readonly string[];
  failed: readonly string[];
  lastReply?: string;
  open: readonly string[];
  next: readonly string[];
  files: readonly string[];
};

/** `agent` is absent where the session's own agent goes on. */
export type TuiOutcome = { kind: "quit" } | { kind: "continue"; session: SessionId; agent?: AgentId };
