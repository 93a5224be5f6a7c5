import { expect, test } from "vitest";
import { attempt } from "../../src/run/attempt.ts";
import { silentLog } from "../support/silent-log.ts";

const deps = { log: silentLog() };

test("gives what the work gives", async () => {
  expect(await attempt(deps, "work", 1000, () => 7)).toBe(7);
});

test("work that throws, at once or later, is undefined", async () => {
  const fails = (): never => {
    throw new Error("no");
  };
  expect(await attempt(deps, "work", 1000, fails)).toBeUndefined();
  expect(await attempt(deps, "work", 1000, async () => fails())).toBeUndefined();
});

test("work that never ends is given up", async () => {
  expect(await attempt(deps, "work", 1, () => new Promise<number>(() => {}))).toBeUndefined();
});
