// The agent's own list of things to do, as it stood last.
import type { Seq } from "../model/ids.ts";
import type { Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, less, part } from "./clip.ts";
import { AGAINST, FAILS, REFUSES } from "./cues.ts";
import { ofFinished } from "./finished-steps.ts";
import { remembered } from "./remembered.ts";
import type { Sentence } from "./sentences.ts";
import type { Prompt, Step, Story } from "./story.ts";
import { overlap, shared, wordsOf } from "./words.ts";

export type Todo = { text: Redacted; isStarted: boolean; from: readonly Seq[] };

const LINE = /^\[([a-z_ -]{2,20})\] (.+)$/i;
const DONE = /^(?:completed?|done|finished|x)$/i;
const DROPPED = /^(?:cancell?ed|deleted|skipped)$/i;
const STARTED = /^in[_ -]?progress$|^active$|^doing$/i;
const TODO_CHARS = 200;
const REFUSAL_CHARS = 280;
const BOX = /^\s{0,8}[-*+] \[ \] (.+)$/gm;

const isOver = (status: string): boolean => DONE.test(status) || DROPPED.test(status);

type Listed = { status: string; text: Redacted };

/** The lines of a call on the list, `[status] text` each; undefined for a call on anything else. */
const linesIn = ofFinished((step: Step): readonly Listed[] | undefined => {
  const text = step.call?.text;
  if (text === undefined || !text.startsWith("[") || step.result?.ok === false) return undefined;
  const lines = text.split("\n").map((line) => LINE.exec(line));
  if (lines.some((match) => match === null)) return undefined;
  return lines.map((match) => {
    const [, status = "", item = ""] = match ?? [];
    const whole = less(text, () => item);
    return { status, text: clip(whole, TODO_CHARS) };
  });
});

/** Most calls are on anything else, which needs no looking up. */
const linesOf = (step: Step): readonly Listed[] | undefined => (step.call?.text.startsWith("[") === true ? linesIn(step) : undefined);

/** Lists kept item by item: a call makes one (its result tells the number), later ones name the number and a new status. */
const isAboutOne = (step: Step, lines: readonly Listed[]): boolean => lines.length === 1 && /task/i.test(step.tool);

const NUMBERED = /^task (\S+?)(?:: |$)/;

type Kept = { items: Map<string, Todo>; done: Todo[] };

function applyItem({ items, done }: Kept, step: Step, { status, text }: Listed): void {
  const changed = NUMBERED.exec(text);
  const number = changed?.[1] ?? /#(\d+)/.exec(step.result?.text ?? "")?.[1] ?? `${items.size + 1}`;
  const known = items.get(number);
  if (DONE.test(status) && known !== undefined) done.push({ ...known, from: [...known.from.slice(0, 1), step.seq] });
  if (isOver(status)) items.delete(number);
  else if (changed === null) items.set(number, { text, isStarted: STARTED.test(status), from: [step.seq] });
  else if (known !== undefined) {
    const renamed = part(text, changed[0].length);
    const isStarted = status === "changed" ? known.isStarted : STARTED.test(status);
    items.set(number, { text: renamed === "" ? known.text : renamed, isStarted, from: [...known.from.slice(0, 1), step.seq] });
  }
}

const toTodo =
  (step: Step) =>
  ({ status, text }: Listed): Todo => ({ text, isStarted: STARTED.test(status), from: [step.seq] });

/** `- [ ] …` in one of the last answers. */
const boxesIn = (story: Story): Todo[] =>
  story.replies.slice(-2).flatMap(({ seq, text }) =>
    [...text.matchAll(BOX)].map((match) => ({
      text: clip(part(text, match.index + match[0].length - (match[1] ?? "").length, match.index + match[0].length), TODO_CHARS),
      isStarted: false,
      from: [seq],
    })),
  );

/** The words of each sentence in which the user speaks against something. */
const saidAgainst = remembered(({ sentences }: Prompt) =>
  sentences.filter(({ text }) => text.search(AGAINST) >= 0 || REFUSES.test(text)).map(({ text }) => wordsOf(text)),
);

/** The user said no to it, in words, after it came up. */
function isRejected(todo: Todo, prompts: readonly Prompt[]): boolean {
  const words = wordsOf(todo.text);
  return prompts.some((prompt) => saidAgainst(prompt).some((said) => overlap(said, words) >= 0.5));
}

const MAX_REFUSALS = 10;
/** Where in a sentence its "no", "not" or "drop" has to stand to be about what follows. */
const REFUSES_WITHIN = 24;

const isRefusal = remembered(({ text, isQuestion }: Sentence): boolean => {
  const at = [REFUSES, AGAINST].map((cue) => text.search(cue)).filter((found) => found >= 0);
  return !isQuestion && text.length <= REFUSAL_CHARS && !FAILS.test(text) && at.length > 0 && Math.min(...at) <= REFUSES_WITHIN;
});

/** Every item that was ever on a list, by where it came up first. */
function everListed(story: Story): { words: Set<string>; seq: Seq }[] {
  const first = new Map<string, Seq>();
  for (const step of story.steps)
    if (!step.isSubagent) for (const { text } of linesOf(step) ?? []) if (!first.has(text)) first.set(text, step.seq);
  return [...first].map(([text, seq]) => ({ words: wordsOf(text), seq }));
}

/** The user's sentences that refuse an item which was on a list of the agent's before, whether or not it is still there. */
export function refusalsOf(story: Story): Item[] {
  const prompts = story.prompts.slice(1).filter(({ sentences }) => sentences.some(isRefusal));
  if (prompts.length === 0) return [];
  const items = everListed(story);
  const refused = prompts.flatMap((prompt) =>
    prompt.sentences.filter(isRefusal).flatMap(({ text }) => {
      const words = wordsOf(text);
      const isListed = items.some((item) => item.seq < prompt.seq && shared(words, item.words) >= 2 && overlap(words, item.words) >= 0.5);
      return isListed ? [{ text, from: [prompt.seq] }] : [];
    }),
  );
  return refused.slice(-MAX_REFUSALS);
}

/** The agent's lists as they stood last, and what was ticked off in them. */
function listsOf(story: Story): { left: Todo[]; done: Todo[] } {
  let list: Todo[] = [];
  let ticked: Todo[] = [];
  const kept: Kept = { items: new Map(), done: [] };
  for (const step of story.steps) {
    if (step.isSubagent) continue;
    const lines = linesOf(step);
    const [first] = lines ?? [];
    if (lines === undefined || first === undefined) continue;
    if (isAboutOne(step, lines)) applyItem(kept, step, first);
    else {
      list = lines.filter(({ status }) => !isOver(status)).map(toTodo(step));
      ticked = lines.filter(({ status }) => DONE.test(status)).map(toTodo(step));
    }
  }
  return { left: [...list, ...kept.items.values()], done: [...ticked, ...kept.done] };
}

/** `left`: neither done nor refused, those begun first. `done`: ticked off by the agent. */
export function todosOf(story: Story): { left: Todo[]; done: Todo[] } {
  const { left, done } = listsOf(story);
  const prompts = story.prompts.slice(1);
  const wanted = [...left, ...boxesIn(story)].filter((todo) => !isRejected(todo, prompts));
  return { left: [...wanted.filter((todo) => todo.isStarted), ...wanted.filter((todo) => !todo.isStarted)], done };
}
