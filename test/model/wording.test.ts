import { expect, test } from "vitest";
import { counted } from "../../src/model/counted.ts";
import { withWhy } from "../../src/model/wording.ts";

test.each([
  ["split the parser,", "because the old code is slow", { text: "split the parser", why: "the old code is slow" }],
  ["Keep it;", "since nobody calls it", { text: "Keep it", why: "nobody calls it" }],
  ["No flag", "since 15.4 it is on", { text: "No flag", why: "since 15.4 it is on" }],
  ["No lock", "because of NFS", { text: "No lock", why: "because of NFS" }],
])("%j with %j has neither a hanging comma nor a because behind the why", (text, why, told) => expect(withWhy(text, why)).toEqual(told));

test("one is one, and all else has an s", () => {
  expect([0, 1, 2].map((count) => counted(count, "file"))).toEqual(["0 files", "1 file", "2 files"]);
});
