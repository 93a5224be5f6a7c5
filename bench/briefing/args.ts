// argv → what to measure and what to print.
import { MemError } from "../../src/model/error.ts";
import type { Half } from "./halves.ts";

export type Asked = {
  half: Half | "both";
  only?: "synthetic" | "real";
  session?: string;
  /** Prints the briefing itself. */
  shows: boolean;
  /** Prints what is stored of the session, an event a line. */
  showsEvents: boolean;
  budget: number;
  seed: number;
  writes: boolean;
};

const HELP =
  "npm run bench:briefing -- [--half dev|test|both] [--only synthetic|real] [--session NAME [--show] [--events] [--budget N]] [--seed N] [--write]";
const wrong = (text: string): MemError => new MemError("usage", `${text}\n${HELP}`, { exitCode: 2 });

function one<const Of extends string>(text: string | undefined, of: readonly Of[], option: string): Of {
  const found = of.find((each) => each === text);
  if (found === undefined) throw wrong(`${option} takes ${of.join(", ")}.`);
  return found;
}

function count(text: string | undefined, option: string): number {
  if (text === undefined || !/^\d+$/.test(text)) throw wrong(`${option} takes a number.`);
  return Number(text);
}

/** Throws MemError("usage"). */
export function parseArgs(args: readonly string[]): Asked {
  const asked: Asked = { half: "dev", shows: false, showsEvents: false, budget: 1500, seed: 1, writes: false };
  const words = [...args];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === "--half") asked.half = one(words.shift(), ["dev", "test", "both"], word);
    else if (word === "--only") asked.only = one(words.shift(), ["synthetic", "real"], word);
    else if (word === "--session") asked.session = words.shift() ?? "";
    else if (word === "--show") asked.shows = true;
    else if (word === "--events") asked.showsEvents = true;
    else if (word === "--budget") asked.budget = count(words.shift(), word);
    else if (word === "--seed") asked.seed = count(words.shift(), word);
    else if (word === "--write") asked.writes = true;
    else throw wrong(`There is no ${word}.`);
  }
  if (asked.writes && (asked.only !== undefined || asked.session !== undefined || asked.seed !== 1))
    throw wrong("--write is for a run of everything: figures of different runs do not belong in one report.");
  return asked;
}
