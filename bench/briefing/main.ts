// The benchmark of the briefing: sessions with items that a next agent needs, written down by readers (real/) or planted (synthetic/),
// told by `mem` and by three baselines at the same budgets, and looked for.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MemError } from "../../src/model/error.ts";
import { type Asked, parseArgs } from "./args.ts";
import type { Case } from "./case.ts";
import { HALVES, type Half } from "./halves.ts";
import { measure } from "./measure.ts";
import { realCases } from "./real.ts";
import { detailOf, inHalf, partOf } from "./report.ts";
import { type Result, resultOf } from "./result.ts";
import { speedPart } from "./speed.ts";
import { syntheticCases } from "./synthetic/generate.ts";
import { tell } from "./tell.ts";

const SETS = ["synthetic", "real"] as const;
const EVENT_CHARS = 240;
const DETAIL_AT = [800, 1500] as const;

const HEAD = `# What a briefing holds

Written by \`npm run bench:briefing -- --write\`, never by hand. Items are found by regular expressions that hold for any honest wording; an item is
invented if a path, a command, a name or a number in its line stands in none of the events that it cites. Baselines get the same room: the last reply
and the first prompt keep their beginning, the tail is the end of all replies. No git is asked: what is told of the tree is what the session shows.
The last row is what a search of all events of a session would find: some items nobody says in so many words. The test half is only ever reported.`;

function withFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), "mem-bench-"));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function casesFor(asked: Asked, root: string, folder: string): Case[] {
  return [
    ...(asked.only === "real" ? [] : syntheticCases(asked.seed, join(folder, "histories"))),
    ...(asked.only === "synthetic" ? [] : realCases(join(root, "bench/briefing/real"), join(root, "../shared/corpus"))),
  ];
}

const titleOf = (set: (typeof SETS)[number], half: Half): string => `${set === "real" ? "Real" : "Synthetic"} sessions, ${half} half`;

function reportOf(results: readonly Result[], halves: readonly Half[], sets: readonly (typeof SETS)[number][]): string {
  return halves.flatMap((half) => sets.map((set) => partOf(inHalf(results, set, half), titleOf(set, half), half === "dev"))).join("\n\n");
}

function show(cases: readonly Case[], asked: Asked, folder: string): string {
  const found = cases.find(({ name }) => name === asked.session);
  if (found === undefined) throw new MemError("usage", `There is no session ${asked.session}.`, { exitCode: 2 });
  if (found.half === "test") throw new MemError("usage", `${found.name} is of the test half, which is only reported.`, { exitCode: 2 });
  return tell(found, folder, ({ briefing, events }) => {
    const text = briefing(asked.budget);
    const { found: told, missed, noise } = measure(found, text);
    const lines = [
      ...told.map(({ kind, what }) => `found  ${kind}: ${what}`),
      ...missed.map(({ kind, what, find }) => `MISSED ${kind}: ${what}  ${find.map(({ source }) => `/${source}/`).join(" ")}`),
      ...noise.map(({ what }) => `NOISE  ${what}`),
    ];
    const all = events.map((event) => `${event.seq} ${event.by} ${event.kind} ${event.text.replace(/\s+/g, " ").slice(0, EVENT_CHARS)}`);
    return [...(asked.showsEvents ? [...all, ""] : []), ...(asked.shows ? [text, ""] : []), ...lines].join("\n");
  });
}

/** `root`: the project's folder, ending with a slash. `part` is what is to be written down. Throws MemError("usage"). */
export function main({ root, args }: { root: string; args: readonly string[] }): { text: string; part?: string } {
  const asked = parseArgs(args);
  return withFolder((folder) => {
    const cases = casesFor(asked, root, folder);
    if (asked.session !== undefined) return { text: show(cases, asked, join(folder, "raw")) };
    const halves = asked.half === "both" || asked.writes ? HALVES : [asked.half];
    const results = cases.filter(({ half }) => halves.includes(half)).map((each) => resultOf(each, join(folder, "raw")));
    const sets = SETS.filter((set) => asked.only === undefined || asked.only === set);
    const report = [reportOf(results, halves, sets), speedPart(cases, join(folder, "speed"))].join("\n\n");
    const dev = results.filter(({ case: { half } }) => half === "dev");
    const details = asked.writes ? [] : DETAIL_AT.map((budget) => detailOf(dev, budget));
    return { text: [report, ...details].join("\n\n"), ...(asked.writes && { part: `${HEAD}\n\n${report}` }) };
  });
}
