// Going on: from the machine's state to the choice of `pick.ts`, with what a start needs to know.
import { existsSync } from "node:fs";
import { type HistorySource, historyAt } from "../ingest/discover.ts";
import { ownFiles } from "../ingest/source-gone.ts";
import type { AgentId, SessionId } from "../model/ids.ts";
import { NO_PROJECT } from "../model/ids.ts";
import type { Place } from "../model/project.ts";
import type { Session, SessionState } from "../model/session.ts";
import type { Store } from "../store/store.ts";
import { type Candidate, type Choice, type PlaceCandidate, pick, pickProject, type Skipped } from "./pick.ts";

export type ContinueDeps = {
  store: Store;
  /** Where the agents, started now, look for their histories. */
  sources: readonly HistorySource[];
  stateOf: (session: Session) => SessionState;
  isInstalled: (agent: AgentId) => boolean;
  /** Whether the agent resumes by id, and whether it can then be told what happened since. */
  abilityOf: (agent: AgentId) => { canResume: boolean; canDeliverSince: boolean };
};

/** Sessions of a project that are looked at; further back nobody goes on without naming the session. */
const SESSIONS_SEEN = 30;

/** The conversation's own file is where its agent, started now, looks for it: not in another home of the agent, nor only elsewhere. */
function historyThere({ store, sources }: ContinueDeps, session: Session): boolean {
  const paths = store.cursors.ofSession(session.id).map((cursor) => cursor.path);
  return ownFiles(session, paths).some((path) =>
    sources.some((source) => source.agent === session.agent && historyAt(path, source) !== undefined),
  );
}

export type GoOn = { choice?: Choice; skipped: readonly Skipped[] };

/** This project's newest session that is not live, and how to go on with it. `only`: a session of that agent, or this one. */
export function goOn(deps: ContinueDeps, place: Place, only: { agent?: AgentId; session?: SessionId } = {}): GoOn {
  const project = deps.store.projects.find(place);
  if (!project) return { skipped: [] };
  const scope = project.id === NO_PROJECT ? { project: project.id, worktree: place.worktree } : { project: project.id };
  const worked = deps.store.sessions.list({ ...scope, worked: true, limit: SESSIONS_SEEN });
  const asked =
    only.agent === undefined ? worked : deps.store.sessions.list({ ...scope, agent: only.agent, worked: true, limit: SESSIONS_SEEN });
  const sessions = only.session === undefined ? asked : [deps.store.sessions.get(only.session)];
  const states = new Map([...worked, ...sessions].map((session) => [session.id, deps.stateOf(session)]));
  return pick(
    sessions.map(
      (session): Candidate => ({
        session,
        state: states.get(session.id) ?? "unknown",
        historyThere: historyThere(deps, session),
        installed: deps.isInstalled(session.agent),
        ...deps.abilityOf(session.agent),
        newerWork: worked.filter((other) => other.id !== session.id && other.lastAt > session.lastAt && states.get(other.id) !== "live")
          .length,
        elsewhere: session.worktree !== place.worktree,
      }),
    ),
  );
}

/** Where to go for a session: the folder it was started in, else its worktree, else the project's root. Of no project there is no root. */
export function folderOf(store: Store, session: Session): string | undefined {
  const root = session.project === NO_PROJECT ? undefined : store.projects.get(session.project)?.root;
  return [session.cwd, session.worktree, root].find((folder) => folder !== undefined && folder !== "" && existsSync(folder));
}

function* placeCandidates(deps: ContinueDeps, sessions: readonly Session[]): Generator<PlaceCandidate> {
  for (const session of sessions) {
    yield { session, state: deps.stateOf(session), folder: folderOf(deps.store, session), inProject: session.project !== NO_PROJECT };
  }
}

const PROJECT_SESSIONS_SEEN = 500;

/** The folder of the project worked on last, from anywhere. */
export const lastPlace = (deps: ContinueDeps): ReturnType<typeof pickProject> =>
  pickProject(placeCandidates(deps, deps.store.sessions.list({ worked: true, limit: PROJECT_SESSIONS_SEEN })));
