// The one typed door: text in, text without secrets out. Nothing is stored or sent that did not come through here.
import { MemError } from "../model/error.ts";
import type { Redacted } from "../model/redacted.ts";
import { findAssignments } from "./find-assignments.ts";
import { findOthers } from "./find-others.ts";
import { findTokens, type Span } from "./find-tokens.ts";
import { normalise } from "./normalise.ts";

type RedactConfig = {
  /** Regexes of the user's own secrets; kind "custom". */
  patterns?: readonly string[];
  /** Regexes of texts that are no secret though a rule takes them for one; the whole find has to match. */
  allow?: readonly string[];
};

export type Redactor = { redact(text: string): Redacted };

/** A replacement can bring what was apart together, so the result is looked at again; this often at most. */
const MAX_PASSES = 4;

function userRegex(source: string, key: "patterns" | "allow"): RegExp {
  try {
    const pattern = key === "patterns" ? new RegExp(source, "g") : new RegExp(`^(?:${source})$`);
    if (key === "patterns" && new RegExp(source).test("")) throw new SyntaxError("it matches the empty text");
    return pattern;
  } catch (cause) {
    throw new MemError("bad-pattern", `[redact] ${key}: "${source}" is not a usable pattern.`, {
      hint: `Write it as a JavaScript regular expression without slashes (${cause instanceof Error ? cause.message : "invalid"}).`,
      cause,
    });
  }
}

/** What the user's patterns find, but for what stands in a replacement already. */
function findCustom(text: string, patterns: readonly RegExp[]): Span[] {
  if (patterns.length === 0) return [];
  const done = [...text.matchAll(/‹redacted:[^›\n]*›/g)].map((found) => ({ start: found.index, end: found.index + found[0].length }));
  return patterns
    .flatMap((pattern) =>
      [...text.matchAll(pattern)].map((found) => ({ start: found.index, end: found.index + found[0].length, kind: "custom" })),
    )
    .filter((span) => !done.some(({ start, end }) => span.start < end && span.end > start));
}

/** In order and apart: of spans that overlap the first one's kind stays, and the end is the farthest. */
function merged(spans: Span[]): Span[] {
  const sorted = spans.filter((span) => span.end > span.start).sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: Span[] = [];
  for (const span of sorted) {
    const last = apart.at(-1);
    if (last !== undefined && span.start < last.end) last.end = Math.max(last.end, span.end);
    else apart.push({ ...span });
  }
  return apart;
}

function replaced(text: string, spans: readonly Span[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, kind } of spans) {
    parts.push(text.slice(at, start), `‹redacted:${kind}›`);
    at = end;
  }
  parts.push(text.slice(at));
  return parts.join("");
}

/** Secrets of this text, which has to be normalised. */
export const findSecrets = (text: string): Span[] => merged([...findTokens(text), ...findOthers(text), ...findAssignments(text)]);

/**
 * Builds the door. Its `redact` never throws, and gives the same text for its own result.
 * Throws MemError("bad-pattern") for a pattern of the user's that is none. Patterns of the user's run as they are: a slow one is slow.
 */
export function redactor(config: RedactConfig = {}): Redactor {
  const patterns = (config.patterns ?? []).map((source) => userRegex(source, "patterns"));
  const allowed = (config.allow ?? []).map((source) => userRegex(source, "allow"));
  const isAllowed = (text: string, { start, end }: Span): boolean => allowed.some((pattern) => pattern.test(text.slice(start, end)));

  const find = (text: string): Span[] => {
    const spans = merged([...findCustom(text, patterns), ...findSecrets(text)]);
    return allowed.length === 0 ? spans : spans.filter((span) => !isAllowed(text, span));
  };

  return {
    redact(text) {
      let clean = normalise(text);
      for (let pass = 0; pass < MAX_PASSES; pass += 1) {
        const spans = find(clean);
        if (spans.length === 0) break;
        clean = replaced(clean, spans);
      }
      // The one place where a text becomes a redacted one.
      return clean as Redacted;
    },
  };
}
