// What is killed, and when: seeded, so that a moment that went wrong can be had again.

export const TARGETS = ["wrapper", "recorder", "agent", "all", "all, and the next mem"] as const;
export type Target = (typeof TARGETS)[number];
/** `talker` keeps a history, `ticker` has nothing but its screen. */
export type Crash = { seed: number; program: "talker" | "ticker"; target: Target; phase: Phase; atMs: number; nextAtMs: number };

/** What the moment is counted from: `mem`'s own start, the agent's first words, its end. */
export type Phase = "start" | "work" | "end";
const PHASE_MS: Readonly<Record<Phase, number>> = { start: 700, work: 1200, end: 700 };
/** As often as the numbers say. */
const PHASES: readonly (readonly [Phase, number])[] = [
  ["start", 0.25],
  ["work", 0.85],
  ["end", 1],
];
/** The next `mem` is killed within this time of its start. */
const NEXT_MS = 700;

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** All targets take turns; of four runs one has no history. */
export function crashes(seed: number, count: number): Crash[] {
  return Array.from({ length: count }, (_, n) => {
    const random = randomOf(seed + n);
    const target = TARGETS[n % TARGETS.length] ?? "all";
    const program = Math.floor(n / TARGETS.length) % 4 === 3 ? "ticker" : "talker";
    const roll = random();
    const drawn = PHASES.find(([, upTo]) => roll < upTo)?.[0] ?? "end";
    // Wrapper and agent are gone at the end.
    const phase = drawn === "end" && (target === "wrapper" || target === "agent") ? "work" : drawn;
    const atMs = Math.floor(random() * PHASE_MS[phase]);
    return { seed: seed + n, program, target, phase, atMs, nextAtMs: Math.floor(random() * NEXT_MS) };
  });
}
