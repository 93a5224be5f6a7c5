// State of the working tree in words, always with the moment it is true of.
import type { GitState } from "../model/project.ts";
import { dayAndTime } from "../model/time.ts";
import { code, safe } from "./safe.ts";

const MAX_DIRTY = 8;

function treeOf(git: GitState): string | undefined {
  const count = git.dirtyCount ?? git.dirty?.length;
  const names = (git.dirty ?? []).slice(0, MAX_DIRTY).map((line) => code(line.trim()));
  const more = count !== undefined && count > names.length && names.length > 0 ? ` and ${count - names.length} more` : "";
  const parts = [
    ...(git.branch === undefined ? [] : [`branch ${code(git.branch)}`]),
    ...(git.lastCommit === undefined ? [] : [`last commit ${safe(git.lastCommit)}`]),
    ...(count === undefined
      ? git.lastCommit === undefined
        ? []
        : ["what is uncommitted is not known"]
      : [count === 0 ? "nothing uncommitted" : `${count} uncommitted${names.length === 0 ? "" : `: ${names.join(", ")}${more}`}`]),
  ];
  return parts.length === 0 ? undefined : parts.join("; ");
}

/** The tree now, and what it was at the session's end where that differs. Without the present only the past is told, as such. */
export function stateLines(then: GitState | undefined, now: GitState | undefined): string[] {
  const tree = now && treeOf(now);
  // Where git was cut short now, what was seen of the whole tree then says more.
  const isWorthMore = now?.dirtyCount !== undefined || then?.dirtyCount === undefined;
  if (now !== undefined && tree !== undefined && isWorthMore) {
    const isMoved = then?.lastCommit !== undefined && now.lastCommit !== undefined && then.lastCommit !== now.lastCommit;
    return [
      `As of ${dayAndTime(now.at)}: ${tree}.`,
      ...(isMoved ? [`At that session's end the last commit was ${safe(then.lastCommit ?? "")}: the tree has moved since.`] : []),
    ];
  }
  const past = then && treeOf(then);
  return then === undefined || past === undefined
    ? []
    : [`As of ${dayAndTime(then.at)}, when that session was last active (it may have changed): ${past}.`];
}
