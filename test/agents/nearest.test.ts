import { expect, test } from "vitest";
import { nearest } from "../../src/agents/nearest.ts";

const NAMES = ["claude", "codex", "gemini", "opencode", "run", "sessions"];

test.each([
  ["cluade", "claude"],
  ["claud", "claude"],
  ["Codex", "codex"],
  ["cod", "codex"],
  ["opencoed", "opencode"],
  ["rnu", "run"],
  ["sesions", "sessions"],
  ["sess", "sessions"],
])("%s is nearest to %s", (asked, name) => expect(nearest(asked, NAMES)).toBe(name));

test.each(["vim", "xyz", "q", "", "c".repeat(100_000)])("%.20s is near to none of them", (asked) =>
  expect(nearest(asked, NAMES)).toBeUndefined(),
);
