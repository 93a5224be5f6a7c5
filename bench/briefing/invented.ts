// Whether a briefing says what nobody said: a path, a command, a name or a number of a line has to stand in the events that the line's items cite.
import { FENCE_CLOSE, OWN_WORDS } from "../../src/model/briefing.ts";
import type { SessionEvent } from "../../src/model/event.ts";
import type { Seq } from "../../src/model/ids.ts";
import type { Session } from "../../src/model/session.ts";
import type { Summary } from "../../src/model/summary.ts";
import { isTable } from "../../src/model/table.ts";
import { dayAndTime, isoTime } from "../../src/model/time.ts";
import { LABELS } from "./labels.ts";

/** What a summary says in one item, and what it rests on. */
type Cited = { texts: readonly string[]; from: readonly Seq[] };

const seqs = (raw: unknown): Seq[] => (Array.isArray(raw) ? raw.filter((each) => typeof each === "number") : []);
const textsOf = (raw: unknown): string[] =>
  typeof raw === "string" ? [raw] : Array.isArray(raw) ? raw.flatMap(textsOf) : isTable(raw) ? Object.values(raw).flatMap(textsOf) : [];

/** Every part of it that has a `from`, whatever it is called: a summary grows. */
export function citedIn(part: unknown): Cited[] {
  if (Array.isArray(part)) return part.flatMap(citedIn);
  if (!isTable(part)) return [];
  if ("from" in part) return [{ texts: textsOf(part), from: seqs(part.from) }];
  return Object.values(part).flatMap(citedIn);
}

const PATH = /(?:[\w.@~$-]*\/)+[\w.@-]*[\w-]/gu;
/** Names that are no words: `camelCase`, `snake_case`, `a.b`, `UPPER_CASE`, `fn()`, `40P01`. */
const NAME =
  /[\p{L}_$][\w$]*(?:[._:-][\w$]+)+|[\p{Ll}_$][\w$]*\p{Lu}[\w$]*|\p{Lu}[\w$]*\p{Ll}\p{Lu}[\w$]*|[\w$]+(?=\(\))|(?<!\w)\d+[A-Za-z_]\w*/gu;
const NUMBER = /(?<![\p{L}\d_])\d+(?:[.,:]\d+)*(?![\p{L}\d_])/gu;
const COMMAND = /`([^`]+)`/g;

/** What a command is shown without: where its errors go, and how a message of several lines is handed to it. */
const MANNERS = /\s*(?:\d?>\s*\/dev\/null|\d>&\d)|\$\(cat <<-?\s*["']?\w+["']?\n\s*/g;

/** Of one form however it was marked up or broken into lines. */
const plain = (text: string): string =>
  text
    .normalize("NFC")
    .replace(MANNERS, "")
    .replace(/\\\r?\n/g, " ")
    .replace(/\\+/g, "/") // Windows' paths are told with slashes
    .replace(/[`'"’‘“”*]+/g, "")
    .replace(/\s+/g, " ")
    .toLowerCase();

const isCut = (text: string): boolean => text.endsWith("…");
const uncut = (text: string): string => (isCut(text) ? text.slice(0, -1).trimEnd() : text);

function holds(haystack: string, token: string): boolean {
  const wanted = plain(uncut(token)).trim();
  if (wanted === "") return true;
  if (!/^[\d.,:]+$/.test(wanted)) return haystack.includes(wanted);
  // A number is itself, not a part of another one.
  const escaped = wanted.replace(/[.]/g, "\\.");
  return new RegExp(`(?<!\\d)${escaped}(?!\\d)`).test(haystack);
}

const tokensIn = (text: string): string[] => [
  ...new Set([
    // Where a text was cut, what stands around the cut has to hold.
    ...[...text.matchAll(COMMAND)].flatMap((match) => (match[1] ?? "").split("…")),
    ...[PATH, NAME, NUMBER].flatMap((pattern) => text.match(pattern) ?? []),
  ]),
];

const timesOf = (at: number): string => `${dayAndTime(at)} ${isoTime(at)}`;

function haystackOf(events: readonly SessionEvent[]): string {
  const parts = events.flatMap(({ text, files, cwd, tool, at, resetsAt }) => [
    text,
    ...files,
    cwd ?? "",
    tool ?? "",
    timesOf(at),
    resetsAt === undefined ? "" : timesOf(resetsAt),
  ]);
  return plain(parts.join(" \n"));
}

/** What is known of a session beside its items: where it was, how and when it ended. */
function knownOf({ id, agent, cwd, worktree, branch, exit, startedAt, lastAt }: Session, events: readonly SessionEvent[]): string {
  const resets = events.flatMap(({ resetsAt }) => (resetsAt === undefined ? [] : timesOf(resetsAt)));
  const ends = exit === undefined ? "" : `${exit.code} ${exit.signal ?? ""}`;
  return plain([id, agent, cwd, worktree, branch ?? "", ends, timesOf(startedAt), timesOf(lastAt), ...resets].join(" \n"));
}

export type Invention = { line: string; token: string };

/** Enough of an item to know a line by it; a shorter one has to be there whole. */
const TELLING_CHARS = 20;
/** Where our own words, or a cut, part the pieces of a line. */
const JOINTS = /…|→|: |(?<=[.!?。]) |(?<=。)| - /;

/** A line shows the beginning of an item, or has a piece of it. Both plain. */
function shows(line: string, { texts }: Cited): boolean {
  const pieces = line.split(JOINTS).filter((piece) => piece.trim().length >= TELLING_CHARS);
  return texts.some((text) => {
    const whole = plain(uncut(text)).trim();
    const start = whole.slice(0, TELLING_CHARS).trim();
    return (start.length > 0 && line.includes(start)) || pieces.some((piece) => whole.includes(piece.trim()));
  });
}

const isScaffold = (line: string): boolean =>
  line.trim() === "" || line.startsWith("<mem-briefing") || line === FENCE_CLOSE || line.startsWith("## ");

function withoutLabels(line: string): string {
  const own = [...LABELS.map(({ pattern }) => pattern), ...Object.values(OWN_WORDS)];
  return own.reduce((text: string, label) => text.replaceAll(label, " "), line);
}

/** `told`: a whole briefing of this session alone. Each token once a line. */
export function inventionsIn(told: string, around: { session: Session; summary: Summary; events: readonly SessionEvent[] }): Invention[] {
  const known = knownOf(around.session, around.events);
  const cited = citedIn(around.summary);
  const bySeq = new Map(around.events.map((event) => [event.seq, event]));
  return told.split("\n").flatMap((line) => {
    if (isScaffold(line)) return [];
    const shown = cited.filter((item) => shows(plain(line), item));
    const events = [...new Set(shown.flatMap(({ from }) => from))].flatMap((seq) => bySeq.get(seq) ?? []);
    const haystack = `${known} \n${haystackOf(events)}`;
    return tokensIn(withoutLabels(line))
      .filter((token) => !holds(haystack, token))
      .map((token) => ({ line, token }));
  });
}
