// What a person says on the command line reaches the agent as it was said: no shell and no quoting of ours lies between.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { harnessForTests, wrapped } from "../support/wrapper.ts";

const harness = harnessForTests();

const WORDS = [
  'it\'s "quoted" $HOME `x` $(y) \\ back\\\\slash %s %PATH%',
  "several\nlines\r\n\tand a tab",
  "",
  " ",
  "--help",
  "-",
  "--",
  "a;b&c|d>e<f*?[!]{}~#",
  "ünï 日本 😀 e\u0301",
  `long ${'"quoted" '.repeat(5_000)}`,
];

test.each(["pty", "inherit"] as const)("every word arrives whole, quotes, line ends and 50 kB included (%s)", async (mode) => {
  const said = join(tempFolder(), "said");
  const outer = wrapped(harness, { mode, argv: ["/bin/sh", "-c", `printf '%s\\0' "$@" >'${said}'`, "sh", ...WORDS] });
  expect((await outer.ended).code).toBe(0);
  expect(readFileSync(said, "utf8").split("\0").slice(0, -1)).toEqual(WORDS);
});
