import { expect, test } from "vitest";
import { hasFlag, lastAssignment, readArgs, valuesOf } from "../../src/agents/argv.ts";

const VALUED = { one: ["-c", "--config", "-m"], maybe: ["-r", "--resume"], many: ["--add-dir"] };
const short = (args: string[]) =>
  readArgs(VALUED, args).map((word) => (word.kind === "flag" ? [word.flag, ...word.values].join(" ") : `'${word.text}'`));

test.each([
  [
    ["-p", "hi"],
    ["-p", "'hi'"],
  ],
  [
    ["-m", "-x", "hi"],
    ["-m -x", "'hi'"],
  ],
  [
    ["-mgpt", "-m=gpt"],
    ["-m gpt", "-m gpt"],
  ],
  [
    ["--resume", "-p"],
    ["--resume", "-p"],
  ],
  [
    ["--resume", "id", "hi"],
    ["--resume id", "'hi'"],
  ],
  [["--resume=id"], ["--resume id"]],
  [["-rid"], ["-r id"]],
  [
    ["-pvm", "x"],
    ["-p", "-v", "-m x"],
  ],
  [
    ["--add-dir", "a", "b", "--", "c"],
    ["--add-dir a b", "'c'"],
  ],
  [
    ["-", "--", "-p", "--"],
    ["'-'", "'-p'", "'--'"],
  ],
  [["-m"], ["-m"]],
  [["-1.5"], ["-1.5"]],
  [[""], ["''"]],
])("%j is read as %j", (args, words) => expect(short(args)).toEqual(words));

test("values and flags are found by any of their spellings", () => {
  const words = readArgs(VALUED, ["-m", "a", "--config", "k=1", "-m=b", "--", "-x"]);
  expect(valuesOf(words, ["-m"])).toEqual(["a", "b"]);
  expect(hasFlag(words, ["-x"])).toBe(false);
});

test("the last assignment of a key counts, with the place behind it", () => {
  const words = readArgs(VALUED, ["-c", "k=1", "-c", "k = 2=3", "-c", "kk=4", "go"]);
  expect(lastAssignment(words, ["-c", "--config"], "k")).toEqual({ value: " 2=3", end: 4 });
  expect(lastAssignment(words, ["-c"], "x")).toBeUndefined();
});
