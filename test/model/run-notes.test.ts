import { expect, test } from "vitest";
import { parseExitNote, parseLimitNote, parseRunNote } from "../../src/model/run-notes.ts";

const place = { kind: "folder", name: "p", root: "/p", worktree: "/p", cwd: "/p", keys: [], ignore: [] };
const run = {
  id: "0123456789abcdef",
  agent: "toy",
  place,
  argv: [],
  startedAt: 1,
  wrapper: { pid: 7 },
  mode: "pty",
  kind: "new",
  historyRoots: [],
  dir: "/run",
};

test("a run's note comes back as it was written", () => {
  expect(parseRunNote(JSON.stringify(run))).toEqual(run);
});

test.each([
  ["half written", '{"id":"0123456789abcdef","pla'],
  ["without a wrapper", JSON.stringify({ ...run, wrapper: null })],
  ["with an empty place", JSON.stringify({ ...run, place: {} })],
  ["with a delivery that says nothing", JSON.stringify({ ...run, delivered: {} })],
  ["with a start that is no time", JSON.stringify({ ...run, startedAt: "x" })],
  ["with an id that is none", JSON.stringify({ ...run, id: "../../etc" })],
])("a note %s is no run", (_, json) => {
  expect(parseRunNote(json)).toBeUndefined();
});

test("an exit and a limit come back, and nothing else does", () => {
  expect(parseExitNote('{"code":143,"signal":15,"asked":true}')).toEqual({ code: 143, signal: 15, asked: true });
  expect(parseLimitNote('{"text":"limit","resetsAt":5}')).toEqual({ text: "limit", resetsAt: 5 });
  expect([parseExitNote("{}"), parseLimitNote("[]"), parseExitNote(undefined)]).toEqual([undefined, undefined, undefined]);
});
