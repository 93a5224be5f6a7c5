// What outlives its session: decisions, and attempts that failed. Of all sessions told, newest wins.
import type { Decision, Failure, Item, Summary } from "../model/summary.ts";
import { isoTime } from "../model/time.ts";
import type { Line, Piece } from "./choose.ts";
import type { Past } from "./past.ts";
import { safe } from "./safe.ts";
import { isOpposed, isRepeated, type Topic, topicOf } from "./topics.ts";

/** `rank`: 0 for the session left off, 1 for its thread and what was only asked since, 2 for the others. */
export type Ranked = Past & { rank: 0 | 1 | 2; why: string };

/** `worth`: of two lines of one session the better one goes in first; the newer one where both are worth the same. */
type Told = Piece & { worth: number };
type Lasting = Told & { past: Ranked; topic: Topic };

const MAX_COMPARED = 120;
/** `first`: of each rank's first line; `step` more for each after it. Lower is better. */
const PRIORITY = {
  decisions: { first: [6.5, 14, 20], step: 1.5 },
  failed: { first: [7, 15, 22], step: 1.5 },
} as const;
/** The newest decisions are rules for whatever comes next: so many go in before any open point. */
const FIRST_DECISIONS = 2;
const FIRST_DECISION_PRIORITY = 2.2;

/** Who and when, unless it is the session that the whole briefing is about. */
export const credit = ({ rank, agentName, session }: Ranked): string =>
  rank === 0 ? "" : ` (${safe(agentName)}, ${isoTime(session.lastAt).slice(0, 10)})`;

/** Newest first, without what a newer one repeats or opposes. */
function notReplaced(all: readonly Lasting[]): Lasting[] {
  const kept: Lasting[] = [];
  for (const each of all) {
    const isGone = kept.some(
      (newer) =>
        newer.text === each.text || isRepeated(each.topic, newer.topic) || (newer.past !== each.past && isOpposed(each.topic, newer.topic)),
    );
    if (!isGone) kept.push(each);
  }
  return kept;
}

type Kept = { past: Ranked; pieces: readonly Told[] };

/** Lines in the order of time, oldest first, so that a briefing's beginning stays the same while new ones are added. */
function linesOf(section: keyof typeof PRIORITY, kept: readonly Kept[]): Line[] {
  const { first, step } = PRIORITY[section];
  const pieces = kept.flatMap(({ past, pieces }) => pieces.map((piece) => ({ past, ...piece })).reverse());
  const all = pieces.slice(0, MAX_COMPARED).map((each): Lasting => ({ ...each, topic: topicOf(each.text) }));
  const left = notReplaced(all);
  const places = placesOf(left);
  return left
    .map((each): Line => {
      const { past, text, from } = each;
      const priority = (first[past.rank] ?? 30) + (places.get(each) ?? 0) * step;
      return { section, text: `${text}${credit(past)}`, priority, session: past.session.id, from };
    })
    .reverse();
}

/** Which of its rank's lines goes in as the how manieth. */
function placesOf(lines: readonly Lasting[]): Map<Lasting, number> {
  const counts = [0, 0, 0];
  const places = new Map<Lasting, number>();
  const pasts = [...new Set(lines.map(({ past }) => past))];
  for (const each of pasts.flatMap((past) => lines.filter((line) => line.past === past).sort((a, b) => b.worth - a.worth))) {
    const count = counts[each.past.rank] ?? 0;
    counts[each.past.rank] = count + 1;
    places.set(each, count);
  }
  return places;
}

const joined = ({ text, from }: Item, reason: string | undefined, between: string, worth = 0): Told => ({
  text: safe(reason === undefined ? text : `${text}${between}${reason}`),
  from,
  worth,
});

/** The user's word before the agent's, and what has a reason before what has none. */
const worthOf = ({ by, reason }: Decision): number => (by === "user" ? 2 : 0) + (reason === undefined ? 0 : 1);

/** `pasts` newest first. */
export function decisionLines(pasts: readonly Ranked[]): Line[] {
  const lines = linesOf(
    "decisions",
    pasts.map((past) => ({ past, pieces: past.summary.decisions.map((item) => joined(item, item.reason, " ", worthOf(item))) })),
  );
  const first = [...lines].sort((a, b) => a.priority - b.priority).slice(0, FIRST_DECISIONS);
  return lines.map((line) => (first.includes(line) ? { ...line, priority: FIRST_DECISION_PRIORITY + first.indexOf(line) * 0.1 } : line));
}

/** A call that failed and the one that works instead are told in one line, as a fix. */
const notMended = ({ failed, fixes }: Summary): Failure[] =>
  failed.filter(({ text }) => !text.startsWith("`") || !fixes.some(({ error }) => error.startsWith(text.slice(0, SHOWN_CHARS))));
/** Of a command that much is shown in both. */
const SHOWN_CHARS = 100;

export const failureLines = (pasts: readonly Ranked[]): Line[] =>
  linesOf(
    "failed",
    pasts.map((past) => ({ past, pieces: notMended(past.summary).map((item) => joined(item, item.why, ": ")) })),
  );
