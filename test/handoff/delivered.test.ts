import { expect, test } from "vitest";
import { deliveredOf } from "../../src/handoff/delivered.ts";
import { branchOf, seenTreeOf } from "../../src/handoff/seen-tree.ts";
import { storyOf } from "../../src/handoff/story.ts";
import { isUntouched } from "../../src/handoff/untouched.ts";
import { type Draft, edit, events, shell, tool } from "../support/events.ts";

type Parts = (Draft | Draft[])[];
const told = (...parts: Parts) => deliveredOf(storyOf(events(...parts)), "/p").map(({ text }) => text);
const commit = shell('git commit -m "keep order"', "[topic 1234abc] keep order\n 1 file changed");
const push = shell("git push -u origin topic", " * [new branch]      topic -> topic");
const URL = "https://forge.example/acme/shop/pull/7";

test("commits that were not pushed are told, by what git says of them or by their own message", () => {
  expect(told(commit)).toEqual(["Committed in that session, not pushed in it: 1234abc keep order."]);
  expect(told(shell('git commit -qam "preise runden" && git log --oneline -1', "77aa88b (HEAD -> topic) preise runden"))[0]).toContain(
    "77aa88b preise runden",
  );
  expect(told(shell('git commit -qm "quiet"'))[0]).toContain("quiet");
  expect(told(commit, push, shell('git commit -qm "after"'))[0]).toBe("Committed after the last push, not pushed: after.");
});

test("a branch that was pushed without a pull request is told as such, a trunk or a refused push is not", () => {
  expect(told(commit, push)).toEqual(["Pushed: `topic`, no pull request opened in that session."]);
  expect(told(commit, shell("git push", "   1234abc..5678def  main -> main"))).toEqual(["Pushed: `main`."]);
  expect(told(commit, shell("git push", " ! [rejected] topic -> topic (fetch first)", false))[0]).toContain("not pushed");
  expect(told(commit, shell("git push --dry-run", ""))[0]).toContain("not pushed");
});

test("a pull request is told with its address, and as merged only where that was seen", () => {
  const opened = shell("gh pr create --fill", `${URL}\n`);
  expect(told(commit, push, opened)).toEqual([`Pull request opened: ${URL}.`]);
  expect(told(commit, push, opened, shell("gh pr merge --squash", "done"))).toEqual([`Pull request opened: ${URL}, merged.`]);
  expect(told(commit, push, opened, shell("gh pr merge --auto", "will merge"))).toEqual([`Pull request opened: ${URL}.`]);
  expect(told(commit, push, opened, shell("gh pr view 7 --json state", '{"state": "MERGED"}'))[0]).toContain(", merged");
  expect(told(shell("gh pr view 9 --json state", '{"state": "MERGED"}'))).toEqual([]);
  expect(told(shell("gh pr merge 9 --squash", "ok"))).toEqual(["Pull request 9 was merged."]);
  expect(told(tool("mcp__forge__create_pull_request", "{}", `{"html_url":"${URL}"}`))).toEqual([`Pull request opened: ${URL}.`]);
});

test("a pull that brings all files of a pull request says that it was merged, one that brings some does not", () => {
  const opened = [edit("/p/lib/a.ts"), edit("/p/lib/b.ts"), commit, push, shell("gh pr create", URL)];
  expect(told(...opened, shell("git checkout main && git pull", " .../a.ts | 2 +-\n lib/b.ts | 4 ++--\n"))[0]).toContain(
    "a later pull brought its files",
  );
  expect(told(...opened, shell("git pull", " lib/b.ts | 4 ++--\n"))).toEqual([`Pull request opened: ${URL}.`]);
});

test("the last git status is told until something moves the tree", () => {
  const seen = (...parts: Parts) => seenTreeOf(storyOf(events(...parts)))?.text;
  const status = shell(
    "git status",
    "On branch topic\nYour branch is ahead of 'origin/topic' by 2 commits.\n\nChanges not staged:\n\tmodified:   a.ts\n",
  );
  expect(seen(status)).toBe("`git status` last showed: branch topic; Your branch is ahead of 'origin/topic' by 2 commits; changed: a.ts");
  expect(seen(shell("git status -sb", "## topic...origin/topic [ahead 1]\n"))).toContain("[ahead 1]; nothing uncommitted");
  expect(seen(status, shell("git commit -qam x"))).toBeUndefined();
  expect(seen(status, shell("git log"))).toBeDefined();
});

test("the branch is the one that git named last, of this project", () => {
  const branch = (...parts: Parts) => branchOf(storyOf(events(...parts)), "/p")?.text;
  expect(
    branch(shell("git checkout -b topic", "Switched to a new branch 'topic'"), shell("git checkout main", "Switched to branch 'main'")),
  ).toBe("main");
  expect(branch(commit)).toBe("topic");
  expect(branch(commit, shell("cd /other && git status", "On branch elsewhere\n"))).toBe("topic");
  expect(branch(shell("cat notes.txt", "On branch nowhere"))).toBeUndefined();
});

test("a session that only looked is told as such, unless a command might have changed something", () => {
  const only = (...parts: Parts) => isUntouched(storyOf(events(...parts)), "/p");
  expect(only(shell("git diff"), shell("gh pr view 7"), tool("Read", "/p/a.ts", "text"))).toBe(true);
  expect(only(shell("git diff"), edit("/p/a.ts"))).toBe(false);
  expect(only(shell("python3 migrate.py"))).toBe(false);
  expect(only()).toBe(false);
});
