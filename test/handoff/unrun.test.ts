import { expect, test } from "vitest";
import { storyOf } from "../../src/handoff/story.ts";
import { unrunIn } from "../../src/handoff/unrun.ts";
import { type Draft, events, prompt, reply, shell } from "../support/events.ts";

const unrun = (...parts: (Draft | Draft[])[]) => unrunIn(storyOf(events(...parts))).map(({ text }) => text);

test.each([
  "Rename the label, then run `npm run e2e` once.",
  "Rename the label.\n\n## Verification\n\n1. `npm run e2e` shows the new label",
  "Benenne das Feld um und führe `npm run e2e` aus.",
  "改名后运行 `npm run e2e`。",
])("a command that was to be run and was not is open: %s", (text) => {
  expect(unrun(prompt(text), shell("git status"), reply("Done."))).toEqual(["Asked to be run, and not seen run: `npm run e2e`"]);
});

test("not one that ran, that is only told of, or where no command ran at all", () => {
  expect(unrun(prompt("Then run `npm run e2e` once."), shell("cd web && npm run  e2e"))).toEqual([]);
  expect(unrun(prompt("`npm run e2e` fails when I run it on Windows."), shell("ls"))).toEqual([]);
  expect(unrun(prompt("The script `npm run e2e` stands in package.json."), shell("ls"))).toEqual([]);
  expect(unrun(prompt("Then run `npm run e2e` once."), reply("Done."))).toEqual([]);
});
