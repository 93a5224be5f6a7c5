import { describe, expect, test } from "vitest";
import { type JobNow, whenContinued, whenDiscarded, whileBehind } from "../../src/run/job-steps.ts";

const at = (now: Partial<JobNow>): JobNow => ({
  state: "stopped",
  isBehind: false,
  isEnding: false,
  wantsKeys: false,
  isOnAltScreen: false,
  isStoppedItself: false,
  isAlone: false,
  ...now,
});
const behind = { isBehind: true };
const reading = { isBehind: true, wantsKeys: true };
const onScreen = { isBehind: true, isOnAltScreen: true };

describe("continued", () => {
  test.each<[string, Partial<JobNow>, string]>([
    ["`fg` gives the terminal back", { isOnAltScreen: true }, "take"],
    ["`bg` lets a program run that neither reads keys nor has a screen", behind, "let-run"],
    ["`bg` stops one again that reads keys", reading, "stop"],
    ["and one that has a screen", onScreen, "stop"],
    ["`kill` lets it end", { ...reading, isEnding: true }, "let-run"],
    ["where no shell stops us it runs", { ...reading, isAlone: true }, "let-run"],
    ["`fg` of one that runs behind", { state: "behind", isOnAltScreen: true }, "take"],
    ["one that runs behind goes on to", { state: "behind", ...onScreen }, "let-run"],
    ["stopped from outside and back", { state: "running", wantsKeys: true }, "renew"],
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
  ["in the background it runs", onScreen, "let-run"],
])("a stop that was discarded: %s", (_case, now, step) => {
  expect(whenDiscarded(at(now))).toBe(step);
});

test.each<[string, Partial<JobNow>, string]>([
  ["without a screen it runs on", reading, "nothing"],
  ["one that wants a screen is stopped", onScreen, "leave"],
  ["unless it is ending", { ...onScreen, isEnding: true }, "nothing"],
  ["or nobody could continue it", { ...onScreen, isAlone: true }, "nothing"],
  ["a shell has put it into the foreground", { isOnAltScreen: true }, "take"],
])("behind: %s", (_case, now, step) => {
  expect(whileBehind(at({ state: "behind", ...now }))).toBe(step);
});
