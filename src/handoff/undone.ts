// What was done and taken back: changes that git or an edit undid, with the error that came between, and tests that were taken out.

import type { SessionEvent } from "../model/event.ts";
import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Failure } from "../model/summary.ts";
import { clip, flat, less } from "./clip.ts";
import { errorLine } from "./errors.ts";
import { written } from "./files.ts";
import { gitActs, operands } from "./git-acts.ts";
import { TAKEN_OUT, UNDONE } from "./labels.ts";
import { relativePath } from "./paths.ts";
import { remembered } from "./remembered.ts";
import { shownCommand } from "./shell.ts";
import type { Step, Story } from "./story.ts";

export type Diff = { head: string; added: readonly string[]; removed: readonly string[] };

const LONGEST = 8_000;

/** First lines of what an edit took away and put in, as its call shows them. */
export const diffIn = remembered((call: SessionEvent): Diff | undefined => {
  const [head = "", ...lines] = call.text.slice(0, LONGEST).split("\n");
  if (!/ \(\+\d+ -\d+\)$/.test(head)) return undefined;
  const marked = (mark: string) =>
    lines
      .filter((line) => line.startsWith(mark))
      .map((line) => line.slice(1).trim())
      .filter((line) => line !== "");
  return { head, added: marked("+"), removed: marked("-") };
});

type Edit = { step: Step; path: string; diff: Diff | undefined };

const same = (a: readonly string[], b: readonly string[]): boolean =>
  a.length > 0 && a.length === b.length && a.every((line, at) => line === b[at]);
const swapped = (head: string): string => head.replace(/\(\+(\d+) -(\d+)\)$/, "(+$2 -$1)");

/** The newer one puts back what the older one took away, and takes away what it put in. */
const undoes = (newer: Diff, older: Diff): boolean =>
  same(newer.added, older.removed) && same(newer.removed, older.added) && newer.head === swapped(older.head);

const TEXT_CHARS = 150;
const MAX_SHOWN = 2;
/** What was said just before it names what was tried. */
const SAID_WITHIN = 3;
const SAID_CHARS = 160;
const MAX_PATHS = 3;
const MAX_CITED = 12;

/** Of what was put in, the lines that tell most: those with the longest words that were not there before. */
function newIn(diffs: readonly (Diff | undefined)[]): string[] {
  return diffs.flatMap((diff) => {
    const before = new Set(diff?.removed.join(" ").match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []);
    return (diff?.added ?? []).filter(
      (line) =>
        !/^… \d+ more/.test(line) && (line.match(/[\p{L}_][\p{L}\p{N}_]*/gu) ?? []).some((word) => word.length > 3 && !before.has(word)),
    );
  });
}

function failureOf(edits: readonly Edit[], undo: Step, story: Story): Failure | undefined {
  const [first] = edits;
  const call = first?.step.call;
  if (first === undefined || call === undefined || undo.call === undefined) return undefined;
  const paths = [...new Set(edits.map(({ path }) => path))].slice(0, MAX_PATHS);
  const lines = newIn(edits.map(({ diff }) => diff)).slice(0, MAX_SHOWN);
  const put = lines.length === 0 ? "" : `${clip(flat(less(call.text, () => lines.join(" / ").replaceAll("`", "'"))), TEXT_CHARS)}, in an `;
  const before = story.replies.findLast(({ seq }) => seq < first.step.seq && seq >= first.step.seq - SAID_WITHIN);
  const said = before?.sentences.at(-1);
  const meant = said === undefined || said.text.length > SAID_CHARS ? "" : `, after "${said.text}"`;
  const how = undo.isShell ? ` by \`${clip(flat(less(undo.call.text, shownCommand)), 80)}\`` : "";
  const between = story.steps.filter((step) => step.seq > first.step.seq && step.seq < undo.seq && !step.isSubagent && step.isShell);
  const failed = between.findLast(({ result }) => result !== undefined && errorIn(result) !== undefined);
  // What the user asked for in between is why it was taken back.
  const word = story.prompts.findLast(({ seq, isEmpty }) => !isEmpty && seq > first.step.seq && seq < undo.seq);
  const why = word === undefined ? failed?.result && errorIn(failed.result) : own(`the user said: ${clip(flat(word.text), SAID_CHARS)}`);
  const from: Seq[] = [
    ...(word ? [word.seq] : []),
    ...(before && meant !== "" ? [before.seq] : []),
    ...edits.map(({ step }) => step.seq).slice(-MAX_CITED),
    ...(failed?.result && word === undefined ? [failed.seq, failed.result.seq] : []),
    undo.seq,
  ];
  return { text: own(`${UNDONE}${put}edit of ${paths.join(", ")}${meant}, taken back${how}`), from, ...(why && { why }) };
}

/** Also where a pipe hid the exit code: a failed check says so on a line of its own. */
const errorIn = remembered((result: SessionEvent): Redacted | undefined =>
  result.ok === false ||
  /^(?:\w*(?:Error|Exception)\b|error(?:\[\w+\])?:|fatal:|panic:)|exit status [1-9]/m.test(result.text.slice(-LONGEST))
    ? errorLine(result.text, "error")
    : undefined,
);

