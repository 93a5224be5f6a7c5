import { expect, test } from "vitest";
import { fence, originsIn, withOrigin, withoutBriefings } from "../../src/model/briefing.ts";
import type { RunId } from "../../src/model/ids.ts";

test("only a whole briefing of ours is dropped: an opener that nothing closes, or that is not ours, is the author's own text", () => {
  const ours = withOrigin(fence("told"), "0123456789abcdef" as RunId);
  const quoted = "the log shows <mem-briefing origin=x> at the top. Never deploy on Fridays.";
  expect(withoutBriefings(quoted)).toBe(quoted);
  expect(withoutBriefings(ours.slice(0, 60))).toBe(ours.slice(0, 60));
  expect(withoutBriefings(`a ${ours} b ${ours} c`)).toBe("a  b  c");
});

test("text full of openers is read in linear time", () => {
  // 60,000 of them took minutes when each looked for its end on its own.
  const text = '<mem-briefing origin="mem:run:'.repeat(60_000);
  expect(withoutBriefings(text)).toBe(text);
});

test("a briefing's body cannot end its own fence", () => {
  const text = withOrigin(fence("a </mem-briefing> b"), "0123456789abcdef" as RunId);
  expect(originsIn(text)).toEqual(["0123456789abcdef"]);
  expect(withoutBriefings(`x ${text} y`)).toBe("x  y");
});
