// Receipt: what a session was given, and how we know that it got it.
import type { Millis, RunId, SessionId } from "./ids.ts";

export type Receipt = {
  run: RunId;
  /** Absent until the run is bound to a native session. */
  session?: SessionId;
  channel: string;
  tokens: number;
  chars: number;
  sources: readonly SessionId[];
  at: Millis;
  /** "history": our mark was found in the agent's own history; "asked": passed, and nothing more is known. */
  evidence: "asked" | "history";
  /** Part of the request it was found in, e.g. "developer". */
  where?: string;
};
