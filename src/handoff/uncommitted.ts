// What the session changed and did not commit, told from its edits and its git commands. How the tree is now, git alone knows.
import type { Seq } from "../model/ids.ts";
import type { Uncommitted } from "../model/summary.ts";
import { written } from "./files.ts";
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
  commits: Seq[];
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

function commit(tree: Tree, act: GitAct, { step, root, isMine }: { step: Step; root: string; isMine: (path: string) => boolean }): void {
  const { staged } = tree;
  const after = act.words.indexOf("--");
  const specs = after < 0 ? [] : named({ ...act, words: act.words.slice(after + 1) }, step, root);
  const isTaken = (path: string): boolean => {
    if (specs.length > 0) return specs.some((spec) => isUnder(path, spec));
    return takesAll(act) || staged === undefined || staged === "all" || [...staged].some((spec) => isUnder(path, spec));
  };
  take(tree, (path) => isMine(path) && isTaken(path));
  tree.staged = undefined;
  tree.commits.push(step.seq);
}

const ADDS_ALL = new Set(["-A", "--all", "-u", "--update", "."]);

function apply(tree: Tree, act: GitAct, step: Step, root: string): void {
  const folder = folderOf(act, step, root);
  const isMine = (path: string): boolean => (isOther(folder) ? isUnder(path, folder) : !isOther(path));
  switch (act.verb) {
    case "add":
    case "stage": {
      const specs = named(act, step, root);
      const isAll = specs.some((spec) => /[*?]/.test(spec)) || act.words.some((word) => ADDS_ALL.has(word));
      tree.staged = isAll || tree.staged === "all" ? "all" : new Set([...(tree.staged ?? []), ...specs]);
      return;
    }
    case "commit":
      commit(tree, act, { step, root, isMine });
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
        const specs = named(act, step, root);
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
  const tree: Tree = { edited: new Map(), staged: undefined, stashed: new Map(), commits: [] };
  for (const step of story.steps) {
    if (hasResults && step.result === undefined) continue;
    for (const path of written(step, root)) {
      tree.edited.delete(path);
      tree.edited.set(path, step.seq);
    }
    const acts = gitActs(step.commands);
    if (acts.length === 0) continue;
    if (NO_REPOSITORY.test(step.result?.text.slice(0, 400) ?? "")) return undefined;
    if (step.result?.ok === false) continue;
    for (const act of acts) apply(tree, act, step, root);
  }
  const left = [...tree.edited].filter(([path]) => !isOther(path)).reverse();
  const stashed = [...tree.stashed].filter(([path]) => !isOther(path)).reverse();
  if (left.length + stashed.length === 0) return undefined;
  return {
    paths: left.map(([path]) => path),
    stashed: stashed.map(([path]) => path),
    hasCommits: tree.commits.length > 0,
    from: [...left, ...stashed].map(([, seq]) => seq).slice(0, MAX_CITED),
  };
}
