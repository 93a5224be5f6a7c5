// Somebody ran an agent without `mem`, or a recorder was killed: histories of this project that grew since they were last read.
import { dirname } from "node:path";
import { isNews } from "../ingest/batch.ts";
import { type HistorySource, hasChanged, inReadingOrder, recentHistories } from "../ingest/discover.ts";
import { type IngestDeps, ingestFile } from "../ingest/ingest.ts";
import type { SessionId } from "../model/ids.ts";
import type { Place } from "../model/project.ts";
import { DAY_MS } from "../model/time.ts";
import type { LookedFor } from "../transcript/reader.ts";
import { type HandOffDeps, handOff } from "./handoff.ts";

/** Older histories are the business of `mem ingest`. */
const WITHIN_MS = 14 * DAY_MS;
/** Working trees of the project that are looked at besides this one. */
const WORKTREES_SEEN = 12;

type CatchUpDeps = IngestDeps & HandOffDeps & { sources: readonly HistorySource[] };

/** A plain folder belongs to the nearest folder around it that has a history, which may not be read yet; the home folder is no project. */
function foldersAround({ kind, cwd }: Place, home: string): string[] {
  const around: string[] = [];
  if (kind !== "folder") return around;
  for (let at = dirname(cwd); at !== dirname(at) && !`${home}/`.startsWith(`${at}/`); at = dirname(at)) around.push(at);
  return around;
}

/** Folders in which an agent may have been started for this project. */
function foldersOf(deps: CatchUpDeps, place: Place): LookedFor[] {
  const project = deps.store.projects.find(place);
  const known = project ? deps.store.sessions.list({ project: project.id, limit: 200 }).map((session) => session.worktree) : [];
  const own = [...new Set([place.cwd, place.worktree, place.root, ...known])].slice(0, WORKTREES_SEEN);
  return [...own.map((cwd) => ({ cwd })), ...foldersAround(place, deps.home).map((cwd) => ({ cwd, isExact: true }))];
}

/** Reads what is new, newest file first, until `isDue`; summaries are current then. Returns how many histories were not read to their end. */
export function catchUp(deps: CatchUpDeps, place: Place, isDue: () => boolean): number {
  const since = deps.clock.now() - WITHIN_MS;
  const folders = foldersOf(deps, place);
  const found = deps.sources.flatMap((source) => recentHistories(source, { folders, since }, isDue));
  const files = inReadingOrder(found.filter((file) => hasChanged(file, deps.store.cursors)));
  const touched = new Set<SessionId>();
  let unread = files.length;
  for (const file of files) {
    if (isDue()) break;
    const report = ingestFile(deps, file, isDue);
    if (report.isDone) unread -= 1;
    for (const [session, change] of report.sessions) if (isNews(change)) touched.add(session);
  }
  for (const session of touched) handOff(deps, session);
  return unread;
}
