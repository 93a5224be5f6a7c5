import fc from "fast-check";
import { expect, test } from "vitest";
import { clip, ends, flat } from "../../src/handoff/clip.ts";
import { redacted } from "../support/events.ts";

test("a short text stays whole, on one line", () => {
  expect(clip(redacted("one\n  two"), 20)).toBe("one two");
});

test("a long text is cut at a word and says so", () => {
  expect(clip(redacted("the advisory lock was dropped"), 20)).toBe("the advisory lock…");
});

test("a cut never splits a placeholder or a surrogate pair", () => {
  expect(clip(redacted("key=‹redacted:aws-key› rest of it"), 12)).toBe("key=…");
  expect(clip(redacted(`${"x".repeat(9)}😀${"y".repeat(20)}`), 11)).toBe(`${"x".repeat(9)}…`);
});

test("no text is longer than asked for, cut anywhere", () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 400, unit: "grapheme" }), fc.integer({ min: 20, max: 200 }), (text, chars) => {
      expect(clip(redacted(text), chars).length).toBeLessThanOrEqual(chars);
      expect(ends(redacted(text), chars).length).toBeLessThanOrEqual(chars);
    }),
  );
});

test("the ends of a long answer are its first and last words", () => {
  const text = ends(redacted(`Done with it. ${"middle ".repeat(100)} Next: push.`), 120);
  expect(text).toMatch(/^Done with it\..*…/);
  expect(text).toMatch(/Next: push\.$/);
});

test("flat() leaves no line break", () => {
  expect(flat(redacted("a\r\nb\tc\u2028d"))).toBe("a b c d");
});
