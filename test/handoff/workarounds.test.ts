import { describe, expect, test } from "vitest";
import { formattedOf } from "../../src/handoff/formatted.ts";
import { reportsOf } from "../../src/handoff/reports.ts";
import { storyOf } from "../../src/handoff/story.ts";
import { workaroundsIn } from "../../src/handoff/workarounds.ts";
import { type Draft, edit, events, shell, tool } from "../support/events.ts";

type Parts = (Draft | Draft[])[];
const around = (...parts: Parts) => workaroundsIn(storyOf(events(...parts)), "/p").map(({ error, fix }) => `${error} → ${fix}`);

describe("a command that worked when it was run in another way", () => {
  test.each([
    ["with a variable", "make e2e", "PORT=7001 make e2e", "connect: connection refused"],
    ["by another runner", "pytest tests", "uv run pytest tests", "pytest: command not found"],
    [
      "by a program of a like name",
      "npx checker conf.yml",
      "npx --yes node-checker conf.yml",
      "npm error could not determine executable to run",
    ],
    ["with an option that its version knows", "tool report --colour", "tool report", "error: unexpected argument '--colour' found"],
  ])("%s", (_name, was, works, error) => {
    expect(around(shell(was, error, false), shell(works, "ok"))).toEqual([`\`${was}\` failed: ${error} → works as \`${works}\``]);
  });

  test("not one that was mended by an edit, asks something else, or still fails", () => {
    const red = shell("make e2e", "connect: connection refused", false);
    expect(around(red, edit("/p/a.ts"), shell("PORT=7001 make e2e", "ok"))).toEqual([]);
    expect(around(red, shell("make docs", "ok"))).toEqual([]);
    expect(around(red, shell("make e2e", "ok"))).toEqual([]);
    expect(around(red, shell("PORT=7001 make e2e", "refused", false))).toEqual([]);
    expect(around(shell("grep -q x a.ts", "", false), shell("grep x b.ts", "x"))).toEqual([]);
  });
});

test("an editing tool that failed several times on a file, until a shell wrote it", () => {
  const failed = edit("/p/a.ts", false);
  expect(around(failed, failed, shell("sed -i 's/a/b/' a.ts"))).toEqual([
    "Edit of a.ts failed several times → worked: `sed -i 's/a/b/' a.ts`",
  ]);
  expect(around(failed, shell("sed -i 's/a/b/' a.ts"))).toEqual([]);
  expect(around(failed, failed, edit("/p/a.ts"), shell("sed -i 's/a/b/' a.ts"))).toEqual([]);
  expect(around(failed, failed, shell("sed -i 's/a/b/' other.ts"))).toEqual([]);
});

test("files that a formatter changed are told, those that an edit named and a mere check are not", () => {
  const told = (...parts: Parts) => formattedOf(storyOf(events(...parts)), "/p").map(({ text }) => text);
  const complains = shell("npm run lint", "at lib/b.ts format ━━━━\n  × would print other content\n", false);
  const fixes = shell("npm run lint:fix", "Checked 9 files.\nFixed 1 file.");
  expect(told(complains, fixes)).toEqual(["`npm run lint:fix` changed `lib/b.ts`, which no edit named (it says: Fixed 1 file.)."]);
  expect(told(edit("/p/lib/b.ts"), complains, fixes)[0]).not.toContain("lib/b.ts");
  expect(told(shell("black .", "reformatted lib/c.py\n1 file reformatted"))[0]).toContain("`lib/c.py`");
  expect(told(shell("black --check .", "would reformat lib/c.py\n1 file would be reformatted", false))).toEqual([]);
  expect(told(shell("npm run lint:fix", "Checked 9 files. No fixes applied."))).toEqual([]);
});

test("what a sub-agent reported is told with its task; that one was started, and lists of tasks, are not", () => {
  const told = (...parts: Parts) => reportsOf(storyOf(events(...parts))).map(({ text }) => text);
  expect(told(tool("Task", "Review: look at the cart", "La caisse compte deux fois (src/cart.ts:12).\nagentId: abc"))).toEqual([
    "Review: look at the cart → La caisse compte deux fois (src/cart.ts:12).",
  ]);
  expect(told(tool("Task", "Review", "Async agent launched successfully. It will report."))).toEqual([]);
  expect(told(tool("TaskCreate", "[pending] write the docs", "Task #1 created successfully: write the docs"))).toEqual([]);
  expect(told(tool("Task", "Review", "Main result: none that matters", { by: "subagent" }))).toEqual([]);
  expect(told(tool("Task", "Review", "Something went wrong in there", { ok: false }))).toEqual([]);
});

test("what a sub-agent says before its report is left out; a report that begins at once stays whole", () => {
  const told = (text: string) => reportsOf(storyOf(events(tool("Task", "Review", text)))).map((item) => item.text);
  expect(told("Perfect. Now I have everything.\n\nThe cart counts twice in src/cart.ts.")).toEqual([
    "Review → The cart counts twice in src/cart.ts.",
  ]);
  expect(told("The cart counts twice. All else is fine.")).toEqual(["Review → The cart counts twice. All else is fine."]);
});
