import { expect, test } from "vitest";
import { layoutOf } from "../../src/tui/layout.ts";

test("a terminal that does not tell its size is drawn to as one of 80×24", () => {
  expect(layoutOf({ cols: 0, rows: 0 })).toEqual(layoutOf({ cols: 80, rows: 24 }));
  expect(layoutOf({ cols: 1, rows: 1 })).toMatchObject({ width: 1, list: { width: 1, height: 1 } });
});
