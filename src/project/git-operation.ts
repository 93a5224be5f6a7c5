// What git was in the middle of: it leaves a file or a folder for each such thing, and `git status --porcelain` tells of none.
import { join } from "node:path";
import type { GitOperation } from "../model/project.ts";
import { kindOf, textOf } from "./files.ts";
import { gitDirOf } from "./repository.ts";

/** Names as in git's own `git status`. A rebase of mail (`git am`) has its own mark within the same folder. */
const TRACES: readonly (readonly [string, GitOperation["kind"]])[] = [
  ["rebase-merge", "rebase"],
  ["rebase-apply/applying", "am"],
  ["rebase-apply", "rebase"],
  ["MERGE_HEAD", "merge"],
  ["CHERRY_PICK_HEAD", "cherry-pick"],
  ["REVERT_HEAD", "revert"],
  ["BISECT_LOG", "bisect"],
];
/** While a rebase is under way no branch is checked out; its own is named here. */
const REBASED = ["rebase-merge/head-name", "rebase-apply/head-name"];
const MAX_NAME_BYTES = 4096;

/** `folder`: top of a working tree. Undefined where nothing is under way, or no repository is. */
export function gitOperation(folder: string): { kind: GitOperation["kind"]; branch?: string } | undefined {
  const gitDir = gitDirOf(folder);
  if (gitDir === undefined) return undefined;
  const [, kind] = TRACES.find(([name]) => kindOf(join(gitDir, name)) !== undefined) ?? [];
  if (kind === undefined) return undefined;
  const branch = REBASED.map((name) => /^refs\/heads\/(.+)$/m.exec(textOf(join(gitDir, name), MAX_NAME_BYTES) ?? "")?.[1]).find(Boolean);
  return { kind, ...(branch !== undefined && { branch }) };
}
