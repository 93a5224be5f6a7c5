// raw/: the truth on disk. A session's events as JSON lines, appended as they are final; all text in them is redacted already.

import { closeSync, createReadStream, existsSync, fstatSync, openSync, readdirSync, readSync, writeSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { makeFolder } from "../host/make-folder.ts";
import type { SessionEvent } from "../model/event.ts";
import type { Seq } from "../model/ids.ts";
import type { Project } from "../model/project.ts";
import type { Session } from "../model/session.ts";
import { fileTime } from "../model/time.ts";
import { toFileFault } from "./fault.ts";
import type { Mark } from "./store.ts";

export type RawFiles = {
  /** Whole lines in one write. The first append of a session writes its `session` line before them. */
  append(session: Session, project: Project, events: readonly SessionEvent[]): void;
  /** What the user's going back means for these events: on a rebuild the last word on one counts. */
  rewind(session: Session, project: Project, seqs: readonly Seq[], mark: Mark): void;
  /** What is known of the session by now, as one more `session` line: on a rebuild the last one wins. */
  note(session: Session, project: Project): void;
  /** Its file: the one that exists, else the one that the first append makes. */
  pathOf(session: Session, project: Project): string;
};

/** Both ends are in it. */
export type SeqRange = readonly [from: Seq, to: Seq];

export type RawLine =
  | { kind: "session"; session: Session; project: Project }
  | { kind: "event"; event: SessionEvent }
  | { kind: "rewound"; ranges: readonly SeqRange[]; mark: Mark }
  | { kind: "skipped"; line: number; why: string };

const MAX_NAME_CHARS = 40;

/** Letters, digits, `.`, `_` and `-` of any script; never empty, never hidden, never a path. */
export function safeName(text: string): string {
  const name = text
    .normalize("NFC")
    .replace(/[^\p{L}\p{N}._-]+/gu, "-")
    .replace(/^[.-]+|-+$/g, "");
  return Array.from(name).slice(0, MAX_NAME_CHARS).join("") || "unnamed";
}

const sessionLine = (session: Session, project: Project): string => `${JSON.stringify({ type: "session", session, project })}\n`;
const eventLine = (event: SessionEvent): string => `${JSON.stringify({ type: "event", ...event })}\n`;

/** [1, 2, 3, 7] → [1, 3] [7, 7] */
function rangesOf(seqs: readonly Seq[]): SeqRange[] {
  const ranges: [Seq, Seq][] = [];
  for (const seq of [...seqs].sort((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else ranges.push([seq, seq]);
  }
  return ranges;
}

const rewoundLine = (seqs: readonly Seq[], mark: Mark): string => `${JSON.stringify({ type: "rewound", ranges: rangesOf(seqs), mark })}\n`;

/** True if the file ends in the middle of a line, as a full disk or a crash leaves it. */
function endsTorn(fd: number, sizeBytes: number): boolean {
  const last = Buffer.alloc(1);
  return sizeBytes > 0 && readSync(fd, last, 0, 1, sizeBytes - 1) === 1 && last[0] !== 0x0a;
}

function appendLines(path: string, head: string, lines: string): void {
  makeFolder(dirname(path));
  const fd = openSync(path, "a+", 0o600);
  try {
    const { size } = fstatSync(fd);
    const before = size === 0 ? head : endsTorn(fd, size) ? "\n" : "";
    const bytes = Buffer.from(before + lines, "utf8");
    for (let written = 0; written < bytes.length; ) written += writeSync(fd, bytes, written);
  } finally {
    closeSync(fd);
  }
}

/** Names in a folder by how they end (after their last `-`): projects and sessions are found by id, whatever they are called by now. */
function listing(folder: string): Map<string, string> {
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return new Map(names.map((name) => [name.slice(name.lastIndexOf("-") + 1), name]));
}

/** Faults of the file system as a person can act on them. */
function onFiles<T>(path: string, step: () => T): T {
  try {
    return step();
  } catch (cause) {
    throw toFileFault(cause, path);
  }
}

/** `folder` is the `raw/` folder; made when first needed. One reader of folder listings a process: they are remembered. */
export function rawFiles(folder: string): RawFiles {
  let projects: Map<string, string> | undefined;
  const sessions = new Map<string, Map<string, string>>();

  const projectFolder = (project: Project): string => {
    projects ??= listing(folder);
    const name = projects.get(project.id) ?? `${safeName(project.name)}-${project.id}`;
    projects.set(project.id, name);
    return join(folder, name);
  };
  const pathOf = (session: Session, project: Project): string => {
    const home = projectFolder(project);
    const known = sessions.get(home) ?? listing(home);
    sessions.set(home, known);
    const key = `${session.id}.jsonl`;
    const name = known.get(key) ?? `${fileTime(session.startedAt)}-${safeName(session.agent)}-${key}`;
    known.set(key, name);
    return join(home, name);
  };
  const write = (session: Session, project: Project, lines: string): void =>
    onFiles(folder, () => appendLines(pathOf(session, project), sessionLine(session, project), lines));
  return {
    pathOf: (session, project) => onFiles(folder, () => pathOf(session, project)),
    append: (session, project, events) => write(session, project, events.map(eventLine).join("")),
    rewind: (session, project, seqs, mark) => write(session, project, rewoundLine(seqs, mark)),
    note: (session, project) => write(session, project, sessionLine(session, project)),
  };
}

type RawRecord = { type?: unknown; session?: Session; project?: Project; ranges?: readonly SeqRange[]; mark?: Mark };

function toRawLine(text: string, line: number): RawLine {
  try {
    const value = JSON.parse(text) as RawRecord;
    if (value.type === "session" && value.session && value.project)
      return { kind: "session", session: value.session, project: value.project };
    if (value.type === "event") {
      const { type: _, ...event } = value;
      return { kind: "event", event: event as unknown as SessionEvent };
    }
    if (value.type === "rewound" && value.ranges && value.mark) return { kind: "rewound", ranges: value.ranges, mark: value.mark };
    return { kind: "skipped", line, why: "unknown type" };
  } catch {
    return { kind: "skipped", line, why: "not JSON" };
  }
}

/** All lines of a raw file in order, for a rebuild; a torn one is told, not thrown. `line` counts from 1. */
export async function* readRaw(path: string): AsyncGenerator<RawLine> {
  let line = 0;
  for await (const text of createInterface({ input: createReadStream(path, "utf8"), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1;
    if (text !== "") yield toRawLine(text, line);
  }
}
