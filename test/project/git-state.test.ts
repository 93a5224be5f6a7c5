import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { systemProcesses } from "../../src/host/processes.ts";
import { own } from "../../src/model/redacted.ts";
import { gitEnv, gitState, parseStatus } from "../../src/project/git-state.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { GIT_TEST_ENV, gitRepo } from "../support/git-repo.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { until } from "../support/wrapper.ts";

const WAIT_MS = 20_000;
const clock = fakeClock(42);
const proc = systemProcesses(process.platform, process.pid, (pid, signal) => process.kill(pid, signal));

test("branch, last commit and changes are told as of now", async () => {
  const repo = gitRepo(join(tempFolder(), "shop"));
  repo.write("README.md", "changed\n");
  repo.write("nëw file.txt", "new\n");
  const state = await gitState(repo.path, WAIT_MS, { clock, env: GIT_TEST_ENV, proc, redact: own });
  expect(state).toEqual({
    at: 42,
    branch: "main",
    lastCommit: expect.stringMatching(/^[0-9a-f]{7,} first$/),
    dirty: [" M README.md", '?? "nëw file.txt"'],
    dirtyCount: 2,
  });
});

test("the commits before the last one are told too, so that one sees what came since", async () => {
  const repo = gitRepo(join(tempFolder(), "shop"));
  for (const name of ["second", "third"]) repo.git("commit", "-q", "--allow-empty", "-m", name);
  const state = await gitState(repo.path, WAIT_MS, { clock, env: GIT_TEST_ENV, proc, redact: own });
  expect(state.lastCommit).toMatch(/ third$/);
  expect(state.earlierCommits).toEqual([expect.stringMatching(/ second$/), expect.stringMatching(/ first$/)]);
});

test("a repository without a commit has a branch and no commit", async () => {
  const path = join(tempFolder(), "shop");
  const repo = gitRepo(path);
  repo.git("checkout", "-q", "--orphan", "fresh");
  expect(await gitState(path, WAIT_MS, { clock, env: GIT_TEST_ENV, proc, redact: own })).toMatchObject({ branch: "fresh" });
});

test("a detached head has no branch", async () => {
  const repo = gitRepo(join(tempFolder(), "shop"));
  repo.git("checkout", "-q", "--detach");
  const state = await gitState(repo.path, WAIT_MS, { clock, env: GIT_TEST_ENV, proc, redact: own });
  expect(state).toMatchObject({ isDetached: true });
  expect(state.branch).toBeUndefined();
  expect(state.lastCommit).toMatch(/ first$/);
});

const conflicting = () => {
  const repo = gitRepo(join(tempFolder(), "shop"));
  repo.git("checkout", "-q", "-b", "side");
  repo.write("README.md", "side\n");
  repo.commit("side");
  repo.git("checkout", "-q", "main");
  repo.write("README.md", "main\n");
  repo.commit("main");
  return repo;
};
const stateIn = (path: string) => gitState(path, WAIT_MS, { clock, env: GIT_TEST_ENV, proc, redact: own });

test.each([
  ["rebase", "main", ["rebase", "side"]],
  ["merge", undefined, ["merge", "side"]],
  ["cherry-pick", undefined, ["cherry-pick", "side"]],
])("a %s that met a conflict is told as not finished", async (kind, branch, words) => {
  const { path, git } = conflicting();
  expect(() => git(...words)).toThrow();
  expect((await stateIn(path)).operation).toEqual({ kind, ...(branch && { branch }) });
  git(kind, "--abort");
  expect(await stateIn(path)).not.toHaveProperty("operation");
});

