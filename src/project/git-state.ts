// GitState: branch, last commit and changes of a working tree, asked of git itself within a bound.
import { askProgram } from "../host/ask-program.ts";
import type { Clock, Env, Proc } from "../host/host.ts";
import type { GitOperation, GitState } from "../model/project.ts";
import type { Redacted } from "../model/redacted.ts";
import { gitOperation } from "./git-operation.ts";

const MAX_OUTPUT_BYTES = 16 * 1024 * 1024;
const MAX_DIRTY_LINES = 50;

// No lock that the user's own git would meet, no colours, no quoting, no pager or monitor. A filter's `clean` program that the repository's config
// names does run, as at anybody's `git status`.
const ALWAYS = ["--no-pager", "--no-optional-locks", "-c", "core.quotepath=false", "-c", "color.ui=false", "-c", "core.fsmonitor=false"];
const STATUS = [...ALWAYS, "status", "--porcelain", "--branch"];
const MAX_COMMITS = 10;
const COMMITS = [...ALWAYS, "log", `-${MAX_COMMITS}`, "--no-show-signature", "--no-color", "--format=%h %s"];

/** Branch names, subjects and file names are foreign text like any other: they go through the one door. */
type Redact = (text: string) => Redacted;
type GitDeps = { clock: Clock; env: Env; proc: Pick<Proc, "kill">; redact: Redact };

/** Variables that a hook or an alias of git sets, and that would send our questions to another repository. */
const MISLEADING =
  /^GIT_(DIR|WORK_TREE|INDEX_FILE|COMMON_DIR|PREFIX|NAMESPACE|OBJECT_DIRECTORY|ALTERNATE_OBJECT_DIRECTORIES|QUARANTINE_PATH|TRACE.*)$/;

/** The environment for git: the user's, without what misleads and without any way to ask or to fetch. Pure. */
export function gitEnv(env: Env): Record<string, string> {
  const kept = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined && !MISLEADING.test(entry[0]));
  // A repository at $HOME (dotfiles) has nothing to say about a plain folder below it.
  const ceiling = env.HOME === undefined ? {} : { GIT_CEILING_DIRECTORIES: env.HOME };
  return { ...Object.fromEntries(kept), ...ceiling, LC_ALL: "C", GIT_TERMINAL_PROMPT: "0", GIT_NO_LAZY_FETCH: "1" };
}

/** Branch and changes out of `git status --porcelain --branch`. Pure. */
export function parseStatus(output: string, redact: Redact): Pick<GitState, "branch" | "isDetached" | "dirty" | "dirtyCount"> {
  const lines = output.split("\n").filter((line) => line !== "");
  const head = lines.find((line) => line.startsWith("## "))?.slice(3);
  const dirty = lines.filter((line) => !line.startsWith("## "));
  const branch = head?.replace(/^(No commits yet on|Initial commit on) /, "").replace(/\.\.\..*$/, "");
  return {
    dirty: dirty.slice(0, MAX_DIRTY_LINES).map(redact),
    dirtyCount: dirty.length,
    ...(branch === "HEAD (no branch)" ? { isDetached: true } : branch !== undefined && { branch: redact(branch) }),
  };
}

function operationIn(worktree: string, redact: Redact): { operation: GitOperation } | undefined {
  const found = gitOperation(worktree);
  return found && { operation: { kind: found.kind, ...(found.branch !== undefined && { branch: redact(found.branch) }) } };
}

/** State of the working tree that `worktree` is in, as of now. Never throws: what git cannot say within `waitMs` is absent. */
export async function gitState(worktree: string, waitMs: number, deps: GitDeps): Promise<GitState> {
  const { clock, proc, redact } = deps;
  const at = clock.now();
  const env = gitEnv(deps.env);
  const ask = (words: readonly string[]) =>
    askProgram(proc, { argv: ["git", ...words], cwd: worktree, env, waitMs, maxBytes: MAX_OUTPUT_BYTES });
  const [status, log] = await Promise.all([ask(STATUS), ask(COMMITS)]);
  const [lastCommit, ...earlierCommits] = (log ?? "").split("\n").filter((line) => line.trim() !== "");
  return {
    at,
    ...(status !== undefined && parseStatus(status, redact)),
    ...operationIn(worktree, redact),
    ...(lastCommit !== undefined && { lastCommit: redact(lastCommit) }),
    ...(earlierCommits.length > 0 && { earlierCommits: earlierCommits.map(redact) }),
  };
}
