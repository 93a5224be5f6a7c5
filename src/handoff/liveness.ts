// Is a session going on right now? Asked each time, never stored: processes die without telling.
import type { Clock, Proc } from "../host/host.ts";
import type { Session, SessionState } from "../model/session.ts";
import type { Store } from "../store/store.ts";

type LivenessDeps = { store: Pick<Store, "runs">; proc: Proc; clock: Clock };

/** A history that changed within this time, and of which nobody says that it ended, may still be written. */
export const RECENT_MS = 10 * 60 * 1000;

/**
 * Of a run that is not finished: its agent's process lives; the wrapper's counts only until the agent's is known. Else, if it went on since
 * without us: a living process works in that folder as that agent, as far as can be seen.
 */
function isLive(deps: LivenessDeps, session: Session, isRunning: (session: Session) => boolean | undefined): boolean {
  const run = session.run && deps.store.runs.get(session.run);
  if (run && run.endedAt === undefined) return deps.proc.isAlive(run.child ?? run.wrapper);
  const wentOn = session.endedAt === undefined || session.lastAt > session.endedAt;
  if (!wentOn || deps.clock.now() - session.lastAt > RECENT_MS) return false;
  return isRunning(session) ?? true;
}

/** `isRunning` looks for a process of the session's agent in the session's folder; undefined where the system does not tell. */
export function stateOf(deps: LivenessDeps, session: Session, isRunning: (session: Session) => boolean | undefined): SessionState {
  if (isLive(deps, session, isRunning)) return "live";
  return session.ending ?? (session.run ? "crashed" : "unknown");
}
