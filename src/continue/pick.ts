// Which session to go on with: pure. Whoever calls has looked at the machine; here it is only decided, and said why.
import type { Session, SessionState } from "../model/session.ts";

export type Candidate = {
  session: Session;
  state: SessionState;
  /** Its own history file is still there, where the agent started now would look for it. */
  historyThere: boolean;
  installed: boolean;
  /** The agent can resume a conversation by its id. */
  canResume: boolean;
  /** Newer sessions of the project with real work, since this one ended. */
  newerWork: number;
  /** What they did can be told to this agent when it resumes. */
  canDeliverSince: boolean;
  /** Made in another worktree of the project: second choice, and never resumed here. Absent: in this one. */
  elsewhere?: boolean;
};

/** `why` says, in words for a person, why it is resumed or why it is not. */
export type Choice = { session: Session; how: "resume" | "anew"; why: string };
export type Skipped = { session: Session; why: string };

const STILL_RUNNING = "it is still running";

/** Newest first; what has the same time keeps its order. */
const byNewest = (a: { session: Session }, b: { session: Session }): number => b.session.lastAt - a.session.lastAt;

/** Why this session can't be gone on with at all; undefined if it can. */
function obstacle({ session, state, installed }: Candidate): string | undefined {
  if (state === "live") return STILL_RUNNING;
  if (session.turns === 0) return "nothing was asked in it";
  if (!installed) return `its agent (${session.agent}) is not installed here`;
  return undefined;
}

const sessions = (count: number): string => (count === 1 ? "one newer session" : `${count} newer sessions`);

/** Why the agent can't take up its own conversation again; undefined if it can. */
function noResume(candidate: Candidate): string | undefined {
  const { session, historyThere, canResume, newerWork, canDeliverSince, elsewhere } = candidate;
  if (session.nativeId === undefined) return "its agent keeps no conversations that could be resumed";
  if (!canResume) return "its agent can't resume a conversation by its id";
  if (elsewhere === true) return "it was in another worktree";
  if (!historyThere) return "its own history is no longer there";
  if (newerWork > 0 && !canDeliverSince) return `${sessions(newerWork)} worked here since, and its agent can't be told when it resumes`;
  return undefined;
}

function choose(candidate: Candidate): Choice {
  const { session, newerWork } = candidate;
  const why = noResume(candidate);
  if (why !== undefined) return { session, how: "anew", why };
  const since = newerWork === 0 ? "nothing happened here since" : `it is told what ${sessions(newerWork)} did since`;
  return { session, how: "resume", why: `its history is there, and ${since}` };
}

/**
 * The newest session with real work that is not live: of this worktree, else of the project. `skipped` names those passed over on the
 * way to it, in that order; of the sessions that nothing was asked in, none.
 */
export function pick(candidates: readonly Candidate[]): { choice?: Choice; skipped: readonly Skipped[] } {
  const newest = [...candidates].sort(byNewest);
  const ordered = [...newest.filter((one) => one.elsewhere !== true), ...newest.filter((one) => one.elsewhere === true)];
  const skipped: Skipped[] = [];
  for (const candidate of ordered) {
    const why = obstacle(candidate);
    if (why === undefined) return { choice: choose(candidate), skipped };
    if (candidate.session.turns > 0) skipped.push({ session: candidate.session, why });
  }
  return { skipped };
}

export type PlaceCandidate = {
  session: Session;
  state: SessionState;
  /** Where to go: the folder it was started in, else its worktree or its project's root, whichever still exists. */
  folder: string | undefined;
  /** False for a session in `$HOME` or `/`. */
  inProject: boolean;
};

/**
 * The project worked on last, from any folder, by its newest session with real work that is not live.
 * `candidates` come newest first and are read only as far as needed: looking at folders costs time. A folder that is gone is told once.
 */
export function pickProject(candidates: Iterable<PlaceCandidate>): {
  choice?: { session: Session; folder: string };
  skipped: readonly Skipped[];
} {
  const skipped: Skipped[] = [];
  const gone = new Set<string>();
  for (const { session, state, folder, inProject } of candidates) {
    if (session.turns === 0) continue;
    if (state === "live") skipped.push({ session, why: STILL_RUNNING });
    else if (!inProject) skipped.push({ session, why: "it was in no project" });
    else if (folder !== undefined) return { choice: { session, folder }, skipped };
    else if (!gone.has(session.worktree)) {
      gone.add(session.worktree);
      skipped.push({ session, why: `its folder ${session.worktree} no longer exists` });
    }
  }
  return { skipped };
}
