// Chance from a seed: the same seed gives the same sessions, on any machine.
import { createHash } from "../../../src/host/hash.ts";

export type Random = {
  /** From 0 up to, but not, 1. */
  next(): number;
  /** Both ends included. */
  between(least: number, most: number): number;
  chance(part: number): boolean;
  pick<T>(from: readonly T[]): T;
  shuffled<T>(list: readonly T[]): T[];
  hex(digits: number): string;
  uuid(): string;
};

/** Mulberry32 (Tommy Ettinger, public domain): 32 bits of state, enough for texts. */
function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `name` tells apart what is drawn from one seed. */
export function randomOf(seed: number, name: string): Random {
  const next = mulberry(createHash("sha1").update(`${seed}:${name}`).digest().readUInt32LE(0));
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1));
  function pick<T>(from: readonly T[]): T {
    const picked = from[between(0, from.length - 1)];
    if (picked === undefined) throw new Error("nothing to pick from");
    return picked;
  }
  const hex = (digits: number): string => Array.from({ length: digits }, () => between(0, 15).toString(16)).join("");
  return {
    next,
    between,
    chance: (part) => next() < part,
    pick,
    shuffled: (list) =>
      list
        .map((value) => ({ value, at: next() }))
        .sort((a, b) => a.at - b.at)
        .map(({ value }) => value),
    hex,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
