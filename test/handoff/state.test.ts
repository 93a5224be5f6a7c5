import { expect, test } from "vitest";
import { stateLines } from "../../src/handoff/state.ts";
import { own } from "../../src/model/redacted.ts";

const then = { at: Date.UTC(2026, 10, 30, 18), branch: own("main"), lastCommit: own("aaa old"), dirty: [own(" M a.ts")], dirtyCount: 1 };

test("the tree of now is told if git could say it, with what has moved since", () => {
  const now = { at: Date.UTC(2026, 10, 30, 19), branch: own("main"), lastCommit: own("bbb new"), dirtyCount: 0 };
  expect(stateLines(then, now)).toEqual([
    "As of 2026-11-30 19:00 UTC: branch `main`; last commit bbb new; nothing uncommitted.",
    "At that session's end the last commit was aaa old: the tree has moved since, and no longer shows it among its newest.",
  ]);
});

test("another branch than at the session's end is told, and a head without one", () => {
  const now = { at: Date.UTC(2026, 10, 30, 19), lastCommit: own("aaa old"), dirtyCount: 0 };
  const switched = "At that session's end branch `main` was checked out.";
  expect(stateLines(then, { ...now, branch: own("side") })[1]).toBe(switched);
  expect(stateLines(then, { ...now, isDetached: true })).toEqual([
    "As of 2026-11-30 19:00 UTC: no branch checked out (detached HEAD); last commit aaa old; nothing uncommitted.",
    switched,
  ]);
  expect(stateLines(then, { ...now, branch: own("main") })).toHaveLength(1);
  expect(stateLines(then, now)).toHaveLength(1);
});

test("what git is in the middle of is told, a rebase with the branch it is of", () => {
  const now = { at: Date.UTC(2026, 10, 30, 19), lastCommit: own("aaa old"), dirtyCount: 0 };
  const rebase = { kind: "rebase" as const, branch: own("main") };
  expect(stateLines(then, { ...now, isDetached: true, operation: rebase })).toEqual([
    "As of 2026-11-30 19:00 UTC: a rebase of `main` begun and not finished; last commit aaa old; nothing uncommitted.",
  ]);
  expect(stateLines(undefined, { ...now, branch: own("main"), operation: { kind: "merge" } })[0]).toContain(
    "branch `main`; a merge begun and not finished; last",
  );
});

test("commits that came after the session are told by name, whoever made them; a longer hash of the same commit is no move", () => {
  const now = { at: Date.UTC(2026, 10, 30, 19), branch: own("main"), lastCommit: own("fff six"), dirtyCount: 0 };
  const since = (...earlier: string[]) => stateLines(then, { ...now, earlierCommits: earlier.map(own) })[1];
  expect(since("aaa old", "999 older")).toBe("Since that session's end (last commit then: aaa old) one commit: fff six.");
  expect(since("eee five", "ddd four", "ccc three", "bbb two", "aaa0 old")).toBe(
    "Since that session's end (last commit then: aaa old) 5 commits: fff six; eee five; ddd four; ccc three and 1 more.",
  );
  expect(stateLines(then, { ...now, lastCommit: own("aaa01 old") })).toHaveLength(1);
});

test("where git was cut short now, the whole tree that was seen then is told, as then; a part is never told as a clean tree", () => {
  const cutShort = { at: Date.UTC(2026, 10, 30, 19), lastCommit: own("aaa old") };
  expect(stateLines(then, cutShort)).toEqual([
    "As of 2026-11-30 18:00 UTC, when that session was last active (it may have changed): branch `main`; last commit aaa old; 1 uncommitted: `M a.ts`.",
  ]);
  expect(stateLines(undefined, cutShort)).toEqual(["As of 2026-11-30 19:00 UTC: last commit aaa old; what is uncommitted is not known."]);
});
