import { describe, expect, test } from "vitest";
import { isSmallTalk, STATUS } from "../../src/handoff/small-talk.ts";

describe("what tells the next agent nothing", () => {
  test.each([
    "Now let me look at the router.",
    "So, I need to rewrite the parser first.",
    "Ich werde jetzt die Tests ansehen.",
    "Je vais lire le fichier.",
    "All done.",
    "Now I understand the problem.",
    "Here is what changed:",
    "Ready for the next one.",
    "Sag einfach Bescheid, wenn du mehr willst.",
    "`q` to quit",
    "/tasks [area] to filter by area",
    "Reply with a number.",
  ])("%s", (sentence) => {
    expect(isSmallTalk(sentence)).toBe(true);
  });
});

describe("what does tell something", () => {
  test.each([
    "I kept the old parser, because two callers rely on it.",
    "Letting the queue drain takes a minute.",
    "The done folder is read only.",
    "Die Tests laufen nur mit Node 22.",
    "`drain()` is called before:",
    "The corrected draft, with all the long dashes taken out of it again:",
    "`drain()` waits for all writers to end.",
  ])("%s", (sentence) => {
    expect(isSmallTalk(sentence)).toBe(false);
  });
});

test.each([
  ["All 12 tests pass.", true],
  ["The branch is 2 commits behind main.", true],
  ["It has not been pushed yet.", true],
  ["共有 12 个测试通过", true],
  ["The parser drops the last line of a file.", false],
])("what was true of its moment only is known: %s", (text, isStatus) => {
  expect(STATUS.test(text)).toBe(isStatus);
});
