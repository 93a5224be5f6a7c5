// The end of a run: how each of its sessions ended, and their summaries. Called by the recorder, and for a run that a crash cut off.
import type { Millis, RunId, SessionId } from "../model/ids.ts";
import type { GitState } from "../model/project.ts";
import type { Run } from "../model/run.ts";
import { type Exit, isCrash, type Session } from "../model/session.ts";
import type { RawFiles } from "../store/raw.ts";
import type { FrameTable } from "../store/store.ts";
import { type HandOffDeps, handOff } from "./handoff.ts";

type EndDeps = HandOffDeps & { raw: RawFiles };

type RunEnd = { endedAt: Millis; exit?: Exit; git?: GitState };

/** `isLast`: of the run's sessions; the process's end is its own. */
type SessionEnd = RunEnd & { isLast: boolean };

function endSession(deps: EndDeps, session: Session, { isLast, ...end }: SessionEnd): void {
  const ending = deps.store.events.limitAtEnd(session.id) ? "limit" : isLast && isCrash(end.exit) ? "crashed" : "ended";
  const endedAt = isLast ? end.endedAt : session.lastAt;
  deps.store.sessions.end(session.id, { endedAt, ending, ...(isLast && end.exit && { exit: end.exit }) });
  handOff(deps, session.id, end.git);
  const project = deps.store.projects.get(session.project);
  if (project) deps.raw.note(deps.store.sessions.get(session.id), project);
}

/** `keepFramesMs`: how long those of finished runs are kept; 0: not at all. */
type DropDeps = { store: { frames: FrameTable }; keepFramesMs: number };

/** A run's frames go once its events are complete, unless they are to be kept; those that were kept long enough go, too. */
export function dropFrames({ store, keepFramesMs }: DropDeps, run: RunId, now: Millis): void {
  if (keepFramesMs === 0) store.frames.drop(run);
  store.frames.dropBefore(now - keepFramesMs);
}

/** Ends all sessions of the run; only the newest of them (the others ended with `/clear`) has the process's own end. */
export function endRun(deps: EndDeps, run: Run, end: RunEnd): SessionId[] {
  const sessions = [...deps.store.sessions.byRun(run.id)].sort((a, b) => a.lastAt - b.lastAt);
  for (const session of sessions) endSession(deps, session, { ...end, isLast: session === sessions.at(-1) });
  deps.store.runs.finish(run.id, { endedAt: end.endedAt, ...(end.exit && { exit: end.exit }) });
  return sessions.map((session) => session.id);
}
