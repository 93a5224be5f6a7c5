import { expect, test } from "vitest";
import { summarise } from "../../src/handoff/summarise.ts";
import { treePieces } from "../../src/handoff/tree.ts";
import { type Draft, edit, events, prompt, reply, SESSION, shell } from "../support/events.ts";

const told = (...parts: (Draft | Draft[])[]) =>
  treePieces(summarise(SESSION, events(prompt("Review it"), ...parts, reply("It is fine.")), { root: "/p" }), undefined).map(
    ({ text }) => text,
  );
const UNEDITED =
  "No edit tool was used and nothing was committed in that session, as far as its record tells; its commands may have changed files.";

test("where no edit and no commit is known, that is told, with what is not known", () => {
  expect(told(shell("bash -c 'touch /tmp/x'"))).toEqual([UNEDITED]);
});

test("not after an edit, after a commit, without any command, or where all commands are harmless", () => {
  expect(told(edit("/p/a.ts"))).not.toContain(UNEDITED);
  expect(told(shell('git commit -m "x"', "[main 1234abc] x"))).not.toContain(UNEDITED);
  expect(told()).not.toContain(UNEDITED);
  expect(told(shell("ls"))).not.toContain(UNEDITED);
});
