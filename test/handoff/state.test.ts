import { expect, test } from "vitest";
import { stateLines } from "../../src/handoff/state.ts";
import { own } from "../../src/model/redacted.ts";

const then = { at: Date.UTC(2026, 10, 30, 18), branch: own("main"), lastCommit: own("aaa old"), dirty: [own(" M a.ts")], dirtyCount: 1 };

test("the tree of now is told if git could say it, with what has moved since", () => {
  const now = { at: Date.UTC(2026, 10, 30, 19), branch: own("main"), lastCommit: own("bbb new"), dirtyCount: 0 };
  expect(stateLines(then, now)).toEqual([
    "As of 2026-11-30 19:00 UTC: branch `main`; last commit bbb new; nothing uncommitted.",
    "At that session's end the last commit was aaa old: the tree has moved since.",
  ]);
});

test("where git was cut short now, the whole tree that was seen then is told, as then; a part is never told as a clean tree", () => {
  const cutShort = { at: Date.UTC(2026, 10, 30, 19), lastCommit: own("aaa old") };
  expect(stateLines(then, cutShort)).toEqual([
    "As of 2026-11-30 18:00 UTC, when that session was last active (it may have changed): branch `main`; last commit aaa old; 1 uncommitted: `M a.ts`.",
  ]);
  expect(stateLines(undefined, cutShort)).toEqual(["As of 2026-11-30 19:00 UTC: last commit aaa old; what is uncommitted is not known."]);
});
