// What git itself last showed of the tree in the session: for where nothing else tells of it, and as long as nothing changed it since.
import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, flat, less } from "./clip.ts";
import { gitActs } from "./git-acts.ts";
import { relativePath } from "./paths.ts";
import type { Step, Story } from "./story.ts";

const isIn = (folder: string, root: string): boolean => folder === root || !/^(?:\/|[A-Za-z]:)/.test(relativePath(folder, root, undefined));

const TEXT_CHARS = 240;
const MOVES = new Set([
  "checkout",
  "switch",
  "commit",
  "pull",
  "merge",
  "rebase",
  "reset",
  "push",
  "stash",
  "cherry-pick",
  "revert",
  "restore",
  "clean",
  "worktree",
  "am",
]);

const HEAD = /^## (\S.*)$|^On branch (\S+)$|^HEAD detached at (\S+)$/m;
const RELATION = /^Your branch (?:is|and) [^\n]*$/m;
const CLEAN = /nothing to commit, working tree clean|nichts zu committen|rien à valider|nada para hacer commit/;
const CHANGED = /^(?:[ MADRCU?!]{2} |\t(?:modified|new file|deleted|renamed|both modified):\s+)(\S.*)$/gm;
const UNTRACKED = /^Untracked files:[\s\S]{0,200}?\n\n?((?:\t[^\n]+\n?){1,12})/m;
const MAX_PATHS = 6;

function* newestFirst(steps: readonly Step[]): IterableIterator<Step> {
  for (let at = steps.length - 1; at >= 0; at -= 1) {
    const step = steps[at];
    if (step !== undefined && step.commands.length > 0) yield step;
  }
}

type Seen = { text: Redacted; from: Seq[] };

function seenIn(output: Redacted, from: Seq[]): Seen | undefined {
  const text = less(output, (whole) => whole.slice(0, 6_000));
  const head = HEAD.exec(text);
  const branch = head?.[1] ?? head?.[2] ?? head?.[3];
  const untracked = (UNTRACKED.exec(text)?.[1] ?? "")
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  const paths = [...[...text.matchAll(CHANGED)].flatMap((match) => match[1]?.trim() ?? []), ...untracked];
  if (branch === undefined && paths.length === 0) return undefined;
  const relation = RELATION.exec(text)?.[0].replace(/[,.]? and can be fast-forwarded\.?|\.$/g, "");
  const more = paths.length > MAX_PATHS ? ` and ${paths.length - MAX_PATHS} more` : "";
  const parts = [
    ...(branch === undefined ? [] : [`branch ${branch}`]),
    ...(relation === undefined ? [] : [relation]),
    ...(paths.length > 0
      ? [`changed: ${paths.slice(0, MAX_PATHS).join(", ")}${more}`]
      : CLEAN.test(text) || /^## .*\s*$/.test(text.trim())
        ? ["nothing uncommitted"]
        : []),
  ];
  return { text: clip(flat(less(output, () => parts.join("; "))), TEXT_CHARS), from };
}

function lastSeen(steps: readonly Step[]): Seen | undefined {
  for (const { commands, call, result, isSubagent } of newestFirst(steps)) {
    if (call === undefined || result === undefined || result.ok === false || isSubagent) continue;
    for (const { verb } of gitActs(commands).toReversed()) {
      if (MOVES.has(verb)) return undefined;
      const seen = verb === "status" ? seenIn(result.text, [call.seq, result.seq]) : undefined;
      if (seen !== undefined) return seen;
    }
  }
  return undefined;
}

/** Undefined once a later command moved the tree. */
export function seenTreeOf(story: Story): Item | undefined {
  const seen = lastSeen(story.steps);
  return seen && { text: own(`\`git status\` last showed: ${seen.text}`), from: seen.from };
}

const NOW_ON = [
  /^\[([^\s\]]+)(?: \([^)\n]*\))? [0-9a-f]{7,40}\] /m, // commit
  /^Switched to (?:a new |and reset )?branch '([^'\n]+)'/m,
  /^Already on '([^'\n]+)'/m,
  /^On branch (\S+)$/m,
  /^## (?:No commits yet on )?(\S+?)(?:\.\.\.\S+)?(?: \[.*\])?$/m,
  /\(HEAD -> ([^,)\s]+)/,
];
const OF_BRANCHES = new Set(["commit", "checkout", "switch", "status", "log"]);

/** The branch that git named last, in the project's own tree; the record of a session has the first one. */
export function branchOf(story: Story, root: string): Item | undefined {
  for (const { commands, call, result, isSubagent } of newestFirst(story.steps)) {
    if (call === undefined || result === undefined || result.ok === false || isSubagent) continue;
    const acts = gitActs(commands);
    const isElsewhere =
      acts.some(({ folder }) => folder !== undefined) &&
      !acts.some(({ folder = root }) => relativePath(folder, root, call.cwd) === relativePath(root, "", undefined));
    if (!acts.some(({ verb }) => OF_BRANCHES.has(verb)) || isElsewhere || (call.cwd !== undefined && !isIn(call.cwd, root))) continue;
    const name = NOW_ON.flatMap((pattern) => pattern.exec(result.text.slice(0, 4_000))?.[1] ?? []).at(0);
    if (name !== undefined && name !== "HEAD") return { text: less(result.text, () => name), from: [call.seq, result.seq] };
  }
  return undefined;
}
