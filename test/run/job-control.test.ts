import { expect, test } from "vitest";
import { ctrlZFilter, isStopped } from "../../src/run/job-control.ts";

const run = (...inputs: string[]) => {
  const filter = ctrlZFilter();
  return inputs.map((input) => {
    const { forward, pressed } = filter(Buffer.from(input, "latin1"));
    return [Buffer.from(forward).toString("latin1"), pressed];
  });
};

test.each([
  ["the byte", "\x1a", "byte"],
  ["kitty's form", "\x1b[122;5u", "sequence"],
  ["kitty's form with Num Lock on", "\x1b[122;133u", "sequence"],
  ["kitty's form with event and other keys", "\x1b[122:90;5:1u", "sequence"],
  ["xterm's form", "\x1b[27;5;122~", "sequence"],
])("Ctrl-Z as %s is seen and taken out", (_form, key, form) => {
  expect(run(key)).toEqual([["", form]]);
  expect(run(`ab${key}cd`)).toEqual([["abcd", form]]);
});

test("letting the key go is taken out and is no press", () => {
  expect(run("\x1b[122;5:3u")).toEqual([["", undefined]]);
});

test.each(["z", "\x1b", "\x1b[A", "\x1b[122u", "\x1b[122;2u", "\x1b[27;2;122~", "\x1b[121;5u", "\x03", "\xc3\x1b[M !!"])(
  "%j is forwarded as it is",
  (key) => {
    expect(run(key)).toEqual([[key, undefined]]);
  },
);

test("pasted text keeps its Ctrl-Z, in one piece or in several", () => {
  expect(run("\x1b[200~a\x1ab\x1b[201~")).toEqual([["\x1b[200~a\x1ab\x1b[201~", undefined]]);
  expect(run("\x1b[200~a", "\x1a", "b\x1b[201~", "\x1a")).toEqual([
    ["\x1b[200~a", undefined],
    ["\x1a", undefined],
    ["b\x1b[201~", undefined],
    ["", "byte"],
  ]);
});

test("a stopped process is told from others, whatever its name is", () => {
  expect(isStopped("12 (a) T (b) T 1 12 12 0")).toBe(true);
  expect(isStopped("12 (a T) S 1 12 12 0")).toBe(false);
  expect(isStopped("")).toBe(false);
});
