// Which history files are a run's own. Evidence only: an id, our mark in the file, the agent's hook, or the file held open by our child.
// "The newest file in the folder" is no evidence.
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import type { Proc } from "../host/host.ts";
import type { Run } from "../model/run.ts";
import { companions, type HistoryFile, type HistorySource, historyAt, recentHistories } from "./discover.ts";

/** How far into a file our mark is looked for: system prompt and tool schemas of real agents come before it, at most some 200 kB. */
const MARK_WITHIN_BYTES = 4 * 1024 * 1024;
/** A file's time may be a little before the run's own, as the clocks of file systems are coarse. */
const CLOCK_SLACK_MS = 2000;

export type Evidence = "id" | "mark" | "hook" | "open";
export type Bound = { file: HistoryFile; by: Evidence };

/** Looks for text in a file's head without holding it whole. */
function holds(path: string, text: string): boolean {
  const chunk = Buffer.allocUnsafe(256 * 1024);
  const wanted = Buffer.from(text);
  let fd: number;
  try {
    fd = openSync(path, "r");
  } catch {
    return false;
  }
  try {
    let carried: Buffer = Buffer.alloc(0);
    for (let at = 0; at < MARK_WITHIN_BYTES; ) {
      const count = readSync(fd, chunk, 0, chunk.length, at);
      if (count === 0) return false;
      const seen = Buffer.concat([carried, chunk.subarray(0, count)]);
      if (seen.includes(wanted)) return true;
      carried = Buffer.from(seen.subarray(-wanted.length));
      at += count;
    }
    return false;
  } finally {
    closeSync(fd);
  }
}

/** Lines that the agent's hook left in the run's folder: `{session_id, transcript_path, source}`. */
function hookPaths(run: Run): string[] {
  let text: string;
  try {
    text = readFileSync(join(run.dir, "hook.jsonl"), "utf8");
  } catch {
    return [];
  }
  return text.split("\n").flatMap((line) => {
    try {
      const said = JSON.parse(line) as { transcript_path?: unknown } | null;
      return typeof said?.transcript_path === "string" ? [said.transcript_path] : [];
    } catch {
      return [];
    }
  });
}

/**
 * A search that remembers what it has ruled out, for a run that lasts hours. Each call looks again and returns all files found so far,
 * sub-agents' files included, oldest evidence first.
 */
export function binder(run: Run, source: HistorySource, proc: Proc): () => Bound[] {
  const found = new Map<string, Bound>();
  /** Size at which a file was last searched for the mark in vain. */
  const searched = new Map<string, number>();
  const since = run.startedAt - CLOCK_SLACK_MS;
  const mark = `mem:run:${run.id}`;

  const take = (file: HistoryFile, by: Evidence): void => {
    if (!found.has(file.path)) found.set(file.path, { file, by });
    const id = source.reader.nativeIdOf(file.path);
    if (id !== undefined) ids.add(id);
  };
  const hasMark = (file: HistoryFile): boolean => {
    const before = searched.get(file.path) ?? -1;
    if (file.sizeBytes === before || before >= MARK_WITHIN_BYTES) return false;
    searched.set(file.path, file.sizeBytes);
    return holds(file.path, mark);
  };
  const ids = new Set<string>();
  /** A conversation that is its run's own is so in each of its files: one that was gone back in may go on in another. */
  const isOwn = (file: HistoryFile): boolean => {
    const id = source.reader.nativeIdOf(file.path);
    return id !== undefined && (id === run.nativeId || ids.has(id));
  };

  const told = (paths: readonly string[], by: Evidence): void => {
    for (const path of paths) {
      const file = found.has(path) ? undefined : historyAt(path, source);
      if (file) take(file, by);
    }
  };

  return () => {
    told(hookPaths(run), "hook");
    // The file of a resumed conversation is as old as the conversation; it is known by its id, and looked for until it is found.
    const isIdSought = run.nativeId !== undefined && ![...found.values()].some(({ by }) => by === "id");
    for (const file of recentHistories(source, { folders: [{ cwd: run.place.cwd }], since: isIdSought ? 0 : since })) {
      if (found.has(file.path)) continue;
      if (isOwn(file)) take(file, "id");
      else if (file.mtimeMs >= since && hasMark(file)) take(file, "mark");
    }
    // Without a mark in it, a conversation that `/clear` starts is known only by being held open.
    if (run.child && (found.size === 0 || !run.delivered) && proc.isAlive(run.child)) told(proc.openFiles(run.child.pid), "open");
    for (const { file, by } of [...found.values()]) for (const inner of companions(file.path, source)) take(inner, by);
    return [...found.values()];
  };
}
