import { expect, test } from "vitest";
import { answersOf } from "../../src/handoff/answers.ts";
import { storyOf } from "../../src/handoff/story.ts";
import { type Draft, events, prompt, reply, shell } from "../support/events.ts";

const answers = (...parts: (Draft | Draft[])[]) => answersOf(storyOf(events(...parts))).map(({ text }) => text);
const end = [prompt("thanks for that, now the docs"), reply("The docs are in docs/queue.md.")];

test("each earlier turn is told by the word it closed with", () => {
  expect(answers(prompt("Fix the queue"), reply("Let me look."), shell("ls"), reply("The queue lost jobs on restart."), ...end)).toEqual([
    "The queue lost jobs on restart.",
  ]);
});

test("what was said before the work went on and was cut off is no answer", () => {
  expect(answers(prompt("Fix the queue"), reply("The command has to print its own errors."), shell("vi q.ts"), ...end)).toEqual([]);
});

test("nor is what the user objected to next", () => {
  expect(
    answers(
      prompt("Fix the queue"),
      reply("The worker is to blame for this."),
      prompt("No, that is not it."),
      reply("It was the broker, not the worker."),
      ...end,
    ),
  ).toEqual(["It was the broker, not the worker."]);
});

test("of two drafts of one answer the newer one is told; questions and mere verdicts are left out", () => {
  expect(
    answers(
      prompt("Draft a note"),
      reply("The marker ends the block early, so the reader sees only a truncated prefix (say so)."),
      prompt("without brackets"),
      reply("The marker ends the block early, so the reader sees only a truncated prefix. Shall I post it? All 3 tests pass."),
      ...end,
    ),
  ).toEqual(["The marker ends the block early, so the reader sees only a truncated prefix."]);
});

test("how the tree stood then is left out of what an earlier turn came to, however long the sentence", () => {
  const words =
    "Local note: the checkout is behind `origin/main` by one commit, and there is an untracked file in the examples, which is not ours.";
  expect(answers(prompt("Sort the issues"), reply(`Four of the issues are small fixes. ${words}`), ...end)).toEqual([
    "Four of the issues are small fixes.",
  ]);
  expect(answers(prompt("Sort the issues"), reply("Four issues are behind a flag and cannot be seen."), ...end)).toHaveLength(1);
});
