import { execFileSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export type GitRepo = {
  path: string;
  git(...args: string[]): string;
  write(file: string, text: string): void;
  commit(message: string): void;
};

/** Nothing of the machine's own git settings gets into a test. */
export const GIT_TEST_ENV: Readonly<Record<string, string>> = {
  PATH: process.env.PATH ?? "",
  HOME: "/nonexistent",
  LANG: "C.UTF-8",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.invalid",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.invalid",
};

export const git = (cwd: string, ...args: string[]): string =>
  execFileSync("git", ["-c", "protocol.file.allow=always", ...args], {
    cwd,
    env: GIT_TEST_ENV,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });

/** An existing repository, with hands. */
export const repoAt = (path: string): GitRepo => ({
  path,
  git: (...args) => git(path, ...args),
  write: (file, text) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  },
  commit: (message) => {
    git(path, "add", "-A");
    git(path, "commit", "-q", "--allow-empty", "-m", message);
  },
});

/** A new repository at `path` on branch `main` with one commit; `remote` becomes its origin. */
export function gitRepo(path: string, more: { remote?: string } = {}): GitRepo {
  mkdirSync(path, { recursive: true });
  git(path, "init", "-q", "-b", "main");
  if (more.remote !== undefined) git(path, "remote", "add", "origin", more.remote);
  const repo = repoAt(path);
  repo.write("README.md", "hello\n");
  repo.commit("first");
  return repo;
}
