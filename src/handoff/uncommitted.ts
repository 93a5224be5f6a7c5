// What the session changed and did not commit, told from its edits and its git commands. How the tree is now, git alone knows.
import type { Seq } from "../model/ids.ts";
import type { Uncommitted } from "../model/summary.ts";
import { written } from "./files.ts";
import { ofFinished } from "./finished-steps.ts";
import { type GitAct, gitActs, operands, takesAll } from "./git-acts.ts";
import { relativePath } from "./paths.ts";
import type { Step, Story } from "./story.ts";

const MAX_CITED = 40;
const NO_REPOSITORY = /not a (?:git|hg|jj) repository|kein Git-Repository|ni ceci ni aucun de ses r|no es un repositorio git/i;

type Tree = {
  edited: Map<string, Seq>;
  /** What was added; "all" after `git add -A`; undefined if nothing was. */
  staged: Set<string> | "all" | undefined;
  stashed: Map<string, Seq>;
  hasCommits: boolean;
};

const isUnder = (path: string, spec: string): boolean => spec === "" || path === spec || path.startsWith(`${spec}/`);

/** Folder that a step's git worked in, relative to the root; "" for the root itself. */
function folderOf(act: GitAct, step: Step, root: string): string {
  const cwd = step.call?.cwd ?? root;
  const folder = relativePath(act.folder ?? ".", root, cwd);
  return folder === relativePath(root, "", undefined) ? "" : folder;
}

/** The repository of a folder outside the root is another one. */
const isOther = (folder: string): boolean => /^(?:\/|[A-Za-z]:)/.test(folder);

function named(act: GitAct, step: Step, root: string): string[] {
  const cwd = step.call?.cwd ?? root;
  const base = act.folder === undefined ? cwd : `${/^(?:\/|[A-Za-z]:)/.test(act.folder) ? "" : `${cwd}/`}${act.folder}`;
  return operands(act).map((word) => {
    const path = relativePath(word.replace(/^:[/!]+/, ""), root, base);
    return path === relativePath(root, "", undefined) ? "" : path;
  });
}

function take(tree: Tree, isTaken: (path: string) => boolean): Map<string, Seq> {
  const taken = new Map([...tree.edited].filter(([path]) => isTaken(path)));
  for (const path of taken.keys()) tree.edited.delete(path);
  return taken;
}

/** Files that are named for a commit stand after `--`. */
function specsOf(act: GitAct, step: Step, root: string): string[] {
  if (act.verb !== "commit") return named(act, step, root);
  const after = act.words.indexOf("--");
  return after < 0 ? [] : named({ ...act, words: act.words.slice(after + 1) }, step, root);
}

/** What git was asked to do, in which folder, and with what: relative to the root. */
type Asked = { act: GitAct; folder: string; specs: readonly string[] };

const askedOfGit = ofFinished((step: Step, root): readonly Asked[] =>
  gitActs(step.commands).map((act) => ({ act, folder: folderOf(act, step, root), specs: specsOf(act, step, root) })),
);

function commit(tree: Tree, { act, specs }: Asked, isMine: (path: string) => boolean): void {
  const { staged } = tree;
  const isTaken = (path: string): boolean => {
    if (specs.length > 0) return specs.some((spec) => isUnder(path, spec));
    return takesAll(act) || staged === undefined || staged === "all" || [...staged].some((spec) => isUnder(path, spec));
  };
  take(tree, (path) => isMine(path) && isTaken(path));
  tree.staged = undefined;
  tree.hasCommits = true;
}

const ADDS_ALL = new Set(["-A", "--all", "-u", "--update", "."]);

function apply(tree: Tree, asked: Asked): void {
  const { act, folder, specs } = asked;
  const isMine = (path: string): boolean => (isOther(folder) ? isUnder(path, folder) : !isOther(path));
  switch (act.verb) {
    case "add":
    case "stage": {
      const isAll = specs.some((spec) => /[*?]/.test(spec)) || act.words.some((word) => ADDS_ALL.has(word));
      tree.staged = isAll || tree.staged === "all" ? "all" : new Set([...(tree.staged ?? []), ...specs]);
      return;
    }
    case "commit":
      commit(tree, asked, isMine);
      return;
    case "stash": {
      const [how] = operands(act);
      if (how === undefined || how === "push" || how === "save") for (const [path, seq] of take(tree, isMine)) tree.stashed.set(path, seq);
      else if (how === "pop" || how === "apply") for (const [path, seq] of tree.stashed) tree.edited.set(path, seq);
      if (how === "pop" || how === "drop" || how === "clear") tree.stashed.clear();
      return;
    }
    case "reset":
      if (act.words.includes("--hard")) take(tree, isMine);
      return;
    case "checkout":
    case "restore":
    case "rm":
      if (!act.words.includes("--staged") || act.words.includes("--worktree")) {
        const isTold = act.verb === "restore" || act.words.includes("--");
        take(tree, (path) => isMine(path) && specs.some((spec) => (isTold ? isUnder(path, spec) : path === spec)));
      }
      return;
    default:
      return;
  }
}

/** Undefined if nothing is left over, or the folder is no repository. Newest change first. */
export function uncommittedOf(story: Story, root: string): Uncommitted | undefined {
  const hasResults = story.steps.some((step) => step.result !== undefined);
  const tree: Tree = { edited: new Map(), staged: undefined, stashed: new Map(), hasCommits: false };
  for (const step of story.steps) {
    if (hasResults && step.result === undefined) continue;
    for (const path of written(step, root)) {
      tree.edited.delete(path);
      tree.edited.set(path, step.seq);
    }
    const asked = step.commands.length === 0 ? [] : askedOfGit(step, root);
    if (asked.length === 0) continue;
    if (NO_REPOSITORY.test(step.result?.text.slice(0, 400) ?? "")) return undefined;
    if (step.result?.ok === false) continue;
    for (const each of asked) apply(tree, each);
  }
  const left = [...tree.edited].filter(([path]) => !isOther(path)).reverse();
  const stashed = [...tree.stashed].filter(([path]) => !isOther(path)).reverse();
  if (left.length + stashed.length === 0) return undefined;
  return {
    paths: left.map(([path]) => path),
    stashed: stashed.map(([path]) => path),
    hasCommits: tree.hasCommits,
    from: [...left, ...stashed].map(([, seq]) => seq).slice(0, MAX_CITED),
  };
}
