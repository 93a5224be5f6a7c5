// The benchmark's own sessions: what is said to be planted is there, can be found, and cannot be learned from one half for the other.
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { HALVES } from "../../bench/briefing/halves.ts";
import { isIn, measure } from "../../bench/briefing/measure.ts";
import { type Synthetic, syntheticCases } from "../../bench/briefing/synthetic/generate.ts";
import { LANGUAGES } from "../../bench/briefing/synthetic/scene.ts";
import { WORDS } from "../../bench/briefing/synthetic/words.ts";
import { tell } from "../../bench/briefing/tell.ts";
import { sharedTempFolder } from "../support/temp-folder.ts";

const folder = sharedTempFolder();
let cases: Synthetic[];
/** All text of a session as it is stored. */
let stored: Map<string, string>;

beforeAll(() => {
  cases = syntheticCases(1, join(folder, "one"));
  const textOf = (each: Synthetic): string =>
    tell(each, join(folder, "raw"), ({ events }) => events.map(({ text, files, cwd }) => [text, ...files, cwd].join("\n")).join("\n"));
  stored = new Map(cases.map((each) => [each.name, textOf(each)]));
});

const stringsOf = (value: unknown): string[] =>
  typeof value === "string" ? [value] : typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : [];
const written = ({ path }: Synthetic): string =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => stringsOf(JSON.parse(line)))
    .join("\n");

const all = <T>(of: (each: Synthetic) => readonly T[]): T[] => cases.flatMap((each) => [...of(each)]);

test("the same seed gives the same bytes, another seed other ones", () => {
  const again = syntheticCases(1, join(folder, "two"));
  expect(again.map(({ path }) => basename(path))).toEqual(cases.map(({ path }) => basename(path)));
  expect(again.map(({ path }) => readFileSync(path, "utf8"))).toEqual(cases.map(({ path }) => readFileSync(path, "utf8")));
  expect(again.map(({ items }) => items)).toEqual(cases.map(({ items }) => items));
  const others = syntheticCases(2, join(folder, "three"));
  expect(others.map(({ items }) => items)).not.toEqual(cases.map(({ items }) => items));
});

test("there are forty sessions or more, half of them in each half, and in each half of each agent", () => {
  expect(cases.length).toBeGreaterThanOrEqual(40);
  for (const half of HALVES) {
    const mine = cases.filter((each) => each.half === half);
    expect(mine).toHaveLength(cases.length / 2);
    for (const agent of ["claude", "codex"]) expect(mine.filter((each) => each.agent === agent)).toHaveLength(mine.length / 2);
  }
});

test("sessions have 30 to 400 records", () => {
  const counts = cases.map(({ path }) => readFileSync(path, "utf8").trim().split("\n").length);
  expect(Math.min(...counts)).toBeGreaterThanOrEqual(30);
  expect(Math.max(...counts)).toBeLessThanOrEqual(400);
});

test("each kind is planted in both halves", () => {
  const plantsOf = (half: string): string[] => [
    ...new Set(cases.filter((each) => each.half === half).flatMap(({ items }) => items.flatMap(({ plant }) => plant ?? []))),
  ];
  expect(plantsOf("dev").sort()).toEqual(plantsOf("test").sort());
  expect(plantsOf("dev").length).toBeGreaterThan(20);
});

test("every planted item stands in the events of its session", () => {
  const missing = all((each) =>
    each.shown.filter((item) => !isIn(stored.get(each.name) ?? "", item)).map(({ what }) => `${each.name}: ${what}`),
  );
  expect(missing).toEqual([]);
});

test("every noise stands in its session's file", () => {
  const missing = all((each) => each.noise.filter((noise) => !isIn(written(each), noise)).map(({ what }) => `${each.name}: ${what}`));
  expect(missing).toEqual([]);
});

test("an item is found in plain words of our own", () => {
  expect(all((each) => each.items.filter((item) => !isIn(item.what, item)).map(({ what, find }) => `${what} ${find.join(" ")}`))).toEqual(
    [],
  );
});

test("a briefing of the whole session finds all items that anybody says, and in none nothing is found", () => {
  for (const each of cases) {
    const whole = `${stored.get(each.name)}\n${each.items.map(({ what }) => what).join("\n")}`;
    expect(measure(each, whole).missed).toEqual([]);
    expect(measure(each, "").found).toEqual([]);
  }
});

test("no sentence and no word of one half is used in the other", () => {
  for (const [language, phrases] of Object.entries(LANGUAGES))
    for (const [key, said] of Object.entries(phrases))
      expect(
        said.dev.filter((sentence) => said.test.includes(sentence)),
        `${language} ${key}`,
      ).toEqual([]);
  const [dev, other] = [stringsOf(WORDS.dev), stringsOf(WORDS.test)].map((words) => words.filter((word) => !word.startsWith("why")));
  expect(dev?.filter((word) => other?.includes(word))).toEqual([]);
});
