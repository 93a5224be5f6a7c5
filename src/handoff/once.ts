// A sentence stands once in a briefing.
import type { Line } from "./choose.ts";
import { keyOf } from "./labels.ts";

/** Shorter pieces stand in longer ones by chance. */
const TELLING_CHARS = 24;

/** Names of files stand in sentences too, and are no repetition. */
const LISTS = new Set<Line["section"]>(["files", "tests", "state", "done", "edits", "live", "earlier"]);

/** Where two lines have it, it stays in the one with the better priority. */
export function once(lines: readonly Line[]): Line[] {
  const kept = new Map<Line, string>();
  for (const line of [...lines].sort((a, b) => a.priority - b.priority)) {
    if (LISTS.has(line.section)) {
      kept.set(line, "");
      continue;
    }
    const key = keyOf(line.text);
    const isTold = [...kept.values()].some((known) => known === key || (key.length >= TELLING_CHARS && known.includes(key)));
    if (!isTold) kept.set(line, key);
  }
  return lines.filter((line) => kept.has(line));
}
