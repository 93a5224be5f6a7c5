// What of a case stands in a text.
import type { Case, Item, ItemKind, Sought } from "./case.ts";

const withoutMarks = (text: string): string => text.replace(/\*\*|`/g, "");

/** All patterns match, each anywhere. Marks of bold and of code are nothing anybody should need to think of in a pattern. */
export function isIn(text: string, { find }: Sought): boolean {
  const plain = withoutMarks(text);
  return find.every((pattern) => pattern.test(text) || pattern.test(plain));
}

export type Found = { found: readonly Item[]; missed: readonly Item[]; noise: readonly Sought[] };

export function measure({ items, noise }: Case, text: string): Found {
  const found = items.filter((item) => isIn(text, item));
  return { found, missed: items.filter((item) => !found.includes(item)), noise: noise.filter((each) => isIn(text, each)) };
}

export type Count = { found: number; of: number };
export type Tally = { total: Count; byKind: ReadonlyMap<ItemKind, Count>; byPlant: ReadonlyMap<string, Count>; noise: Count };

function countBy<Key>(results: readonly Found[], keyOf: (item: Item) => Key | undefined): Map<Key, Count> {
  const counts = new Map<Key, Count>();
  const add = (item: Item, found: number): void => {
    const key = keyOf(item);
    if (key === undefined) return;
    const known = counts.get(key) ?? { found: 0, of: 0 };
    counts.set(key, { found: known.found + found, of: known.of + 1 });
  };
  for (const { found, missed } of results) {
    for (const item of found) add(item, 1);
    for (const item of missed) add(item, 0);
  }
  return counts;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

/** `noiseOf`: how many noise patterns there are in all of these cases. */
export function tally(results: readonly Found[], noiseOf: number): Tally {
  const found = sum(results.map((result) => result.found.length));
  const missed = sum(results.map((result) => result.missed.length));
  return {
    total: { found, of: found + missed },
    byKind: countBy(results, (item) => item.kind),
    byPlant: countBy(results, (item) => item.plant),
    noise: { found: sum(results.map((result) => result.noise.length)), of: noiseOf },
  };
}
