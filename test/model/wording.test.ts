import { expect, test } from "vitest";
import { counted } from "../../src/model/counted.ts";
import { nextText, withWhy } from "../../src/model/wording.ts";

test.each([
  ["Next step: make a refund round away from zero.", "make a refund round away from zero."],
  ["Next: run the tests.", "run the tests."],
  ["The next steps: run the tests.", "run the tests."],
  ["Remaining: the export.", "the export."],
  ["Next Tuesday it is released.", "Next Tuesday it is released."],
  ["Next:", "Next:"],
])("below a label of ours %j is told as %j", (said, told) => expect(nextText(said)).toBe(told));

test.each([
  ["split the parser,", "because the old code is slow", { text: "split the parser", why: "the old code is slow" }],
  ["Keep it;", "since nobody calls it", { text: "Keep it", why: "nobody calls it" }],
  ["No flag", "since 15.4 it is on", { text: "No flag", why: "since 15.4 it is on" }],
  ["No lock", "because of NFS", { text: "No lock", why: "because of NFS" }],
])("%j with %j has neither a hanging comma nor a because behind the why", (text, why, told) => expect(withWhy(text, why)).toEqual(told));

test("one is one, and all else has an s", () => {
  expect([0, 1, 2].map((count) => counted(count, "file"))).toEqual(["0 files", "1 file", "2 files"]);
});
