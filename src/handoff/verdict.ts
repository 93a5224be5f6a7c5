// Test verdicts in words.
import type { Redacted } from "../model/redacted.ts";
import type { Summary } from "../model/summary.ts";
import { code } from "./safe.ts";

const MAX_NAMES = 8;

export function failingNames(failing: readonly Redacted[], most = MAX_NAMES): string {
  const names = failing.slice(0, most).map(code).join(", ");
  return failing.length > most ? `${names} and ${failing.length - most} more` : names;
}

/** The last run, and what was changed after it. */
export function testLine({ tests, files }: Summary): string | undefined {
  if (tests === undefined) return undefined;
  const ranAt = Math.max(...tests.from);
  const later = files.filter((file) => Math.max(...file.from) > ranAt).map((file) => code(file.path));
  const more = later.length > 3 ? ` and ${later.length - 3} more` : "";
  const since = later.length === 0 ? "" : ` Changed after that run: ${later.slice(0, 3).join(", ")}${more}.`;
  const verdict = tests.passed ? "passed" : tests.failing.length > 0 ? `FAILED: ${failingNames(tests.failing)}` : "FAILED";
  return `Last run ${code(tests.command)}: ${verdict}.${since}`;
}
