import fc from "fast-check";
import { expect, test } from "vitest";
import { normalise } from "../../src/transcript/normalise.ts";

test.each([
  ["colours go", "\x1b[1;31mred\x1b[0m", "red"],
  ["titles and links go, their text stays", "\x1b]0;title\x07\x1b]8;;https://a.b\x1b\\link\x1b]8;;\x1b\\", "link"],
  ["a cursor moved forward is space", "a\x1b[3Cb", "a   b"],
  ["a sequence without its end does not take the rest along", "\x1b]0;title and text\nnext", "0;title and text\nnext"],
  ["line ends become one kind", "a\r\nb\rc\u2028d", "a\nb\nc\nd"],
  ["NUL and other controls go", "a\0b\x07c\x7fd\x85e", "abcde"],
  ["newline and tab stay", "a\tb\nc", "a\tb\nc"],
  ["bold by overstriking", "N\bNA\bA", "NA"],
  ["bidi and zero-width controls go", "a\u202eb\u200bc\u2066d\ufeffe", "abcde"],
  ["invisible tag characters go", "a\u{e0041}\u{e0042}b", "ab"],
  ["a lone surrogate is named as what it is", "a\ud800b\udc00", "a\ufffdb\ufffd"],
  ["emoji stay whole", "👩‍👩‍👧 ❤️ 🇩🇪", "👩‍👩‍👧 ❤️ 🇩🇪"],
  ["joiners of scripts that need them stay", "می‌خواهم", "می‌خواهم"],
  ["a joiner between letters of ASCII goes", "gh\u200dp_\ufe0fa", "ghp_a"],
  ["C1 sequences go too", "\x9b31mred\x9d0;t\x9cx", "redx"],
])("%s", (_, text, expected) => {
  expect(normalise(text)).toBe(expected);
});

test("nothing that a terminal obeys is left, and a second time changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      const once = normalise(text);
      expect(once).not.toMatch(/[\0-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/);
      expect(normalise(once)).toBe(once);
    }),
    { numRuns: 1000 },
  );
});
