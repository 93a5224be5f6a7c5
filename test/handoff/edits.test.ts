import { expect, test } from "vitest";
import { editsOf } from "../../src/handoff/edits.ts";
import { storyOf } from "../../src/handoff/story.ts";
import { type Draft, events, shell, tool } from "../support/events.ts";

const edits = (...parts: (Draft | Draft[])[]) => editsOf(storyOf(events(...parts)), "/p");
const edit = (path: string, removed: string[], added: string[], ok = true): Draft[] =>
  tool(
    "Edit",
    [`${path} (+${added.length} -${removed.length})`, ...removed.map((line) => `- ${line}`), ...added.map((line) => `+ ${line}`)].join(
      "\n",
    ),
    "done",
    {
      files: [path],
      writes: true,
      ok,
    },
  );

test("a line before and after the edit is told, newest edit first, with what it rests on", () => {
  expect(edits(edit("/p/a.ts", ["const limit = 10;"], ["const limit = 20;"]), edit("/p/b.py", [], ["def total(rows):"]))).toEqual([
    { text: "b.py: `def total(rows):`", from: [3] },
    { text: "a.ts: `const limit = 10;` → `const limit = 20;`", from: [1] },
  ]);
});

test("what was only taken out is told as such, and lines that stayed are not told", () => {
  expect(edits(edit("/p/a.ts", ["function same() {", "  checkOldHint(rows);"], ["function same() {"]))[0]?.text).toBe(
    "a.ts: without `checkOldHint(rows);`",
  );
});

test("not an edit that failed, one that a later one took away, a shell's, or one of brackets only", () => {
  expect(edits(edit("/p/a.ts", ["const limit = 10;"], ["const limit = 20;"], false))).toEqual([]);
  expect(
    edits(edit("/p/a.ts", [], ["const first = tryThis();"]), edit("/p/a.ts", ["const first = tryThis();"], ["const next = thatWay();"])),
  ).toHaveLength(1);
  expect(edits(shell("sed -i s/10/20/ a.ts"), edit("/p/a.ts", ["}"], ["});"]))).toEqual([]);
});

test("not one that only moved a line in or out, nor lines that look the same as far as they are shown", () => {
  expect(edits(edit("/p/a.ts", ["const limit = 10;"], ["    const limit = 10;"]))).toEqual([]);
  const long = "const settings = JSON.parse('".padEnd(130, "x");
  expect(edits(edit("/p/a.ts", [`${long}1`], [`${long}2`]))).toEqual([]);
});
