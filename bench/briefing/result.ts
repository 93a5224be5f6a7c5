// One case, told in every way at every budget, and what of it was found.
import { tokensOf } from "../../src/model/briefing.ts";
import { BASELINES, type Baseline } from "./baselines.ts";
import type { Case } from "./case.ts";
import { type Invention, inventionsIn } from "./invented.ts";
import { type Found, measure } from "./measure.ts";
import { tell } from "./tell.ts";

/** Tokens as `tokensOf` counts them. */
export const BUDGETS = [300, 800, 1500, 2000] as const;
export type Budget = (typeof BUDGETS)[number];

const isBaseline = (name: string): name is Baseline => name in BASELINES;
export type Way = "mem" | Baseline;
export const WAYS: readonly Way[] = ["mem", ...Object.keys(BASELINES).filter(isBaseline)];

export type Result = {
  case: Case;
  found(way: Way, budget: Budget): Found;
  /** In all that is stored of the session, at no budget: what is missed there nobody says in so many words. */
  whole: Found;
  /** Of the briefing at all budgets, each token once. */
  inventions: readonly Invention[];
};

const unique = (inventions: readonly Invention[]): Invention[] => [...new Map(inventions.map((each) => [each.token, each])).values()];

/** `folder`: temporary, removed by the caller. */
export function resultOf(of: Case, folder: string): Result {
  return tell(of, folder, ({ session, events, summary, briefing }) => {
    const found = new Map<string, Found>();
    const inventions: Invention[] = [];
    for (const budget of BUDGETS) {
      const told = briefing(budget);
      if (tokensOf(told) > budget) throw new Error(`${of.name}: ${tokensOf(told)} tokens in a briefing of ${budget}.`);
      found.set(`mem ${budget}`, measure(of, told));
      if (summary) inventions.push(...inventionsIn(told, { session, summary, events }));
      for (const way of WAYS) if (way !== "mem") found.set(`${way} ${budget}`, measure(of, BASELINES[way](events, budget)));
    }
    const whole = events.map(({ text, files }) => [text, ...files].join("\n")).join("\n");
    return {
      case: of,
      whole: measure(of, whole),
      found: (way, budget) => found.get(`${way} ${budget}`) ?? { found: [], missed: of.items, noise: [] },
      inventions: unique(inventions),
    };
  });
}
