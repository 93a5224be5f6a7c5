// handOff() after every turn and at the end of a session; brief() at the start of the next.

import type { Clock, Log } from "../host/host.ts";
import type { Briefing } from "../model/briefing.ts";
import type { AgentId, ProjectId, SessionId } from "../model/ids.ts";
import { NO_PROJECT } from "../model/ids.ts";
import type { GitState, Place, Project } from "../model/project.ts";
import type { Session, SessionState } from "../model/session.ts";
import type { Summary } from "../model/summary.ts";
import type { Store } from "../store/store.ts";
import { compose } from "./compose.ts";
import type { EventsOf } from "./known-events.ts";
import { exitNoted } from "./noted.ts";
import type { Past } from "./past.ts";
import { hasRealWork, summarise } from "./summarise.ts";
import { hasWorked } from "./worked.ts";

/** Sessions of a project that a briefing looks at, newest first; older ones are found by search. */
const SESSIONS_SEEN = 40;
/** How far a thread is followed back. */
const THREAD_LENGTH = 5;
/** Sessions that only asked something since, told with question and answer; older ones have a line like any other. */
const ASIDES_TOLD = 3;

export type HandOffDeps = {
  store: Store;
  clock: Clock;
  log: Log;
  /** For who makes summaries of the same sessions again and again; else they are read whole each time. */
  eventsOf?: EventsOf;
};

/** Of the log only the last commit is needed later: by it one sees what came after. */
const withoutLog = ({ earlierCommits: _, ...tree }: GitState): GitState => tree;

/** Brings a session's summary up to date and stores it. Undefined, and nothing stored, if nothing was asked or done in it. */
export function handOff(deps: HandOffDeps, id: SessionId, git?: GitState): Summary | undefined {
  const session = deps.store.sessions.get(id);
  const events = (deps.eventsOf ?? deps.store.events.digest)(id);
  if (!hasRealWork(events)) return undefined;
  // Not asked again is not unknown: the tree as it was when it last was looked at, with the time of it.
  const tree = git ? withoutLog(git) : deps.store.summaries.get(id)?.state;
  const summary = summarise(id, events, { root: session.worktree, ...(tree && { git: tree }) });
  deps.store.summaries.save(summary, deps.clock.now());
  return summary;
}

export type BriefDeps = HandOffDeps & { stateOf: (session: Session) => SessionState; agentName: (agent: AgentId) => string };

export type BriefRequest = {
  place: Place;
  budget: { tokens: number; chars: number };
  git?: GitState;
  /** Brief from this session instead of the newest. */
  from?: SessionId;
  /** This one is resumed: only what happened in the project after its end, if it was briefed of the rest. */
  since?: Session;
};

/** Newest first: real work, not this one; live ones apart. */
function pastOf(deps: BriefDeps, project: ProjectId | undefined, worktree: string): { past: Session[]; live: Session[] } {
  if (project === undefined) return { past: [], live: [] };
  const filter = project === NO_PROJECT ? { project, worktree } : { project };
  const sessions = deps.store.sessions.list({ ...filter, workedOrLimit: true, limit: SESSIONS_SEEN });
  const live = sessions.filter((session) => deps.stateOf(session) === "live");
  return { past: sessions.filter((session) => !live.includes(session)), live };
}

function threadOf(store: Store, session: Session): Session[] {
  const thread: Session[] = [];
  for (let at = session.continues; at && thread.length < THREAD_LENGTH; at = thread.at(-1)?.continues) {
    const earlier = store.sessions.find(at);
    if (!earlier || earlier.id === session.id || thread.some((known) => known.id === earlier.id)) break;
    thread.push(earlier);
  }
  return thread;
}

/** How it ended, also while its recorder is still writing that down. */
function withEnding(deps: BriefDeps, session: Session): Session {
  if (session.ending !== undefined || session.run === undefined) return session;
  const state = deps.stateOf(session);
  if (state === "live" || state === "unknown") return session;
  const run = deps.store.runs.get(session.run);
  const exit = run && exitNoted(run);
  return { ...session, ending: state, ...(exit && { exit }) };
}

