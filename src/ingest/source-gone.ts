// Agents delete their old histories, and so do people: which sessions have lost their own file, so that what we hold is all there is.
import { statSync } from "node:fs";
import { basename, dirname, sep } from "node:path";
import type { SessionId } from "../model/ids.ts";
import type { Session } from "../model/session.ts";
import type { Store } from "../store/store.ts";
import type { HistorySource } from "./discover.ts";

export type SourceDeps = { store: Pick<Store, "sessions" | "cursors" | "transact"> };

/** "unknown": not there to be seen, but where it would be cannot be looked into either. */
export type Look = "there" | "gone" | "unknown";

/**
 * Of a session's history files those that it could be resumed from: the ones named by its own id, if there are any. A sub-agent's file
 * that outlives its conversation's is no history to go on with.
 */
export function ownFiles(session: Pick<Session, "nativeId">, paths: readonly string[]): readonly string[] {
  const { nativeId } = session;
  const named = nativeId === undefined ? [] : paths.filter((path) => basename(path).includes(nativeId));
  return named.length > 0 ? named : paths;
}

/** From the looks at a session's own files; undefined: nothing can be said, what is known stays. Without any file (a run's alone) too. */
export function isSourceGone(looks: readonly Look[]): boolean | undefined {
  if (looks.includes("there")) return false;
  return looks.length > 0 && looks.every((look) => look === "gone") ? true : undefined;
}

/**
 * Looks at paths, and remembers which folders could be looked into. A missing file says something only if the agent's whole folder is
 * there: a disk that is not mounted, a home that is not ours, or another setting of the agent's own folder took nothing away. Of a file
 * from elsewhere (`mem ingest FILE`) its own folder has to be there. A folder that is there and empty counts as looked into: if that
 * was wrong, the next look takes it back.
 */
export function looker(roots: readonly string[]): (path: string) => Look {
  const seen = new Map<string, boolean>();
  const isFolder = (folder: string): boolean => {
    const known = seen.get(folder) ?? statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
    seen.set(folder, known);
    return known;
  };
  return (path) => {
    try {
      if (statSync(path, { throwIfNoEntry: false }) !== undefined) return "there";
      return isFolder(roots.find((root) => path.startsWith(`${root}${sep}`)) ?? dirname(path)) ? "gone" : "unknown";
    } catch {
      return "unknown"; // not ours to see
    }
  };
}

const lookerOf = (sources: readonly HistorySource[]): ((path: string) => Look) => looker(sources.flatMap(({ roots }) => roots));

/** What a look says about a session, where that is not what is known. */
function changeOf(session: Session, paths: readonly string[], look: (path: string) => Look): boolean | undefined {
  const isGone = isSourceGone(ownFiles(session, paths).map(look));
  return isGone === (session.sourceGone ?? false) ? undefined : isGone;
}

/** Paths of all files that were read of these agents' sessions. */
function filesBySession({ store }: SourceDeps, sources: readonly HistorySource[]): Map<SessionId, string[]> {
  const files = new Map<SessionId, string[]>();
  for (const agent of new Set(sources.map((source) => source.agent))) {
    for (const { session, path } of store.cursors.all(agent)) if (session) files.set(session, [...(files.get(session) ?? []), path]);
  }
  return files;
}

/**
 * Looks for the files of all sessions of these agents and remembers which are gone and which are back. Returns those that are newly
 * gone. Throws what the store throws.
 */
export function noteGoneSources(deps: SourceDeps, sources: readonly HistorySource[]): SessionId[] {
  const look = lookerOf(sources);
  const changes = [...filesBySession(deps, sources)].flatMap(([id, paths]) => {
    const isGone = changeOf(deps.store.sessions.get(id), paths, look);
    return isGone === undefined ? [] : [{ id, isGone }];
  });
  if (changes.length > 0)
    deps.store.transact(() => {
      for (const { id, isGone } of changes) deps.store.sessions.setSourceGone(id, isGone);
    });
  return changes.flatMap(({ id, isGone }) => (isGone ? [id] : []));
}

/** The same sessions as a look at their files shows them now, for those who are about to show them. Writes nothing. */
export function asSeenNow(deps: SourceDeps, sources: readonly HistorySource[], sessions: readonly Session[]): Session[] {
  const look = lookerOf(sources);
  return sessions.map((session) => {
    const paths = deps.store.cursors.ofSession(session.id).map((cursor) => cursor.path);
    const isGone = changeOf(session, paths, look);
    if (isGone === undefined) return session;
    const { sourceGone: _, ...rest } = session;
    return isGone ? { ...rest, sourceGone: true } : rest;
  });
}
