import { describe, expect, test } from "vitest";
import { actionsOf, type Key } from "../../src/tui/keys.ts";

const NONE: Key = {
  upArrow: false,
  downArrow: false,
  leftArrow: false,
  rightArrow: false,
  pageUp: false,
  pageDown: false,
  home: false,
  end: false,
  return: false,
  escape: false,
  backspace: false,
  delete: false,
  ctrl: false,
  meta: false,
};
const press = (input: string, key: Partial<Key> = {}, isPasting = false) => actionsOf(input, { ...NONE, ...key }, isPasting);

test.each([
  ["upArrow", { kind: "move", by: -1 }],
  ["downArrow", { kind: "move", by: 1 }],
  ["leftArrow", { kind: "agent", by: -1 }],
  ["rightArrow", { kind: "agent", by: 1 }],
  ["pageUp", { kind: "page", by: -1 }],
  ["pageDown", { kind: "page", by: 1 }],
  ["home", { kind: "first" }],
  ["end", { kind: "last" }],
  ["return", { kind: "enter" }],
  ["backspace", { kind: "erase", what: "character" }],
  ["delete", { kind: "erase", what: "character" }],
] as const)("%s", (name, action) => {
  expect(press("", { [name]: true })).toEqual([action]);
});

test("Esc, which Ink also calls meta, goes back", () => {
  expect(press("", { escape: true, meta: true })).toEqual([{ kind: "back" }]);
});

test.each([
  ["c", { kind: "quit" }],
  ["u", { kind: "erase", what: "all" }],
  ["w", { kind: "erase", what: "word" }],
  ["p", { kind: "move", by: -1 }],
  ["n", { kind: "move", by: 1 }],
] as const)("Ctrl-%s", (input, action) => {
  expect(press(input, { ctrl: true })).toEqual([action]);
});

test("letters, digits and signs of any script are typed", () => {
  for (const text of ["a", "Q", "?", " ", "é", "語", "🦊"]) expect(press(text)).toEqual([{ kind: "type", text }]);
});

test("unknown control and meta keys mean nothing", () => {
  expect(press("x", { ctrl: true })).toEqual([]);
  expect(press("x", { meta: true })).toEqual([]);
  expect(press("\x00")).toEqual([]);
});

test("a burst of keys is taken apart in its order", () => {
  expect(press("ab\x7fc\r")).toEqual([
    { kind: "type", text: "ab" },
    { kind: "erase", what: "character" },
    { kind: "type", text: "c" },
    { kind: "enter" },
  ]);
  expect(press("a\x03")).toEqual([{ kind: "type", text: "a" }, { kind: "quit" }]);
});

describe("in a paste", () => {
  test("its marks begin and end it", () => {
    expect(press("[200~")).toEqual([{ kind: "paste", isPasting: true }]);
    expect(press("[201~", {}, true)).toEqual([{ kind: "paste", isPasting: false }]);
  });

  test("line ends and control characters are spaces, and no key acts", () => {
    expect(press("one\r\ntwo\x03", {}, true)).toEqual([{ kind: "type", text: "one two " }]);
    expect(press("", { return: true }, true)).toEqual([{ kind: "type", text: " " }]);
    expect(press("", { escape: true, meta: true }, true)).toEqual([{ kind: "type", text: "" }]);
  });
});
