// Which session and which project an event of a history file belongs to, by what the file recorded; never by the file's place or age.

import type { Ids } from "../host/host.ts";
import type { DraftEvent, Fact } from "../model/event.ts";
import { type AgentId, type NativeId, NO_PROJECT, type ProjectId, parseNativeId, type SessionId } from "../model/ids.ts";
import type { Place, Project } from "../model/project.ts";
import type { Run } from "../model/run.ts";
import type { Session } from "../model/session.ts";
import { locate } from "../project/place.ts";
import type { Store } from "../store/store.ts";
import type { Reader } from "../transcript/reader.ts";

/** A history file to read. `run`: the run that it is known to belong to, if any. */
export type IngestSource = { path: string; agent: AgentId; reader: Reader; run?: Run };

/** What is known of a file's conversation, gathered from its session facts: the first word on each point stays. */
export type About = Partial<Omit<Extract<Fact, { kind: "session" }>, "kind">>;

export type AssignDeps = { store: Store; ids: Ids; home: string };

export type Assigned = { session: Session; project: Project; place: Place | undefined };

const nowhere = (root: string): Project => ({ id: NO_PROJECT, name: "none", root });

/** Folders are looked at once a batch: thousands of events share a few. */
export function placeCache(home: string): (cwd: string) => Place {
  const known = new Map<string, Place>();
  return (cwd) => {
    const found = known.get(cwd) ?? locate(cwd, home);
    known.set(cwd, found);
    return found;
  };
}

/** A sub-agent's own file is filed under the conversation that started it. */
export function nativeIdFor(about: About, said: NativeId | undefined, inName: string | undefined): NativeId | undefined {
  return (
    said ?? (about.isSubagent ? about.parent : undefined) ?? about.nativeId ?? (inName === undefined ? undefined : parseNativeId(inName))
  );
}

/** The session of these events, made or filled in. `first` is the oldest of them. */
export function assignSession(
  deps: AssignDeps,
  placeOf: (cwd: string) => Place,
  known: { agent: AgentId; native: NativeId | undefined; about: About; run: Run | undefined; first: DraftEvent },
): Assigned {
  const { agent, native, about, run, first } = known;
  const cwd = about.cwd ?? first.cwd ?? run?.place.cwd ?? "";
  const place = cwd === "" ? undefined : placeOf(cwd);
  const project = place ? deps.store.projects.resolve(place) : nowhere(cwd);
  const session = deps.store.sessions.save({
    id: deps.ids.short() as SessionId,
    agent,
    ...(native && { nativeId: native }),
    project: project.id,
    cwd,
    worktree: place?.worktree ?? cwd,
    startedAt: about.startedAt ?? first.at,
    ...(run && { run: run.id }),
    ...(run?.continues && run.kind === "new" && { continues: run.continues }),
    ...(about.parent && !about.isSubagent && { forkedFrom: about.parent }),
    ...(about.agentVersion && { agentVersion: about.agentVersion }),
    ...(about.branch && { branch: about.branch }),
  });
  return { session, project: deps.store.projects.get(session.project) ?? project, place };
}

type ProjectDeps = { store: Store; placeOf: (cwd: string) => Place };

/** An event leaves its session's project only for another repository or marked folder. */
export function projectOfEvent({ store, placeOf }: ProjectDeps, event: DraftEvent, home: Assigned): ProjectId | undefined {
  if (event.cwd === undefined || event.cwd === home.session.cwd) return undefined;
  const place = placeOf(event.cwd);
  if (place.kind !== "repository" && place.kind !== "marker") return undefined;
  const other = store.projects.resolve(place);
  return other.id === home.project.id ? undefined : other.id;
}
