import { expect, test } from "vitest";
import { memoryStore } from "../support/memory-store.ts";
import { draft, place, said } from "./nouns.ts";

function setup() {
  const store = memoryStore();
  const session = store.sessions.save(draft(store.projects.resolve(place("/work/shop")).id));
  return { store, id: session.id };
}

const reply = (key: string, text: string) => said(key, text, { kind: "reply", by: "agent" });

test("of a session as long as people's are, every event is taken whole", () => {
  const { store, id } = setup();
  store.events.append(id, [
    said("k0", "do it"),
    ...Array.from({ length: 500 }, (_, n) => reply(`k${n + 1}`, `${n} ${"done ".repeat(1000)}`)),
  ]);
  expect(store.events.digest(id)).toEqual([...store.events.of(id)]);
});

test("a session without events has an empty digest", () => {
  const { store, id } = setup();
  expect(store.events.digest(id)).toEqual([]);
});

test("of a session too large for memory the newest are whole, older ones keep head and tail, and none is left out", () => {
  const { store, id } = setup();
  const long = `head ${"word ".repeat(9_990)}tail`;
  store.events.append(id, [
    said("k0", `first ${"pasted ".repeat(8000)}last`),
    ...Array.from({ length: 300 }, (_, n) => reply(`k${n + 1}`, long)),
  ]);
  const digest = store.events.digest(id);
  expect(digest.map(({ seq }) => seq)).toEqual(Array.from({ length: 301 }, (_, n) => n + 1));
  const whole = digest.filter(({ text }) => text === long);
  expect(whole.length).toBe(Math.floor((6 * 1024 * 1024) / long.length));
  expect(whole).toEqual(digest.slice(-whole.length));
  for (const { text } of digest.slice(0, -whole.length))
    expect(text).toMatch(/^(head|first) .{400,20000}\n\[…\]\n.{400,20000}(tail|last)$/s);
  expect(digest.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(11 * 1024 * 1024);
});

test("of very many events the first requests and the newest are taken", () => {
  const { store, id } = setup();
  const count = 32_000;
  store.events.append(id, [said("k0", "do it"), ...Array.from({ length: count }, (_, n) => reply(`k${n + 1}`, `${n}`))]);
  const digest = store.events.digest(id);
  expect(digest.length).toBeGreaterThan(20_000);
  expect(digest.length).toBeLessThan(count);
  expect(digest[0]?.text).toBe("do it");
  expect(digest.at(-1)?.text).toBe(String(count - 1));
});

test("of a session too large for memory it is known still what was gone back to before", () => {
  const { store, id } = setup();
  store.events.append(id, [said("k0", "do it"), ...Array.from({ length: 300 }, (_, n) => reply(`k${n + 1}`, "word ".repeat(9_990)))]);
  store.events.rewind(id, [2, 3, 300], "rewound");
  expect(store.events.digest(id).flatMap(({ seq, rewound }) => (rewound ? [seq] : []))).toEqual([2, 3, 300]);
});

test("an end of the largest text an event can have leaves the tail whole", () => {
  const { store, id } = setup();
  const largest = "漢".repeat(64 * 1024);
  store.events.append(id, [said("k0", "do it"), ...Array.from({ length: 80 }, (_, n) => reply(`k${n + 1}`, largest))]);
  expect(store.events.digest(id).at(-1)?.text).toBe(largest);
});

test("a text in another script that has room is not cut for its bytes", () => {
  const { store, id } = setup();
  const prompt = "漢".repeat(900);
  const long = "word ".repeat(10_000);
  store.events.append(id, [said("k0", prompt), ...Array.from({ length: 300 }, (_, n) => reply(`k${n + 1}`, long))]);
  expect(store.events.digest(id)[0]?.text).toBe(prompt);
});
