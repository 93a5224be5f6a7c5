import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { frameMask } from "../../src/transcript/mask.ts";
import { KEYS, NAMED, TOKENS } from "./secrets.ts";

/** The bytes as the mask gives them, cut into chunks at these places. */
function masked(text: string, cuts: readonly number[] = []): string {
  const bytes = Buffer.from(text);
  const mask = frameMask();
  const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
  const parts = at.slice(1).map((end, index) => mask.push(bytes.subarray(at[index], end)));
  return Buffer.concat([...parts, mask.flush()]).toString();
}

describe("the mask", () => {
  test.each(TOKENS)("stars out $name at the same width, whatever the chunks", ({ secret }) => {
    const text = `\x1b[32m✓\x1b[0m key: \x1b[1m${secret}\x1b[0m done ✓\r\nnext line`;
    fc.assert(
      fc.property(fc.array(fc.nat(), { maxLength: 6 }), (cuts) => {
        const shown = masked(text, cuts);
        expect(shown).not.toContain(secret);
        expect(Buffer.byteLength(shown)).toBe(Buffer.byteLength(text));
        expect(shown.startsWith("\x1b[32m✓\x1b[0m key: \x1b[1m")).toBe(true);
        expect(shown.endsWith("\x1b[0m done ✓\r\nnext line")).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  test.each(NAMED.filter(({ text }) => !text.includes("\n")))("stars out what a name gives away: $name", ({ text, secret }) => {
    expect(masked(`$ ${text}\r\n`)).not.toContain(secret);
  });

  test.each(KEYS.filter(({ text }) => text.includes("\n")))("stars out $name over its lines", ({ text, secret }) => {
    const shown = masked(`$ cat key\r\n${text.replaceAll("\n", "\r\n")}\r\n`, [40, 80, 120, 200]);
    expect(shown).not.toContain(secret);
    expect(shown.length).toBe(text.replaceAll("\n", "\r\n").length + 13);
  });

  test("lets go of a key that was cut off, so that what follows is seen", () => {
    const cut = KEYS.find(({ name }) => name === "key cut off");
    const shown = masked(
      `$ head -4 key\r\n${cut?.text.replaceAll("\n", "\r\n")}\r\ndev@box:~$ git status\r\nOn branch main\r\n`,
      [90, 150],
    );
    expect(shown).not.toContain(cut?.secret);
    expect(shown).toContain("@box:~$ git status\r\nOn branch main\r\n");
  });

  test("leaves all else byte for byte, in any chunks", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), fc.array(fc.nat(), { maxLength: 5 }), (noise, cuts) => {
        const mask = frameMask();
        // Without letters there is no secret.
        const bytes = noise.map((byte) => (/[A-Za-z0-9]/.test(String.fromCharCode(byte)) ? 0x2e : byte));
        const at = [0, ...cuts.map((cut) => cut % (bytes.length + 1)).sort((a, b) => a - b), bytes.length];
        const parts = at.slice(1).map((end, index) => mask.push(bytes.subarray(at[index], end)));
        expect(Buffer.concat([...parts, mask.flush()])).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 500 },
    );
  });

  test("holds back no more than a word, and that within a bound", () => {
    const mask = frameMask();
    expect(mask.push(Buffer.from("$ echo hello wor")).length).toBe(13);
    expect(mask.push(Buffer.from("x".repeat(10_000))).length).toBe(10_003);
  });

  test("stars out the rest of a secret that is longer than what it holds back", () => {
    const secret = `password=${"a1B2".repeat(3000)}`;
    expect(masked(`${secret} end`, [100, 5000, 5001, 9000])).not.toMatch(/a1B2/);
  });
});