test("so is a revert, a bisect, and a rebase in a linked working tree", async () => {
  const { path, git, write, commit } = conflicting();
  write("README.md", "later\n");
  commit("later");
  expect(() => git("revert", "HEAD~1")).toThrow();
  expect((await stateIn(path)).operation).toEqual({ kind: "revert" });
  git("revert", "--abort");
  git("bisect", "start");
  expect((await stateIn(path)).operation).toEqual({ kind: "bisect" });
  git("bisect", "reset");
  const linked = join(path, "..", "linked");
  git("worktree", "add", "-q", linked, "side");
  expect(() => git("-C", linked, "rebase", "main")).toThrow();
  expect((await stateIn(linked)).operation).toEqual({ kind: "rebase", branch: "side" });
  expect(await stateIn(path)).not.toHaveProperty("operation");
});

test("of many changes 50 are listed and all are counted", async () => {
  const repo = gitRepo(join(tempFolder(), "shop"));
  for (let n = 0; n < 60; n += 1) writeFileSync(join(repo.path, `f${n}`), "");
  const state = await gitState(repo.path, WAIT_MS, { clock, env: GIT_TEST_ENV, proc, redact: own });
  expect(state.dirty).toHaveLength(50);
  expect(state.dirtyCount).toBe(60);
});

test("outside a repository and without git there is only the time", async () => {
  const folder = tempFolder();
  expect(await gitState(folder, WAIT_MS, { clock, env: GIT_TEST_ENV, proc, redact: own })).toEqual({ at: 42 });
  expect(await gitState(join(folder, "gone"), WAIT_MS, { clock, env: GIT_TEST_ENV, proc, redact: own })).toEqual({ at: 42 });
  expect(await gitState(folder, WAIT_MS, { clock, env: { ...GIT_TEST_ENV, PATH: folder }, proc, redact: own })).toEqual({ at: 42 });
});

test.runIf(process.platform === "linux")("a git that hangs is ended in time, with all that it started", async () => {
  const folder = tempFolder();
  const [pids, path] = [join(folder, "pids"), join(folder, "bin", "git")];
  mkdirSync(dirname(path));
  writeFileSync(path, `#!/bin/sh\nsleep 60 & echo $! >>${pids}\nwait\n`, { mode: 0o755 });
  const started = () => (existsSync(pids) ? readFileSync(pids, "utf8").trim().split("\n").map(Number) : []);
  const asked = gitState(folder, 700, { clock, env: { ...GIT_TEST_ENV, PATH: `${dirname(path)}:${process.env.PATH}` }, proc, redact: own });
  await until(() => started().length === 2);
  const sleepers = started().map((pid) => proc.describe(pid));
  expect(await asked).toEqual({ at: 42 });
  await until(() => sleepers.every((one) => !proc.isAlive(one)));
});

test("a variable that points git elsewhere does not mislead", async () => {
  const folder = tempFolder();
  const here = gitRepo(join(folder, "here"));
  const other = gitRepo(join(folder, "other"));
  other.git("checkout", "-q", "-b", "elsewhere");
  const env = { ...GIT_TEST_ENV, GIT_DIR: join(other.path, ".git"), GIT_WORK_TREE: other.path, GIT_INDEX_FILE: "/dev/null" };
  expect(await gitState(here.path, WAIT_MS, { clock, env, proc, redact: own })).toMatchObject({ branch: "main", dirtyCount: 0 });
  expect(gitEnv({ GIT_DIR: "x", GIT_SSH_COMMAND: "ssh", A: undefined })).toMatchObject({ GIT_SSH_COMMAND: "ssh" });
});

test("a repository at $HOME says nothing about a plain folder below it", async () => {
  const home = gitRepo(join(tempFolder(), "me"));
  home.write("notes/a.txt", "x");
  expect(
    await gitState(join(home.path, "notes"), WAIT_MS, { clock, env: { ...GIT_TEST_ENV, HOME: home.path }, proc, redact: own }),
  ).toEqual({
    at: 42,
  });
});

test("a branch that follows another is named without it", () => {
  expect(parseStatus("## main...origin/main [ahead 1]\n M a\n", own)).toEqual({ branch: "main", dirty: [" M a"], dirtyCount: 1 });
});
