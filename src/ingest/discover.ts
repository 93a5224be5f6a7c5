// Which history files there are, and which of them changed since they were last read.
import { type Dirent, readdirSync, statSync } from "node:fs";
import { join, sep } from "node:path";
import type { AgentId, Millis } from "../model/ids.ts";
import type { CursorTable } from "../store/store.ts";
import type { LookedFor, Reader } from "../transcript/reader.ts";

/** One agent's histories on this machine: reader and folders, variables resolved. */
export type HistorySource = { agent: AgentId; reader: Reader; roots: readonly string[] };
export type HistoryFile = { path: string; agent: AgentId; reader: Reader; sizeBytes: number; mtimeMs: number };

/** Deeper than any agent's own layout: a link that leads in a circle ends here. */
const MAX_DEPTH = 8;

function* filesBelow(folder: string, depth = 0): Generator<string> {
  if (depth > MAX_DEPTH) return;
  let entries: Dirent[];
  try {
    entries = readdirSync(folder, { withFileTypes: true });
  } catch {
    return; // not there, or not ours to read: no history
  }
  // Links are neither: one that leads in a circle is not followed, and what a link names has a place of its own.
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path, depth + 1);
    else if (entry.isFile()) yield path;
  }
}

function toFile(path: string, source: HistorySource): HistoryFile | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat && { path, agent: source.agent, reader: source.reader, sizeBytes: stat.size, mtimeMs: stat.mtimeMs };
}

/** The file at this path, if it is a history of this agent: below one of its roots, with a history's name. */
export function historyAt(path: string, source: HistorySource): HistoryFile | undefined {
  const isBelow = source.roots.some((root) => path.startsWith(`${root}${sep}`));
  return isBelow && source.reader.isHistory(path) ? toFile(path, source) : undefined;
}

/** All histories of an agent, in the order of their paths. */
export function* allHistories(source: HistorySource): Generator<HistoryFile> {
  for (const root of source.roots) {
    for (const path of filesBelow(root)) {
      const file = source.reader.isHistory(path) ? toFile(path, source) : undefined;
      if (file) yield file;
    }
  }
}

type Wanted = { folders: readonly LookedFor[]; since: Millis };

/** Histories that may be about one of these folders, written to at or after `since`; newest first. `isDue`: stop looking. */
export function recentHistories(source: HistorySource, wanted: Wanted, isDue: () => boolean = () => false): HistoryFile[] {
  const { since } = wanted;
  const folders = new Set(
    source.roots.flatMap((root) => wanted.folders.flatMap((one) => source.reader.likelyFolders(root, { ...one, since }))),
  );
  const found = new Map<string, HistoryFile>();
  // The newest folders first (days sort by name), for when there is no time for all.
  for (const folder of [...folders].sort().reverse()) {
    if (isDue()) break;
    for (const path of filesBelow(folder)) {
      if (isDue()) break;
      const file = source.reader.isHistory(path) && !found.has(path) ? toFile(path, source) : undefined;
      if (file && file.mtimeMs >= since) found.set(path, file);
    }
  }
  return [...found.values()].sort((a, b) => b.mtimeMs - a.mtimeMs);
}

/** Files that belong to a conversation's own file: what lies in the folder beside it that has its name (sub-agents). */
export function companions(path: string, source: HistorySource): HistoryFile[] {
  const folder = path.replace(/\.[^./]+$/, "");
  if (folder === path) return [];
  return [...filesBelow(folder)].filter((inner) => source.reader.isHistory(inner)).flatMap((inner) => toFile(inner, source) ?? []);
}

export function hasChanged(file: HistoryFile, cursors: CursorTable): boolean {
  const cursor = cursors.get(file.path);
  return cursor === undefined || cursor.sizeBytes !== file.sizeBytes || cursor.mtimeMs !== file.mtimeMs;
}

/** The newest conversation first; of one that has several files the oldest file first: a later one may take back what stands in it. */
export function inReadingOrder(files: readonly HistoryFile[]): HistoryFile[] {
  const conversations = new Map<string, HistoryFile[]>();
  for (const file of [...files].sort((a, b) => b.mtimeMs - a.mtimeMs)) {
    const key = file.reader.nativeIdOf(file.path) ?? file.path;
    conversations.set(key, [...(conversations.get(key) ?? []), file]);
  }
  return [...conversations.values()].flatMap((mine) => mine.sort((a, b) => (a.path < b.path ? -1 : 1)));
}
