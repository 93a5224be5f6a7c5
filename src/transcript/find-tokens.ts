// Finds secrets of known shape in normalised text: in one pass over the text for their beginnings, then a bounded look at each.
import { TOKEN_SHAPES } from "./token-shapes.ts";

/** `end` is exclusive. What lies between is the secret itself; names and quotes around it stay. */
export type Span = { start: number; end: number; kind: string };

/** A token is wrapped by terminals of at least this width, and over so many lines. */
const WRAP_COLUMNS = 20;
const MAX_WRAPS = 12;
const WRAP_LOOKBACK = 400;

const STARTS = new RegExp(TOKEN_SHAPES.map((shape) => `(${shape.start})`).join("|"), "g");
const WHOLES = TOKEN_SHAPES.map((shape) => new RegExp(shape.whole, "y"));
const WRAP = /(?<=[A-Za-z0-9_.\-/+=])\n[ \t|│┃>]{0,12}(?=[A-Za-z0-9_.\-/+=])/y;
const RUN = /[A-Za-z0-9_.\-/+=~]{1,400}/y;

const isRandom = (run: string): boolean => /\d/.test(run) && /[A-Za-z]/.test(run);

/** The run of token characters from `at`, within the width of a terminal. */
function runFrom(text: string, at: number): string {
  RUN.lastIndex = at;
  return RUN.exec(text)?.[0] ?? "";
}

type Joined = {
  text: string;
  /** Pairs: index in `text`, index in the source, of each piece. */
  pieces: readonly (readonly [number, number])[];
};

/** The lines from `at`, as far as each looks cut by a terminal's width and goes on in the next. */
function unwrapped(text: string, at: number): Joined | undefined {
  let joined = runFrom(text, at);
  if (text[at + joined.length] !== "\n") return undefined;
  const before = text.slice(Math.max(0, at - WRAP_LOOKBACK), at);
  const column = before.length - (before.lastIndexOf("\n") + 1);
  let next = at + joined.length;
  const width = column + joined.length;
  const pieces: [number, number][] = [[0, at]];
  while (pieces.length <= MAX_WRAPS && width >= WRAP_COLUMNS) {
    WRAP.lastIndex = next;
    const wrap = WRAP.exec(text)?.[0];
    const run = wrap === undefined ? "" : runFrom(text, next + wrap.length);
    if (wrap === undefined || run === "" || /^[=:(]/.test(text.slice(next + wrap.length + run.length, next + wrap.length + run.length + 1)))
      break;
    if (run.includes("=") && !/=+$/.test(run)) break; // the next assignment, not the rest of this one
    next += wrap.length;
    pieces.push([joined.length, next]);
    joined += run;
    next += run.length;
    if (run.length + wrap.length - 1 < width) break; // a shorter line is the last
  }
  return pieces.length === 1 ? undefined : { text: joined, pieces };
}

/** Spans in the source of the first `length` characters of the joined text: one a line. */
function spansOf(joined: Joined, length: number, kind: string): Span[] {
  return joined.pieces.flatMap(([inJoined, inSource], at) => {
    const end = Math.min(length, joined.pieces[at + 1]?.[0] ?? joined.text.length);
    return end > inJoined ? [{ start: inSource, end: inSource + end - inJoined, kind }] : [];
  });
}

function matchAt(text: string, at: number, shape: number): number {
  const whole = WHOLES[shape];
  if (whole === undefined) return 0;
  whole.lastIndex = at;
  return whole.exec(text)?.[0].length ?? 0;
}

function spansAt(text: string, at: number, shape: number): Span[] {
  const { kind = "token", open = false } = TOKEN_SHAPES[shape] ?? {};
  const length = matchAt(text, at, shape);
  const endsInLine = text[at + length] !== "\n";
  if (length > 0 && (endsInLine || !open)) return [{ start: at, end: at + length, kind }];
  const joined = unwrapped(text, at);
  const joinedLength = joined === undefined ? 0 : matchAt(joined.text, 0, shape);
  const rest = joined === undefined ? "" : joined.text.slice(joined.pieces[1]?.[0] ?? 0, joinedLength);
  if (joined !== undefined && joinedLength > length && (length === 0 || isRandom(rest))) return spansOf(joined, joinedLength, kind);
  return length > 0 ? [{ start: at, end: at + length, kind }] : [];
}

/** Shorter runs hold no token, and those without a digit none below this length: most words of a text end here. */
const RUN_CHARS = 15;
const WORDY_RUN_CHARS = 30;
/** The longest text that can stand between a token's beginning and its run: `hooks.slack.com/services/T…/B…/`. */
const HEAD_CHARS = 64;

const IN_RUN = new Uint8Array(128).map((_, code) => (/[A-Za-z0-9_-]/.test(String.fromCharCode(code)) ? 1 : 0));

const isInRun = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  return code < 128 && IN_RUN[code] === 1;
};

const canHoldToken = (run: string): boolean => run.length >= WORDY_RUN_CHARS || /\d/.test(run);

/**
 * Where the text has to be looked at: around its long runs, and from the line before where a run begins a line.
 * Only every 15th character is looked at until one is in a run: that makes this the quick part.
 */
function regionsOf(text: string): { from: number; to: number }[] {
  const regions: { from: number; to: number }[] = [];
  let free = 0;
  for (let at = RUN_CHARS - 1; at < text.length; at += RUN_CHARS) {
    if (!isInRun(text, at)) continue;
    let start = at;
    let end = at + 1;
    while (start > free && isInRun(text, start - 1)) start -= 1;
    while (end < text.length && isInRun(text, end)) end += 1;
    free = end;
    at = end;
    if (end - start < RUN_CHARS || !canHoldToken(text.slice(start, end))) continue;
    const from = Math.max(0, start - (isIndent(text, start) ? WRAP_LOOKBACK : HEAD_CHARS));
    const last = regions.at(-1);
    if (last !== undefined && from <= last.to) last.to = end;
    else regions.push({ from, to: end });
  }
  return regions;
}

/** True if a line begins here, a few spaces or a frame's border before it at most. */
function isIndent(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 14), at);
  return /\n[ \t|│┃>]{0,12}$/.test(before);
}

function spansIn(text: string, region: { from: number; to: number }, after: number): Span[] {
  const spans: Span[] = [];
  const part = text.slice(region.from, region.to);
  STARTS.lastIndex = Math.max(0, after - region.from);
  for (let found = STARTS.exec(part); found !== null; found = STARTS.exec(part)) {
    const shape = found.findIndex((group, index) => index > 0 && group !== undefined) - 1;
    const at = region.from + found.index;
    const hits = spansAt(text, at, shape);
    spans.push(...hits);
    STARTS.lastIndex = Math.max(found.index + 1, (hits.at(-1)?.end ?? 0) - region.from);
  }
  return spans;
}

/** Secrets of known shape, in order, not overlapping. Linear: each beginning is looked at once, and no further than the longest token. */
export function findTokens(text: string): Span[] {
  const spans: Span[] = [];
  for (const region of regionsOf(text)) spans.push(...spansIn(text, region, spans.at(-1)?.end ?? 0));
  return spans;
}
