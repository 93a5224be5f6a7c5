import { expect, test } from "vitest";
import { fence, OWN_WORDS, originsIn, withOrigin, withoutBriefings } from "../../src/model/briefing.ts";
import type { RunId } from "../../src/model/ids.ts";
import { withoutShownBriefings } from "../../src/model/shown-briefing.ts";

test("only a whole briefing of ours is dropped: an opener that nothing closes, or that is not ours, is the author's own text", () => {
  const ours = withOrigin(fence("told"), "0123456789abcdef" as RunId);
  const quoted = "the log shows <mem-briefing origin=x> at the top. Never deploy on Fridays.";
  expect(withoutBriefings(quoted)).toBe(quoted);
  expect(withoutBriefings(ours.slice(0, 60))).toBe(ours.slice(0, 60));
  expect(withoutBriefings(`a ${ours} b ${ours} c`)).toBe("a  b  c");
});

// Where each opener looks for its end on its own, 60,000 of them take minutes: longer than a test may.
test("text full of openers is read in linear time", () => {
  const text = '<mem-briefing origin="mem:run:'.repeat(60_000);
  expect(withoutBriefings(text)).toBe(text);
});

test("a briefing's body cannot end its own fence", () => {
  const text = withOrigin(fence("a </mem-briefing> b"), "0123456789abcdef" as RunId);
  expect(originsIn(text)).toEqual(["0123456789abcdef"]);
  expect(withoutBriefings(`x ${text} y`)).toBe("x  y");
});

const { record, history, decides, answer, paths } = OWN_WORDS;
const shown = `<mem-briefing origin="mem:run:0123456789abcdef">\n${record} ${history} ${decides}\n${answer}\nProject: shop (\`/p\`). ${paths}\n\n## Next\n- push it\n\n## Files changed\n\`a.ts\`\n</mem-briefing>`;

test("on a screen a briefing goes whole, also behind a mark, under another opener, or cut off by the screen's edge", () => {
  expect(withoutShownBriefings(`hello\n${shown}\nbye`)).toBe("hello\n\nbye");
  expect(withoutShownBriefings(`hello\n${shown.replace(/^/gm, "  | ")}\nbye`)).not.toMatch(/mem|push it|a\.ts/);
  expect(withoutShownBriefings(`hello\n${shown.replace(/ origin="[^"]*"/, "")}\nbye`)).toBe("hello\n\nbye");
  const cut = shown.slice(0, shown.indexOf("\n\n## Files"));
  expect(withoutShownBriefings(`hello\n${cut}\n\nMy own words stay.`)).toBe("hello\nMy own words stay.");
});

test("our sentences go from a screen though nothing of the fence is seen, wherever they were broken", () => {
  const broken = `${history} ${decides}`
    .replace("permissions. The", "permissions.\n  | The")
    .replace("message decides", "message\n  | decides");
  expect(withoutShownBriefings(`agent ready\n${broken}\nhow may I help`)).toMatch(/^agent ready\s+(?:\|\s+)?how may I help$/);
  expect(withoutShownBriefings(`Project: shop (\`/p\`). ${paths}\nyours`).trim()).toBe("yours");
});

test("a screen full of openers is read in linear time", () => {
  expect(withoutShownBriefings("<mem-briefing \n\n## A\n\n".repeat(60_000)).trim()).toBe("");
  const words = "This is a record of ".repeat(60_000);
  expect(withoutShownBriefings(words)).toBe(words);
});
