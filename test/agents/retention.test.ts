import { expect, test } from "vitest";
import { parseAgents } from "../../src/agents/entries.ts";
import { retentionOf } from "../../src/agents/retention.ts";
import { MemError } from "../../src/model/error.ts";

const FILE = "/home/me/.acme/settings.json";
// The variable is written apart, so that nobody takes it for a template.
const RETENTION = { settings: `$${"{ACME_HOME:-~/.acme}"}/settings.json`, key: "keepDays", days: 30 };
const acme = (retention: object | undefined = RETENTION) => {
  const [spec] = parseAgents(
    { agents: { acme: { history: { reader: "toy", roots: ["~/.acme/h"], ...(retention && { retention }) } } } },
    "a",
  );
  if (spec === undefined) throw new Error("no agent");
  return spec;
};
const where = { env: {}, home: "/home/me", cwd: "/" };
const read = (text: string | undefined) => retentionOf({ readText: (path) => (path === FILE ? text : undefined) }, acme(), where);
const said = { file: FILE, key: "keepDays" };

test.each([
  ["there is no file", undefined],
  ["the file is empty", ""],
  ["the key is not there", '{"model":"x"}'],
])("the default holds where %s", (_, text) => {
  expect(read(text)).toEqual({ days: 30, by: "default", ...said });
});

test("a value of the user's own holds", () => {
  expect(read('\uFEFF{"keepDays": 9999}')).toEqual({ days: 9999, by: "setting", ...said });
});

test.each([
  ["{ // mine\n", "it is not JSON"],
  ["[]", "it is no table of settings"],
  ['{"keepDays":"long"}', "keepDays is no number of days"],
  ['{"keepDays":0}', "keepDays is no number of days"],
])("settings that say %j cannot be read, and what is said of them quotes nothing", (text, why) => {
  expect(read(text)).toEqual({ days: 30, by: "unreadable", why, ...said });
});

test("a file that cannot be opened is told with the reason", () => {
  const readText = () => {
    throw new Error("it is not a regular file");
  };
  expect(retentionOf({ readText }, acme(), where)).toMatchObject({ days: 30, by: "unreadable", why: "it is not a regular file" });
});

test("the settings are looked for where the agent itself looks", () => {
  expect(retentionOf({ readText: () => undefined }, acme(), { ...where, env: { ACME_HOME: "/else" } })?.file).toBe("/else/settings.json");
});

test("nothing is said of an agent of which no setting is known", () => {
  const [bare] = parseAgents({ agents: { bare: { history: { reader: "toy", roots: ["~/h"] } } } }, "a");
  expect(bare?.history).toEqual({ reader: "toy", roots: ["~/h"] });
  expect(bare && retentionOf({ readText: () => '{"keepDays":1}' }, bare, where)).toBeUndefined();
});

test("an entry says all three words of it", () => {
  expect(() => acme({ settings: "x", key: "k" })).toThrow(MemError);
  expect(() => acme({ ...RETENTION, days: 0 })).toThrow("history.retention.days");
});
