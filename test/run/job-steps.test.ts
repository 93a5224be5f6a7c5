import { describe, expect, test } from "vitest";
import { type JobNow, whenContinued, whenDiscarded, whileBehind } from "../../src/run/job-steps.ts";

const at = (now: Partial<JobNow>): JobNow => ({
  state: "stopped",
  isBehind: false,
  isEnding: false,
  hasScreen: false,
  isStoppedItself: false,
  isAlone: false,
  ...now,
});
const behind = { isBehind: true };
const withScreen = { isBehind: true, hasScreen: true };

describe("continued", () => {
  test.each<[string, Partial<JobNow>, string]>([
    ["`fg` gives the terminal back", { hasScreen: true }, "take"],
    ["`bg` lets a program without a screen run", behind, "let-run"],
    ["`bg` stops one with a screen again", withScreen, "stop"],
    ["`kill` lets it end", { ...withScreen, isEnding: true }, "let-run"],
    ["where no shell stops us it runs", { ...withScreen, isAlone: true }, "let-run"],
    ["`fg` of one that runs behind", { state: "behind", hasScreen: true }, "take"],
    ["one that runs behind goes on to", { state: "behind", ...withScreen }, "let-run"],
    ["stopped from outside and back", { state: "running", hasScreen: true }, "renew"],
    ["stopped from outside, then `bg`", { state: "running", ...behind }, "leave"],
    ["stopped from outside, then `kill`", { state: "running", ...behind, isEnding: true }, "nothing"],
    ["on the way to a stop", { state: "leaving" }, "nothing"],
    ["after the end", { state: "ended", ...behind }, "nothing"],
  ])("%s", (_case, now, step) => {
    expect(whenContinued(at(now))).toBe(step);
  });
});

test.each<[string, Partial<JobNow>, string]>([
  ["Ctrl-Z where no shell is does nothing for long", {}, "take"],
  ["what stops itself stays so", { isStoppedItself: true }, "freeze"],
  ["in the background it runs", withScreen, "let-run"],
])("a stop that was discarded: %s", (_case, now, step) => {
  expect(whenDiscarded(at(now))).toBe(step);
});

test.each<[string, Partial<JobNow>, string]>([
  ["without a screen it runs on", behind, "nothing"],
  ["one that wants a screen is stopped", withScreen, "leave"],
  ["unless it is ending", { ...withScreen, isEnding: true }, "nothing"],
  ["or nobody could continue it", { ...withScreen, isAlone: true }, "nothing"],
  ["a shell has put it into the foreground", { hasScreen: true }, "take"],
])("behind: %s", (_case, now, step) => {
  expect(whileBehind(at({ state: "behind", ...now }))).toBe(step);
});
