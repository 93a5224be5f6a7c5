import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { DEFAULT_CONFIG } from "../../src/cli/config.ts";
import { loadConfig } from "../../src/cli/load-config.ts";

const FILE = "/c/config.toml";
const load = (text?: string, env: Record<string, string> = {}) =>
  loadConfig({ readText: (path) => (path === FILE ? text : undefined) }, "/c", env);

test("without a file the defaults hold", async () => {
  expect(await load()).toEqual({ config: DEFAULT_CONFIG, problems: [] });
  expect(await load("")).toEqual({ config: DEFAULT_CONFIG, problems: [] });
});

test("the documented keys and defaults are the real ones", async () => {
  const doc = readFileSync(new URL("../../docs/config-toml.md", import.meta.url), "utf8");
  const rows = [...doc.matchAll(/^\| `(\w+)\.(\w+)` \| (?:`\w+`)? ?\| `([^`]+)`/gm)];
  const text = rows.map(([, section, key, value]) => `[${section}.${key}]`.replace(`.${key}]`, `]\n${key} = ${value}\n`));
  expect(rows).toHaveLength(6);
  for (const one of text) expect(await load(one)).toEqual({ config: DEFAULT_CONFIG, problems: [] });
});

test("every key is read", async () => {
  const { config, problems } = await load(
    '[run]\nquiet = true\non_limit = "codex"\n[brief]\ntokens = 900\n[redact]\npatterns = ["ACME-[0-9]+"]\nallow = ["EXAMPLE"]\n[record]\nkeep_days = 7\n',
  );
  expect(problems).toEqual([]);
  expect(config).toEqual({
    run: { isQuiet: true, onLimit: "codex" },
    brief: { tokens: 900 },
    redact: { patterns: ["ACME-[0-9]+"], allow: ["EXAMPLE"] },
    record: { keepDays: 7 },
  });
});

test.each([
  ["[run]\nqiet = true\n", `${FILE}: unknown key run.qiet. Did you mean run.quiet?`],
  ["quiet = true\n", `${FILE}: unknown key quiet.`],
  ["[nonsense]\nx = 1\n", `${FILE}: unknown key nonsense.x.`],
  ['[run]\nquiet = "yes"\n', `${FILE}: run.quiet has to be true or false.`],
  ["[brief]\ntokens = 12.5\n", `${FILE}: brief.tokens has to be a whole number from 100 to 100000.`],
  ["[brief]\ntokens = 3\n", `${FILE}: brief.tokens has to be a whole number from 100 to 100000.`],
  ["[record]\nkeep_days = -1\n", `${FILE}: record.keep_days has to be a whole number of days, 0 for none.`],
  ["[redact]\npatterns = 'x'\n", `${FILE}: redact.patterns has to be a list of regular expressions.`],
  ["[redact]\npatterns = ['x*']\n", `${FILE}: redact.patterns holds an expression that cannot be used: matches the empty text.`],
])("%j is told, and costs only itself", async (text, problem) => {
  const { config, problems } = await load(`${text}[other]\n`.replace("[other]\n", ""));
  expect(problems).toEqual([problem]);
  expect(config).toEqual(DEFAULT_CONFIG);
});

test("a bad key leaves the others, and a bad expression the other expressions", async () => {
  const { config, problems } = await load("[redact]\npatterns = ['(', 'ACME']\n[brief]\ntokens = 500\nbudget = 1\n");
  expect(config.redact.patterns).toEqual(["ACME"]);
  expect(config.brief.tokens).toBe(500);
  expect(problems).toHaveLength(2);
});

test.each(["[run\n", "x".repeat(1_500_000)])("a file that is no TOML (%#) leaves the defaults and says so", async (text) => {
  const { config, problems } = await load(text);
  expect(config).toEqual(DEFAULT_CONFIG);
  expect(problems).toHaveLength(1);
  expect(problems[0]).toContain(`${FILE} cannot be read`);
});

test("the environment beats the file, and is checked like it", async () => {
  const file = "[run]\nquiet = false\n[brief]\ntokens = 500\n";
  const env = { MEM_QUIET: "1", MEM_BRIEF_TOKENS: "800", MEM_ON_LIMIT: "stop" };
  expect((await load(file, env)).config).toMatchObject({ run: { isQuiet: true, onLimit: "stop" }, brief: { tokens: 800 } });
  expect(await load(file, { MEM_QUIET: "", MEM_BRIEF_TOKENS: "lots" })).toMatchObject({
    config: { run: { isQuiet: false }, brief: { tokens: 500 } },
    problems: ["MEM_BRIEF_TOKENS has to be a whole number from 100 to 100000."],
  });
});