/** Stored summaries; one that is missing is made now. Sessions without any work have none. */
function withSummaries(deps: BriefDeps, sessions: readonly Session[]): Past[] {
  const stored = deps.store.summaries.of(sessions.map((session) => session.id));
  return sessions.flatMap((session) => {
    const summary = stored.get(session.id) ?? handOff(deps, session.id);
    return summary ? [{ session: withEnding(deps, session), summary, agentName: deps.agentName(session.agent) }] : [];
  });
}

/** A history that is not read to its end yet has a size that no file has. */
const isPartlyRead = ({ store }: BriefDeps, { id }: Session): boolean => store.cursors.ofSession(id).some(({ sizeBytes }) => sizeBytes < 0);

/** The summary that matters most is never behind its events, whatever was interrupted. */
function broughtUpToDate(deps: BriefDeps, session: Session): Past | undefined {
  const [known] = withSummaries(deps, [session]);
  if (!known) return undefined;
  const past = isPartlyRead(deps, session) ? { ...known, isPartlyRead: true as const } : known;
  if (past.summary.upTo >= deps.store.events.count(past.session.id)) return past;
  const summary = handOff(deps, past.session.id);
  return summary && { ...past, summary };
}

type LeftOff = { left?: Past; asides: Past[] };

/**
 * Where it was left off: the newest session of this working tree in which work was done, else its newest, else the project's. What was
 * only asked after that is told beside it.
 */
function leftOff(deps: BriefDeps, seen: readonly Session[], worktree: string): LeftOff {
  const here = seen.filter((session) => session.worktree === worktree);
  const asides: Past[] = [];
  for (const session of here.length > 0 ? here : seen) {
    const past = broughtUpToDate(deps, session);
    if (past && hasWorked(past.summary)) return { left: past, asides: asides.slice(0, ASIDES_TOLD) };
    if (past) asides.push(past);
  }
  const [newest] = asides;
  return newest ? { left: newest, asides: [] } : { asides: [] };
}

function named(deps: BriefDeps, id: SessionId): LeftOff {
  const left = broughtUpToDate(deps, deps.store.sessions.get(id));
  return { ...(left && { left }), asides: [] };
}

/** The text for the next session in this place; undefined if there is nothing to tell. Writes nothing but missing summaries. */
export function brief(deps: BriefDeps, request: BriefRequest): Briefing | undefined {
  const { place, since } = request;
  const project: Project | undefined = deps.store.projects.find(place);
  // A session that was named is told of anywhere, also in a folder where nothing was done yet.
  if (!project && !request.from) return undefined;
  const { past, live } = pastOf(deps, project?.id, place.worktree);
  // A session that was made without `mem` knows nothing of the others, whenever they were.
  const isUnbriefed = since !== undefined && since.run === undefined;
  const seen = since ? past.filter(({ id, lastAt }) => id !== since.id && (isUnbriefed || lastAt > since.lastAt)) : past;
  const { left, asides } = request.from ? named(deps, request.from) : leftOff(deps, seen, place.worktree);
  const thread = left && !since ? threadOf(deps.store, left.session) : [];
  const told = new Set([left, ...asides].map((each) => each?.session.id).concat(thread.map((session) => session.id)));
  return compose(
    {
      project: { name: project?.name ?? place.name, root: place.root },
      cwd: place.cwd,
      now: deps.clock.now(),
      ...(request.git && { git: request.git }),
      left,
      asides,
      thread: withSummaries(deps, thread),
      earlier: withSummaries(
        deps,
        seen.filter((session) => !told.has(session.id)),
      ),
      live: live.map((session) => ({ session, agentName: deps.agentName(session.agent) })),
      ...(since && { since: isUnbriefed ? ("ever" as const) : ("ran" as const) }),
    },
    request.budget,
  );
}
