// Files that a formatter or generator changed: no editing tool named them, its output or git's did.
import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, flat, less } from "./clip.ts";
import { written } from "./files.ts";
import { ofFinished } from "./finished-steps.ts";
import { relativePath } from "./paths.ts";
import { bare, shownCommand } from "./shell.ts";
import type { Step, Story } from "./story.ts";

const FORMATS =
  /\s--(?:write|fix|apply|in-place|autofix|auto-correct|autocorrect)\b|(?:^|[\s:_-])(?:lint[:_-]?fix|fmt|format|fix|codegen|generate|gen)(?=$|[\s:])|^(?:gofmt|goimports) .*-w\b|^(?:black|isort|prettier|rustfmt)\b/;
const ONLY_CHECKS = /--(?:check|diff|dry-run|list-different)\b/;
/** What it says of how much it changed. */
const SAYS_SO =
  /^.*?((?:\bFixed \d+ (?:files?|errors?|problems?)|\b[1-9]\d* files? (?:were |was )?(?:reformatted|changed|fixed|formatted|updated|modified|written)|\bFormatted [1-9]\d* files?|\bFound [1-9]\d* errors? \([1-9]\d* fixed)[^\n]{0,60})/im;
const REFORMATTED = /^(?:reformatted|Fixing|rewrote|updated|wrote|generated|created)[: ]+(\S+\.\w+)\s*$/gim;
/** A path in a check's complaint that a fixer could mend. */
const FIXABLE =
  /^\s*(?:at\s+|\[warn\]\s+|would reformat:?\s+|Diff in\s+)?((?:[\w.@()[\]-]+\/)*[\w.@()[\]-]+\.[a-z]{1,6})(?::\d+(?::\d+)?)?(?:\s+(?:format|organizeImports|assist\S*|lint\/\S+)\b.*)?\s*(?:━+)?\s*$/gm;

const TEXT_CHARS = 90;
const MAX_ITEMS = 3;
const MAX_PATHS = 4;
const SCANNED = 8_000;

type Named = { path: string; of: Redacted; seq: Seq };

function pathsIn(step: Step, pattern: RegExp): Named[] {
  const result = step.result;
  if (result === undefined) return [];
  return [...result.text.slice(0, SCANNED).matchAll(pattern)].flatMap((match) =>
    match[1] === undefined ? [] : [{ path: match[1], of: result.text, seq: result.seq }],
  );
}

const isFormatter = ofFinished(
  (step: Step): boolean =>
    step.isShell &&
    step.call !== undefined &&
    step.result !== undefined &&
    step.commands.some((simple) => FORMATS.test(bare(simple)) && !ONLY_CHECKS.test(simple)),
);

/** Those of a failed check just before it, if nothing else came between. */
function complainedOf(story: Story, at: number): Named[] {
  const before = story.steps.slice(Math.max(0, at - 3), at).findLast((step) => step.isShell && step.result?.ok === false);
  return before === undefined ? [] : pathsIn(before, FIXABLE);
}

function itemOf(
  story: Story,
  { at, step, edited, root }: { at: number; step: Step; edited: ReadonlySet<string>; root: string },
): Item | undefined {
  const [call, result] = [step.call, step.result];
  if (call === undefined || result === undefined) return undefined;
  const says = SAYS_SO.exec(result.text.slice(-SCANNED))?.[1];
  const named = [...pathsIn(step, REFORMATTED), ...(says === undefined ? [] : complainedOf(story, at))];
  const fresh = new Map(named.map((each) => [relativePath(each.path, root, call.cwd), each]));
  for (const path of fresh.keys()) if (edited.has(path)) fresh.delete(path);
  if (fresh.size === 0 && says === undefined) return undefined;
  const command = clip(flat(less(call.text, shownCommand)), TEXT_CHARS);
  const count = says === undefined ? "" : ` (it says: ${clip(flat(less(result.text, () => says)), TEXT_CHARS)})`;
  const paths = [...fresh.keys()].slice(0, MAX_PATHS).map((path) => `\`${path}\``);
  const what = paths.length === 0 ? "changed files" : `changed ${paths.join(", ")}, which no edit named`;
  return {
    text: own(`\`${command}\` ${what}${count}.`),
    from: [...new Set([step.seq, result.seq, ...[...fresh.values()].map(({ seq }) => seq)])],
  };
}

/** Newest run of each command, oldest first. */
export function formattedOf(story: Story, root: string): Item[] {
  const items = new Map<string, Item>();
  const edited = new Set<string>();
  for (const [at, step] of story.steps.entries()) {
    for (const path of written(step, root)) edited.add(path);
    const item = isFormatter(step) && step.call !== undefined ? itemOf(story, { at, step, edited, root }) : undefined;
    if (item === undefined || step.call === undefined) continue;
    items.delete(step.call.text);
    items.set(step.call.text, item);
  }
  return [...items.values()].slice(-MAX_ITEMS);
}
