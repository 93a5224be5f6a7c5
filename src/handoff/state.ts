// State of the working tree in words, always with the moment it is true of.
import type { GitOperation, GitState } from "../model/project.ts";
import { dayAndTime } from "../model/time.ts";
import { code, safe } from "./safe.ts";

const MAX_DIRTY = 8;

const CALLED: Readonly<Record<GitOperation["kind"], string>> = {
  rebase: "a rebase",
  am: "applying mailed patches (`git am`)",
  merge: "a merge",
  "cherry-pick": "a cherry-pick",
  revert: "a revert",
  bisect: "a bisect",
};

function headOf({ isDetached, operation }: GitState): string[] {
  if (operation === undefined) return isDetached === true ? ["no branch checked out (detached HEAD)"] : [];
  const { kind, branch } = operation;
  return [`${CALLED[kind]}${branch === undefined ? "" : ` of ${code(branch)}`} begun and not finished`];
}

function treeOf(git: GitState): string | undefined {
  const count = git.dirtyCount ?? git.dirty?.length;
  const names = (git.dirty ?? []).slice(0, MAX_DIRTY).map((line) => code(line.trim()));
  const more = count !== undefined && count > names.length && names.length > 0 ? ` and ${count - names.length} more` : "";
  const parts = [
    ...(git.branch === undefined ? [] : [`branch ${code(git.branch)}`]),
    ...headOf(git),
    ...(git.lastCommit === undefined ? [] : [`last commit ${safe(git.lastCommit)}`]),
    ...(count === undefined
      ? git.lastCommit === undefined
        ? []
        : ["what is uncommitted is not known"]
      : [count === 0 ? "nothing uncommitted" : `${count} uncommitted${names.length === 0 ? "" : `: ${names.join(", ")}${more}`}`]),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

const MAX_SINCE = 4;
const hashOf = (commit: string): string => commit.split(" ", 1)[0] ?? "";
/** Git shortens hashes as far as it needs to, and later it may need more. */
const isSame = (a: string, b: string): boolean => hashOf(a).startsWith(hashOf(b)) || hashOf(b).startsWith(hashOf(a));

/** Another branch than the session left: what it says of files need not be so on this one. */
function switchedLines(then: GitState | undefined, now: GitState): string[] {
  const [before, after] = [then?.branch ?? then?.operation?.branch, now.branch ?? now.operation?.branch];
  return before === undefined || before === after || (after === undefined && now.isDetached !== true)
    ? []
    : [`At that session's end branch ${code(before)} was checked out.`];
}

/** What came after the session's last commit, whoever made it. */
function movedLines(then: GitState | undefined, now: GitState): string[] {
  const before = then?.lastCommit;
  if (before === undefined || now.lastCommit === undefined || isSame(before, now.lastCommit)) return [];
  const commits = [now.lastCommit, ...(now.earlierCommits ?? [])];
  const count = commits.findIndex((commit) => isSame(commit, before));
  if (count < 0)
    return [
      `At that session's end the last commit was ${safe(before)}: the tree has moved since, and no longer shows it among its newest.`,
    ];
  const more = count > MAX_SINCE ? ` and ${count - MAX_SINCE} more` : "";
  const subjects = commits.slice(0, Math.min(count, MAX_SINCE)).map(safe).join("; ");
  return [
    `Since that session's end (last commit then: ${safe(before)}) ${count === 1 ? "one commit" : `${count} commits`}: ${subjects}${more}.`,
  ];
}

/** The tree now, and what it was at the session's end where that differs. Without the present only the past is told, as such. */
export function stateLines(then: GitState | undefined, now: GitState | undefined): string[] {
  const tree = now && treeOf(now);
  // Where git was cut short now, what was seen of the whole tree then says more.
  const isWorthMore = now?.dirtyCount !== undefined || then?.dirtyCount === undefined;
  if (now !== undefined && tree !== undefined && isWorthMore) {
    return [`As of ${dayAndTime(now.at)}: ${tree}.`, ...switchedLines(then, now), ...movedLines(then, now)];
  }
  const past = then && treeOf(then);
  return then === undefined || past === undefined
    ? []
    : [`As of ${dayAndTime(then.at)}, when that session was last active (it may have changed): ${past}.`];
}
