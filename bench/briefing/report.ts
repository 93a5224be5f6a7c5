// Results → tables with verdicts. Of the half that is only reported there are totals, and nothing else.
import { ITEM_KINDS } from "./case.ts";
import type { Half } from "./halves.ts";
import { type Count, type Tally, tally } from "./measure.ts";
import { BUDGETS, type Budget, type Result, WAYS, type Way } from "./result.ts";

const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  line(head),
  line(head.map((_, at) => (at === 0 ? "---" : "---:"))),
  ...rows.map(line),
];

const share = ({ found, of }: Count): string => (of === 0 ? "" : (found / of).toFixed(2).replace(/^0/, ""));
const ofAll = (count: Count | undefined): string => (count === undefined ? "" : `${share(count)} (${count.found}/${count.of})`);

const tallyOf = (results: readonly Result[], way: Way, budget: Budget): Tally =>
  tally(
    results.map((result) => result.found(way, budget)),
    results.reduce((all, result) => all + result.case.noise.length, 0),
  );

const inventionsIn = (results: readonly Result[]): number => results.reduce((all, { inventions }) => all + inventions.length, 0);

/** Recall and noise of every way at every budget. */
function totals(results: readonly Result[]): string[] {
  const rows = WAYS.map((way) => {
    const tallies = BUDGETS.map((budget) => tallyOf(results, way, budget));
    return [way, ...tallies.map(({ total }) => ofAll(total)), ...tallies.map(({ noise }) => String(noise.found))];
  });
  const whole = results.map((result) => result.whole);
  const { total } = tally(whole, 0);
  rows.push(["everything, at no budget", ...BUDGETS.map((_, at) => (at === 0 ? ofAll(total) : "")), ...BUDGETS.map(() => "")]);
  return table(["", ...BUDGETS.map((budget) => `recall at ${budget}`), ...BUDGETS.map((budget) => `noise at ${budget}`)], rows);
}

type Gate = { what: string; measured: string; budget: string; isMet: boolean };

const SYNTHETIC_GATES = [
  { budget: 800, least: 0.9 },
  { budget: 1500, least: 0.95 },
] as const;

function syntheticGates(results: readonly Result[]): Gate[] {
  return SYNTHETIC_GATES.map(({ budget, least }) => {
    const { total } = tallyOf(results, "mem", budget);
    return { what: `recall at ${budget}`, measured: ofAll(total), budget: `≥ ${least}`, isMet: total.found >= least * total.of };
  });
}

const missed = ({ total }: Tally): number => total.of - total.found;

function realGates(results: readonly Result[]): Gate[] {
  return ([800, 1500] as const).flatMap((budget) => {
    const [mem, tail] = [tallyOf(results, "mem", budget), tallyOf(results, "tail of the replies", budget)];
    const [misses, most] = [missed(mem), missed(tail) / 2];
    const [noise, mostNoise] = [mem.noise.found, tail.noise.found / 3];
    return [
      { what: `misses at ${budget}`, measured: String(misses), budget: `≤ ${most}, half of the tail's`, isMet: misses <= most },
      {
        what: `noise at ${budget}`,
        measured: String(noise),
        budget: `≤ ${mostNoise.toFixed(1)}, a third of the tail's`,
        isMet: noise <= mostNoise,
      },
    ];
  });
}

function gates(results: readonly Result[]): string[] {
  const isReal = results[0]?.case.set === "real";
  const invented = inventionsIn(results);
  const all: Gate[] = [
    ...(isReal ? realGates(results) : syntheticGates(results)),
    { what: "invented", measured: String(invented), budget: "0", isMet: invented === 0 },
  ];
  return table(
    ["gate", "measured", "budget", "verdict"],
    all.map(({ what, measured, budget, isMet }) => [what, measured, budget, isMet ? "met" : "MISSED"]),
  );
}

function byKind(results: readonly Result[]): string[] {
  const tallies = BUDGETS.map((budget) => tallyOf(results, "mem", budget));
  const tails = BUDGETS.map((budget) => tallyOf(results, "tail of the replies", budget));
  const rows = ITEM_KINDS.filter((kind) => tallies[0]?.byKind.has(kind)).map((kind) => [
    kind,
    ...[...tallies, ...tails].map((each) => ofAll(each.byKind.get(kind))),
  ]);
  return table(["kind", ...BUDGETS.map((budget) => `mem at ${budget}`), ...BUDGETS.map((budget) => `tail at ${budget}`)], rows);
}

function byPlant(results: readonly Result[]): string[] {
  const tallies = BUDGETS.map((budget) => tallyOf(results, "mem", budget));
  const plants = [...(tallies[0]?.byPlant.keys() ?? [])].sort();
  if (plants.length === 0) return [];
  return [
    "",
    ...table(
      ["planted", ...BUDGETS.map((budget) => `mem at ${budget}`)],
      plants.map((plant) => [plant, ...tallies.map((each) => ofAll(each.byPlant.get(plant)))]),
    ),
  ];
}

const itemCount = (results: readonly Result[]): number => results.reduce((all, result) => all + result.case.items.length, 0);

/** `isWhole`: also by kind. */
export function partOf(results: readonly Result[], title: string, isWhole: boolean): string {
  if (results.length === 0) return `## ${title}\n\nNone are there.`;
  const head = `## ${title}: ${results.length} sessions, ${itemCount(results)} items`;
  const detail = isWhole ? ["", ...byKind(results), ...byPlant(results)] : [];
  return [head, "", ...totals(results), "", ...gates(results), ...detail].join("\n");
}

/** What was missed, what should not be there and what was invented, session by session; for the half that may be looked at. */
export function detailOf(results: readonly Result[], budget: Budget): string {
  const parts = results.map((result) => {
    const { found, missed, noise } = result.found("mem", budget);
    const { name, agent, about } = result.case;
    return [
      `${name} (${agent}): ${found.length}/${found.length + missed.length} at ${budget}. ${about}`,
      ...missed.map((item) => `  missed ${item.kind}${item.plant === undefined ? "" : ` (${item.plant})`}: ${item.what}`),
      ...noise.map((each) => `  noise: ${each.what}`),
      ...result.inventions.map(({ token, line: at }) => `  invented: ${token}, in: ${at.slice(0, 160)}`),
    ].join("\n");
  });
  return parts.join("\n");
}

export const inHalf = (results: readonly Result[], set: Result["case"]["set"], half: Half): Result[] =>
  results.filter((result) => result.case.set === set && result.case.half === half);
