// ingest(): one history file, from where it was last read, → sessions and events. Safe to repeat: an event is known by its key.

import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { createHash } from "../host/hash.ts";
import type { Cursor } from "../store/store.ts";
import { wholeLines } from "../transcript/lines.ts";
import type { Redactor } from "../transcript/redact.ts";
import type { About, IngestSource } from "./assign.ts";
import { type BatchDeps, commit, emptyReport, type FileReport, gather, isFull, openBatch } from "./batch.ts";

export type IngestDeps = BatchDeps;

/** Bytes at a file's head by which a rewritten file is told from one that grew. */
const HEAD_BYTES = 1024;

/** What is kept with the cursor: the reader's own state, and what is known of the conversation. */
type SavedState = { reader: unknown; about: About };

/** A reader remembers calls that wait for their results: text of the session, which goes to the disk through the one door like all other. */
function redactedState(state: SavedState, door: Redactor): SavedState {
  const clean = (_: string, value: unknown): unknown => (typeof value === "string" ? door.redact(value) : value);
  return JSON.parse(JSON.stringify(state, clean)) as SavedState;
}

/** Hash over the bytes at the head that were there when the file was last read, with their number in front. */
function headHash(fd: number, upTo: number): string {
  const head = Buffer.alloc(Math.min(HEAD_BYTES, upTo));
  const count = readSync(fd, head, 0, head.length, 0);
  return `${head.length}:${createHash("sha1").update(head.subarray(0, count)).digest("hex").slice(0, 16)}`;
}

/** Shorter than what was read, or another head: rewritten, so it is read again from its start. */
function hasGrown(fd: number, cursor: Cursor, sizeBytes: number): boolean {
  return sizeBytes >= cursor.offset && headHash(fd, Number.parseInt(cursor.headHash, 10)) === cursor.headHash;
}

/** `fd`: the source's file, open. */
type Opened = { source: IngestSource; fd: number; report: FileReport };

function readOn(deps: IngestDeps, { source, fd, report }: Opened, isDue: () => boolean): void {
  const { size, mtimeMs } = fstatSync(fd);
  const known = deps.store.cursors.get(source.path);
  const cursor = known && hasGrown(fd, known, size) ? known : undefined;
  const saved = cursor?.state as SavedState | undefined;
  const state = saved?.reader ?? source.reader.start(source.path);
  const batch = openBatch(deps, { source, about: saved?.about ?? {}, report });
  let at = { offset: cursor?.offset ?? 0, line: cursor?.line ?? 0 };
  const save = (isWhole: boolean): void =>
    commit(deps, batch, {
      path: source.path,
      agent: source.agent,
      ...at,
      // Until all of it is read, the sizes are ones that no file has: it stays "changed".
      ...(isWhole ? { sizeBytes: size, mtimeMs } : { sizeBytes: -1, mtimeMs: -1 }),
      headHash: headHash(fd, at.offset),
      state: redactedState({ reader: state, about: batch.about }, deps.door),
    });
  for (const line of wholeLines(fd, at)) {
    for (const fact of source.reader.step(state, line)) gather(deps, batch, fact);
    at = { offset: line.end, line: line.line };
    if (!isFull(batch, line.sizeBytes)) continue;
    save(false);
    if (isDue()) {
      report.isDone = false;
      return;
    }
  }
  save(true);
  if (at.offset < size) report.unfinishedLine = at.line + 1;
}

/**
 * Reads what is new in one file. Throws what the store throws (`database-locked`, `database-full`); a bad line is skipped and counted,
 * a file that is gone gives a report that says so. `isDue` is asked between batches: true stops there.
 */
export function ingestFile(deps: IngestDeps, source: IngestSource, isDue: () => boolean = () => false): FileReport {
  const report = emptyReport(source.path);
  let fd: number;
  try {
    fd = openSync(source.path, "r");
  } catch (cause) {
    const isGone = (cause as NodeJS.ErrnoException).code === "ENOENT";
    report.skipped.push({ line: 0, why: isGone ? "the file is gone" : "the file cannot be read" });
    return report;
  }
  try {
    // Agents may share a folder (`like = …` in agents.toml): a file stays with the one that it was first read as, or its session would be split.
    const agent = deps.store.cursors.get(source.path)?.agent ?? source.agent;
    readOn(deps, { source: { ...source, agent }, fd, report }, isDue);
  } finally {
    closeSync(fd);
  }
  return report;
}
