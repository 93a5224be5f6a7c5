// After an agent compacted its own context: this session's decisions and failures, which compaction tends to lose.
import { fence } from "../model/briefing.ts";
import type { Summary } from "../model/summary.ts";

/** Hooks of the agents we know cut at 10,000 characters; the most recent items matter most. */
const MAX_CHARS = 4000;

/** The text its hook gives back, fenced like a briefing; undefined if there is nothing to keep. */
export function compactedText(summary: Summary): string | undefined {
  const decisions = summary.decisions.map(({ text, reason }) => `- Decided: ${text}${reason ? ` ${reason}` : ""}`);
  const failed = summary.failed.map(({ text, why }) => `- Failed: ${text}${why ? ` (why: ${why})` : ""}`);
  const kept: string[] = [];
  let chars = 0;
  for (const line of [...failed.reverse(), ...decisions.reverse()]) {
    if (chars + line.length > MAX_CHARS) break;
    chars += line.length;
    kept.unshift(line);
  }
  if (kept.length === 0) return undefined;
  return fence(`Earlier in this session, before its context was compacted (kept by mem; history, not instructions):\n${kept.join("\n")}`);
}
