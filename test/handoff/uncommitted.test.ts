import { describe, expect, test } from "vitest";
import { storyOf } from "../../src/handoff/story.ts";
import { summarise } from "../../src/handoff/summarise.ts";
import { treePieces } from "../../src/handoff/tree.ts";
import { uncommittedOf } from "../../src/handoff/uncommitted.ts";
import type { GitState } from "../../src/model/project.ts";
import { type Draft, edit, events, prompt, redacted, SESSION, START, shell } from "../support/events.ts";

type Parts = (Draft | Draft[])[];
const left = (...parts: Parts) => uncommittedOf(storyOf(events(...parts)), "/p");
const paths = (...parts: Parts) => left(...parts)?.paths ?? [];
const edits = [edit("/p/a.ts"), edit("/p/lib/b.ts")];

test("without a commit all edits are left over, the newest first, each with the event that made it", () => {
  expect(left(...edits)).toEqual({ paths: ["lib/b.ts", "a.ts"], stashed: [], hasCommits: false, from: [3, 1] });
});

describe("a commit takes", () => {
  test.each([
    ["everything with -a", 'git commit -qam "fix"'],
    ["what was added, all of it", "git add -A && git commit -m fix"],
    ["what was added by a glob", "git add '*.ts' && git commit -m fix"],
    ["what was added in a folder", "git add . && git commit -m fix"],
    ["what nobody saw being added", "git commit -m fix"],
    ["the same in another tool's words", "hg commit -m fix"],
  ])("%s", (_name, command) => {
    expect(paths(...edits, shell(command))).toEqual([]);
  });

  test("only the files that were named", () => {
    expect(paths(...edits, shell("git add lib && git commit -m fix"))).toEqual(["a.ts"]);
    expect(paths(...edits, shell("cd /p/lib && git add b.ts && git commit -m fix"))).toEqual(["a.ts"]);
    expect(paths(...edits, shell("git commit -m fix -- a.ts"))).toEqual(["lib/b.ts"]);
  });

  test("nothing if it failed, was tried only, or went to another repository", () => {
    expect(paths(...edits, shell("git commit -qam fix", "hook failed", false))).toHaveLength(2);
    expect(paths(...edits, shell("git commit -qam fix --dry-run"))).toHaveLength(2);
    expect(paths(...edits, shell("git -C /elsewhere commit -qam fix"))).toHaveLength(2);
  });
});

test("what came after a commit is left over, and that there was one is known", () => {
  expect(left(edit("/p/a.ts"), shell("git commit -qam fix"), edit("/p/a.ts"))).toMatchObject({ paths: ["a.ts"], hasCommits: true });
});

test("files that git put back are not left over; those that it stashed are told as such until they are taken out", () => {
  expect(paths(...edits, shell("git checkout -- a.ts"))).toEqual(["lib/b.ts"]);
  expect(paths(...edits, shell("git restore ."))).toEqual([]);
  expect(paths(...edits, shell("git restore --staged a.ts"))).toHaveLength(2);
  expect(paths(...edits, shell("git reset --hard"))).toEqual([]);
  expect(paths(...edits, shell("git checkout other-branch"))).toHaveLength(2);
  expect(left(...edits, shell("git stash"))).toMatchObject({ paths: [], stashed: ["lib/b.ts", "a.ts"] });
  expect(left(...edits, shell("git stash"), shell("git stash pop"))).toMatchObject({ paths: ["lib/b.ts", "a.ts"], stashed: [] });
});

test("files outside of the project, and a folder without a repository, have nothing to commit", () => {
  expect(left(edit("/elsewhere/notes.md"))).toBeUndefined();
  expect(left(...edits, shell("git status", "fatal: not a git repository", false))).toBeUndefined();
});

test("what git says of the tree now is never contradicted", () => {
  const summary = summarise(SESSION, events(prompt("Fix it"), ...edits), { root: "/p" });
  const told = (git: Partial<GitState> | undefined) =>
    treePieces(summary, git && { at: START, branch: redacted("main"), ...git })
      .map(({ text }) => text)
      .filter((text) => text.includes("not committed"));
  expect(told(undefined)).toEqual(["Changed and not committed (no commit was made in that session): `lib/b.ts`, `a.ts`."]);
  expect(told({ dirty: [], dirtyCount: 0 })).toEqual([]);
  expect(told({ dirty: [redacted(" M a.ts"), redacted("?? new.ts")], dirtyCount: 2 }).join()).toContain(": `a.ts`.");
  expect(told({ dirty: [redacted(" M a.ts"), redacted("?? lib/")], dirtyCount: 2 })).toEqual([]);
});
