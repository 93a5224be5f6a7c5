import { expect, test } from "vitest";
import { fence, originsIn, withOrigin, withoutBriefings } from "../../src/model/briefing.ts";
import type { RunId } from "../../src/model/ids.ts";

test("a briefing's body cannot end its own fence", () => {
  const text = withOrigin(fence("a </mem-briefing> b"), "0123456789abcdef" as RunId);
  expect(originsIn(text)).toEqual(["0123456789abcdef"]);
  expect(withoutBriefings(`x ${text} y`)).toBe("x  y");
});
