// Is a session going on right now? Asked each time, never stored: processes die without telling.
import type { Clock, Proc } from "../host/host.ts";
import type { Millis } from "../model/ids.ts";
import type { Run } from "../model/run.ts";
import { isCrash, type Session, type SessionState } from "../model/session.ts";
import type { RunTable } from "../store/store.ts";
import { exitNoted, limitNoted } from "./noted.ts";

type LivenessDeps = { store: { runs: Pick<RunTable, "get"> }; proc: Proc; clock: Clock };

/** A history that changed within this time, and of which nobody says that it ended, may still be written. */
export const RECENT_MS = 10 * 60 * 1000;

/** It went on since it ended, as far as that is known, and lately. */
const mayStillBeWritten = (session: Session, now: Millis): boolean =>
  (session.endedAt === undefined || session.lastAt > session.endedAt) && now - session.lastAt <= RECENT_MS;

const notLive = (session: Session): SessionState => session.ending ?? (session.run ? "crashed" : "unknown");

/** Of a run that is not finished: its agent's process lives (the wrapper's counts only until the agent's is known), or how it just ended. */
function stateInRun(deps: LivenessDeps, run: Run): SessionState {
  if (deps.proc.isAlive(run.child ?? run.wrapper)) return "live";
  // Its recorder may still be writing that down: then the wrapper's note tells, or will in a moment.
  if (limitNoted(run)) return "limit";
  const exit = exitNoted(run);
  if (exit === undefined) return deps.proc.isAlive(run.wrapper) ? "ended" : "crashed";
  return isCrash(exit) ? "crashed" : "ended";
}

/**
 * Without an unfinished run a session is live if it went on lately and a living process works in its folder as its agent: `isRunning` looks
 * for one, and says undefined where the system does not tell.
 */
export function stateOf(deps: LivenessDeps, session: Session, isRunning: (session: Session) => boolean | undefined): SessionState {
  const run = session.run && deps.store.runs.get(session.run);
  if (run && run.endedAt === undefined) return stateInRun(deps, run);
  return mayStillBeWritten(session, deps.clock.now()) && (isRunning(session) ?? true) ? "live" : notLive(session);
}

/**
 * For long lists: what `ask`, a `stateOf`, would say of each session, though it is asked only of those that may be live. The open runs are
 * read once, here, instead of a run with each session.
 */
export function stateOfMany(deps: { store: { runs: Pick<RunTable, "open"> }; clock: Clock }, ask: (session: Session) => SessionState) {
  const open = new Set(deps.store.runs.open().map((run) => run.id));
  const now = deps.clock.now();
  const mayBeLive = (session: Session): boolean => (session.run !== undefined && open.has(session.run)) || mayStillBeWritten(session, now);
  return (session: Session): SessionState => (mayBeLive(session) ? ask(session) : notLive(session));
}
