// What the edits changed, a line of code before and after: told where there is room, as nobody says it in words.
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, flat, less } from "./clip.ts";
import { written } from "./files.ts";
import { ofFinished } from "./finished-steps.ts";
import type { Step, Story } from "./story.ts";
import { type Diff, diffIn } from "./undone.ts";

const MAX_EDITS = 16;
const LINE_CHARS = 110;

/** Brackets, imports and cut ends say nothing alone. */
const isTelling = (line: string): boolean =>
  (line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= 8 && !/^(?:… \d+ more|import\b|from\b|#include\b|using\b)/.test(line);

/** As it is shown: lines that differ in their indentation alone, or far out, are the same to who reads this. */
const looks = (line: string): string =>
  line
    .replace(/\s+/g, " ")
    .trim()
    .slice(0, LINE_CHARS - 1);

const only = (lines: readonly string[], others: readonly string[]): string[] => {
  const known = new Set(others.map(looks));
  return lines.filter((line) => !known.has(looks(line)) && isTelling(line));
};

type Edit = { path: string; seq: number; added: readonly string[]; removed: readonly string[]; text: Redacted };

const editIn = ofFinished((step: Step, root: string): Edit[] => {
  if (step.call === undefined || step.isShell || step.isSubagent || step.result?.ok === false) return [];
  const diff: Diff | undefined = diffIn(step.call);
  const [path] = written(step, root);
  if (diff === undefined || path === undefined) return [];
  const [added, removed] = [only(diff.added, diff.removed), only(diff.removed, diff.added)];
  return added.length === 0 && removed.length === 0 ? [] : [{ path, seq: step.seq, added, removed, text: step.call.text }];
});

/** Marks of code that were cut in half would pair with ours. */
const shown = (text: Redacted, line: string): Redacted => clip(flat(less(text, () => line.replaceAll("`", "'"))), LINE_CHARS);

function itemOf({ path, seq, added, removed, text }: Edit): Item {
  const [now] = added;
  const [before] = removed;
  const change =
    now === undefined
      ? `without \`${shown(text, before ?? "")}\``
      : before === undefined
        ? `\`${shown(text, now)}\``
        : `\`${shown(text, before)}\` → \`${shown(text, now)}\``;
  return { text: own(`${path}: ${change}`), from: [seq] };
}

/** Newest first; not what a later edit of the file took away again. */
export function editsOf(story: Story, root: string): Item[] {
  const gone = new Set<string>();
  const items: Item[] = [];
  for (let at = story.steps.length - 1; at >= 0 && items.length < MAX_EDITS; at--) {
    const step = story.steps[at];
    for (const edit of step === undefined ? [] : editIn(step, root)) {
      const [now] = edit.added;
      if (now === undefined || !gone.has(`${edit.path} ${now}`)) items.push(itemOf(edit));
      for (const line of edit.removed) gone.add(`${edit.path} ${line}`);
    }
  }
  return items;
}
