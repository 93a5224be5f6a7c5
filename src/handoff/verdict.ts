// Test verdicts in words.
import type { Redacted } from "../model/redacted.ts";
import type { Summary, TestState } from "../model/summary.ts";
import type { Piece } from "./choose.ts";
import { code, safe } from "./safe.ts";

const MAX_NAMES = 8;

export function failingNames(failing: readonly Redacted[], most = MAX_NAMES): string {
  const names = failing.slice(0, most).map(code).join(", ");
  return failing.length > most ? `${names} and ${failing.length - most} more` : names;
}

const verdictOf = ({ passed, failing, counts, isPart }: TestState): string => {
  const counted = counts === undefined ? "" : ` (${safe(counts)})`;
  const part = isPart === true ? ", only a part of the tests" : "";
  return passed ? `passed${counted}${part}` : `FAILED${counted}${part}${failing.length > 0 ? `: ${failingNames(failing)}` : ""}`;
};

const newest = (from: readonly number[]): number => Math.max(...from);

/** The last run, and what was changed after it. */
export function testLine({ tests, files }: Summary): string | undefined {
  if (tests === undefined) return undefined;
  const ranAt = newest(tests.from);
  const later = files.filter((file) => newest(file.from) > ranAt).map((file) => code(file.path));
  const more = later.length > 3 ? ` and ${later.length - 3} more` : "";
  const since = later.length === 0 ? "" : ` Changed after that run: ${later.slice(0, 3).join(", ")}${more}.`;
  return `Last run ${code(tests.command)}: ${verdictOf(tests)}.${since}`;
}

const UNTESTED = "No tests were run in that session, as far as its commands tell.";

/** The verdict that counts, then those of the other checks. */
export function verdictPieces(summary: Summary): Piece[] {
  const { tests, checks = [], isUntested = false } = summary;
  const line = testLine(summary);
  return [
    ...(line === undefined ? [] : [{ text: line, from: tests?.from ?? [] }]),
    ...checks.map((check) => ({ text: `Also ${code(check.command)}: ${verdictOf(check)}.`, from: check.from })),
    ...(isUntested ? [{ text: UNTESTED, from: [] }] : []),
  ];
}
