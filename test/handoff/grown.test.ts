// A summary that is made again after each turn keeps what it was made of (remembered.ts, finished-steps.ts): whatever a session grows by,
// it is the one that would be made of all of it at once.
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Synthetic, syntheticCases } from "../../bench/briefing/synthetic/generate.ts";
import { type Random, randomOf } from "../../bench/briefing/synthetic/random.ts";
import { tell } from "../../bench/briefing/tell.ts";
import { summarise } from "../../src/handoff/summarise.ts";
import type { SessionEvent } from "../../src/model/event.ts";
import { SESSION } from "../support/events.ts";
import { sharedTempFolder } from "../support/temp-folder.ts";

const SESSIONS_JOINED = 3;
const MOST_AT_A_TIME = 40;

const folder = sharedTempFolder();
let cases: Synthetic[];

beforeAll(() => {
  cases = syntheticCases(1, join(folder, "histories"));
});

/** Made of nothing that was seen before. */
const copies = (events: readonly SessionEvent[]): SessionEvent[] => events.map((event) => ({ ...event }));

/** One long session out of several, in which some calls never got a result. */
function sessionOf(random: Random): SessionEvent[] {
  const joined = random
    .shuffled(cases)
    .slice(0, SESSIONS_JOINED)
    .flatMap((each) => tell(each, join(folder, "raw"), ({ events }) => copies(events)));
  const kept = joined.filter(({ kind }) => kind !== "tool_result" || !random.chance(0.03));
  return kept.map((event, at) => ({ ...event, seq: at + 1 }));
}

/** The last few events are taken back: they are read anew, the others stay what they are. */
function goneBack(events: readonly SessionEvent[], random: Random): SessionEvent[] {
  const from = events.length - random.between(1, MOST_AT_A_TIME);
  return events.map((event, at) => (at < from ? event : { ...event, rewound: true }));
}

function growAtRandom(all: readonly SessionEvent[], random: Random, check: (events: readonly SessionEvent[]) => void): void {
  let grown: SessionEvent[] = [];
  for (let at = 0; at < all.length; ) {
    const to = at + random.between(1, MOST_AT_A_TIME);
    grown.push(...all.slice(at, to));
    at = to;
    check(grown);
    if (random.chance(0.1)) grown = goneBack(grown, random);
  }
}

/** Where it worked, or somewhere else. */
const rootOf = (events: readonly SessionEvent[], random: Random): string =>
  random.chance(0.8) ? (events.find(({ cwd }) => cwd !== undefined)?.cwd ?? "/") : "/srv/elsewhere";

test.each([1, 2, 3, 4, 5, 6])("a summary that grew with its session is the one made at once from all of it (seed %i)", (seed) => {
  const random = randomOf(seed, "growth");
  const all = sessionOf(random);
  const root = rootOf(all, random);
  growAtRandom(all, random, (events) => {
    expect(summarise(SESSION, events, { root })).toEqual(summarise(SESSION, copies(events), { root }));
  });
});

test("events are told apart from those of another session that began with the same ones", () => {
  const random = randomOf(7, "branches");
  const all = sessionOf(random);
  const middle = all.length >> 1;
  const other = [...all.slice(0, middle), ...copies(all.slice(middle)).map((event) => ({ ...event, kind: "reply" as const }))];
  const root = rootOf(all, random);
  for (const events of [all, other, all]) {
    expect(summarise(SESSION, events, { root })).toEqual(summarise(SESSION, copies(events), { root }));
  }
});
