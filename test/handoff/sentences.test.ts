import { expect, test } from "vitest";
import { sentencesOf } from "../../src/handoff/sentences.ts";
import { redacted } from "../support/events.ts";

const texts = (text: string) => sentencesOf(redacted(text)).map((sentence) => sentence.text);

test("sentences are split where they end, not at abbreviations, numbers or file names", () => {
  expect(texts("Use e.g. vitest 4.1. It reads src/a.ts. Done!")).toEqual(["Use e.g. vitest 4.1.", "It reads src/a.ts.", "Done!"]);
});

test("lines of one paragraph are one text, list items are their own, with the title above them", () => {
  const found = sentencesOf(redacted("## Next steps\n\n- push the\n  branch\n- [ ] open a PR\n\nSome text that\ngoes on."));
  expect(found.map(({ text, isBullet, heading }) => [text, isBullet, heading])).toEqual([
    ["push the branch", true, "next steps"],
    ["open a PR", true, "next steps"],
    ["Some text that goes on.", false, "next steps"],
  ]);
});

test("code blocks, tables and rules are no sentences", () => {
  expect(texts("Before.\n```ts\nwe decided to x because y\n```\n| a | b |\n|---|---|\n---\nAfter.")).toEqual(["Before.", "After."]);
});

test("questions are known in scripts without spaces too", () => {
  expect(sentencesOf(redacted("测试失败了。要回滚吗？")).map(({ text, isQuestion }) => [text, isQuestion])).toEqual([
    ["测试失败了。", false],
    ["要回滚吗？", true],
  ]);
});

test("marks of bold text go, globs stay", () => {
  expect(texts("**Decision:** match `src/**/*.ts` and lib/**/*.js.")).toEqual(["Decision: match `src/**/*.ts` and lib/**/*.js."]);
});

test("dots inside code end no sentence that goes on after it; a sentence that ends with code does", () => {
  expect(texts("It could run a `$(...)` in the text. It does not.")).toEqual(["It could run a `$(...)` in the text.", "It does not."]);
  expect(texts("It calls `wait...` Then it stops.")).toEqual(["It calls `wait...`", "Then it stops."]);
});
