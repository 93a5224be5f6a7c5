// Which of many requests or answers tell most that nothing else does: everyday words of a session say little, what came up once says much.
import type { Item, Summary } from "../model/summary.ts";
import { remembered } from "./remembered.ts";
import { wordsOf } from "./words.ts";

const wordsIn = remembered(({ text }: Item) => wordsOf(text));

/** Numbers and names with numbers are seldom said for nothing: versions, ports, tickets, sums. */
const weightOf = (word: string): number => (/\d/.test(word) ? 2 : 1);

/** Told by lists of their own. */
function toldIn({ files, commands, goal }: Summary): Set<string> {
  const paths = files.flatMap(({ path }) => [...wordsOf(path), ...wordsOf(path.split("/").at(-1) ?? "")]);
  return new Set([...paths, ...commands.flatMap(({ text }) => [...wordsOf(text)]), ...(goal ? wordsOf(goal.text) : [])]);
}

/** `items` in their order, each with a score: how much of it is said nowhere else, by its length. */
export function tellingOf(items: readonly Item[], summary: Summary): number[] {
  const told = toldIn(summary);
  const counts = new Map<string, number>();
  for (const item of items) for (const word of wordsIn(item)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return items.map((item) => {
    const words = wordsIn(item);
    let score = 0;
    for (const word of words) if (!told.has(word)) score += weightOf(word) / (counts.get(word) ?? 1) ** 2;
    return words.size === 0 ? 0 : score / Math.sqrt(words.size);
  });
}
