// What a statement is for and what it is against, so that a later one can be seen to take back or repeat an earlier one.
import { AGAINST } from "./cues.ts";
import { overlap, shared, wordsOf } from "./words.ts";

export type Topic = { chosen: ReadonlySet<string>; against: ReadonlySet<string> };

/** Words spoken against: a few after each "not", "instead of", "drop", up to the end of the clause. */
function againstIn(text: string): Set<string> {
  const words = new Set<string>();
  for (const match of text.matchAll(AGAINST)) {
    const from = match.index + match[0].length;
    const clause = /^[^,.;:!?()–—]*/.exec(text.slice(from, from + 60))?.[0] ?? "";
    for (const word of wordsOf(clause.split(/\s(?:and|but|because|so|und|aber|weil|et|mais|y|pero)\s/i)[0] ?? "")) words.add(word);
  }
  return words;
}

export function topicOf(text: string): Topic {
  const against = againstIn(text);
  return { chosen: new Set([...wordsOf(text)].filter((word) => !against.has(word))), against };
}

/** The later one speaks against what the earlier one chose. */
export function isOpposed(earlier: Topic, later: Topic): boolean {
  const hits = shared(later.against, earlier.chosen);
  return hits > 0 && hits >= later.against.size * 0.6;
}

/** The later one says nearly the same, perhaps otherwise. */
export const isRepeated = (earlier: Topic, later: Topic): boolean =>
  earlier.chosen.size >= 3 && later.chosen.size >= 3 && overlap(earlier.chosen, later.chosen) >= 0.75;