/** Paths that a step's git put back as they were; "all" for all of them. */
function restored(step: Step, root: string): string[] | "all" {
  const cwd = step.call?.cwd ?? root;
  const found: string[] = [];
  for (const act of gitActs(step.commands)) {
    if (act.verb === "reset" && act.words.includes("--hard")) return "all";
    const isTold = act.verb === "restore" ? !act.words.includes("--staged") : act.verb === "checkout" && act.words.includes("--");
    if (!isTold) continue;
    const base = act.folder === undefined ? cwd : relativePath(act.folder, "", cwd);
    const specs = operands(act).map((word) => (word === "." ? "" : relativePath(word, root, base)));
    if (specs.includes("")) return "all";
    found.push(...specs);
  }
  return found;
}

const MAX_KEPT = 400;

/** Edits since the last commit that one step took back, oldest first. */
function takenBack(open: readonly Edit[], step: Step, root: string): Edit[] {
  const specs = restored(step, root);
  if (specs === "all") return [...open];
  return specs.length === 0 ? [] : open.filter(({ path }) => specs.some((spec) => path === spec || path.startsWith(`${spec}/`)));
}

function undoneEdits(story: Story, root: string): Failure[] {
  let open: Edit[] = [];
  const failures: Failure[] = [];
  for (const step of story.steps) {
    if (step.call === undefined || step.result?.ok === false || step.isSubagent) continue;
    const back = takenBack(open, step, root);
    const failure = back.length > 0 ? failureOf(back, step, story) : undefined;
    if (failure !== undefined) failures.push(failure);
    if (back.length > 0) open = open.filter((edit) => !back.includes(edit));
    if (gitActs(step.commands).some(({ verb }) => verb === "commit")) open = [];
    for (const path of written(step, root)) {
      const diff = step.isShell ? undefined : diffIn(step.call);
      const before = diff && open.findLast((edit) => edit.path === path && edit.diff !== undefined && undoes(diff, edit.diff));
      const undone = before && failureOf([before], step, story);
      if (undone !== undefined) failures.push(undone);
      if (before !== undefined) open = open.filter((edit) => edit !== before);
      else open = [...open.slice(-MAX_KEPT), { step, path, diff }];
    }
  }
  return failures;
}

const TEST_NAME =
  /^(?:func (Test\w+)\(|(?:async )?def (test_\w+)\(|(?:it|test|describe)(?:\.\w+)?\(\s*["'`]([^"'`]{3,80})["'`]|(?:pub )?(?:async )?fn (test_\w+|\w+_test)\(|(?:public |final )*(?:void|function) (test\w+)\()/;
const namesIn = (lines: readonly string[]): string[] =>
  lines.flatMap(
    (line) =>
      TEST_NAME.exec(line)
        ?.slice(1)
        .find((name) => name !== undefined) ?? [],
  );

const SIZES = /\(\+(\d+) -(\d+)\)$/;

/** What else it put in is not shown, and may be the same test again: unless it put in much less, and something else first. */
function hidesMore({ head, added, removed }: Diff): boolean {
  if (!/^… \d+ more/.test(added.at(-1) ?? "")) return false;
  const [, more = "0", less = "0"] = SIZES.exec(head) ?? [];
  return Number(less) < 2 * Number(more) || added[0] === removed[0];
}

/** Tests that an edit put in, and those that it took out for good. */
const testsIn = remembered((diff: Diff): { added: readonly string[]; removed: readonly string[] } => {
  const added = namesIn(diff.added);
  return { added, removed: hidesMore(diff) ? [] : namesIn(diff.removed).filter((name) => !added.includes(name)) };
});

/** Tests that an edit took out and no later one put back. */
function testsTakenOut(story: Story, root: string): Failure[] {
  const gone = new Map<string, { path: string; seq: Seq; text: Redacted }>();
  for (const step of story.steps) {
    const diff = step.call && !step.isShell && !step.isSubagent && step.result?.ok !== false ? diffIn(step.call) : undefined;
    if (diff === undefined || step.call === undefined) continue;
    const [path = ""] = written(step, root);
    const { added, removed } = testsIn(diff);
    for (const name of added) gone.delete(name);
    for (const name of removed) gone.set(name, { path, seq: step.seq, text: step.call.text });
  }
  const bySeq = new Map<Seq, Failure>();
  for (const [name, { path, seq, text }] of gone) {
    const known = bySeq.get(seq);
    const piece = clip(
      less(text, () => name),
      80,
    );
    bySeq.set(seq, { text: own(known === undefined ? `${TAKEN_OUT}${path}: \`${piece}\`` : `${known.text}, \`${piece}\``), from: [seq] });
  }
  return [...bySeq.values()];
}

const MAX_UNDONE = 6;

/** Oldest first. */
export const undoneIn = (story: Story, root: string): Failure[] =>
  [...undoneEdits(story, root), ...testsTakenOut(story, root)].slice(-MAX_UNDONE);
