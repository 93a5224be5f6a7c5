import { expect, test } from "vitest";
import { summarise } from "../../src/handoff/summarise.ts";
import { tellingOf } from "../../src/handoff/telling.ts";
import { edit, events, prompt, redacted, reply, SESSION } from "../support/events.ts";

const summary = summarise(SESSION, events(prompt("Make the cart faster"), edit("/p/src/cart.ts"), reply("Done.")), { root: "/p" });
const items = (...texts: string[]) => texts.map((text, index) => ({ text: redacted(text), from: [index + 1] }));

const best = (...texts: string[]): string | undefined => {
  const scores = tellingOf(items(...texts), summary);
  return texts[scores.indexOf(Math.max(...scores))];
};

test("what came up once tells more than what is said again and again, in any language", () => {
  const odd = "staging runs musl 1.2 until March";
  expect(best("rename total in src/cart.ts", "rename discount in src/cart.ts", odd, "rename rows in src/cart.ts")).toBe(odd);
  const fremd = "Auf staging läuft musl 1.2 bis März";
  expect(best("Benenne total um, der Name lügt", "Benenne rows um, der Name lügt", fremd)).toBe(fremd);
});

test("words that the files or the goal tell already count for nothing", () => {
  const [known = 0, other = 0] = tellingOf(items("the cart in src/cart.ts", "the basket in src/shop.ts"), summary);
  expect(known).toBeLessThan(other);
});

test("without any words there is nothing to tell", () => {
  expect(tellingOf(items("…", "!"), summary)).toEqual([0, 0]);
});
