// The agent's own list of things to do, as it stood last.
import type { Seq } from "../model/ids.ts";
import type { Redacted } from "../model/redacted.ts";
import { clip, less, part } from "./clip.ts";
import { AGAINST, REJECTS } from "./cues.ts";
import type { Prompt, Step, Story } from "./story.ts";
import { overlap, wordsOf } from "./words.ts";

export type Todo = { text: Redacted; isStarted: boolean; from: readonly Seq[] };

const LINE = /^\[([a-z_ -]{2,20})\] (.+)$/i;
const DONE = /^(?:completed?|done|finished|cancell?ed|deleted|skipped|x)$/i;
const STARTED = /^in[_ -]?progress$|^active$|^doing$/i;
const TODO_CHARS = 200;
const BOX = /^\s{0,8}[-*+] \[ \] (.+)$/gm;

/** A call that writes the whole list: `[status] text`, a line each. */
function listOf(step: Step): Todo[] | undefined {
  const text = step.call?.text;
  if (text === undefined || !text.startsWith("[") || step.result?.ok === false) return undefined;
  const lines = text.split("\n").map((line) => LINE.exec(line));
  if (lines.some((match) => match === null)) return undefined;
  return lines.flatMap((match) => {
    const [, status = "", item = ""] = match ?? [];
    return DONE.test(status)
      ? []
      : [
          {
            text: clip(
              less(text, () => item),
              TODO_CHARS,
            ),
            isStarted: STARTED.test(status),
            from: [step.seq],
          },
        ];
  });
}

const field = (json: string, name: string): string | undefined => new RegExp(`"${name}":\\s*"((?:[^"\\\\]|\\\\.)*)"`).exec(json)?.[1];

/** Lists kept item by item: a call makes one (its result tells the number), later ones change its status. */
function applyItem(items: Map<string, Todo>, step: Step): void {
  const text = step.call?.text;
  if (text === undefined || !text.startsWith("{") || step.result?.ok === false) return;
  const subject = field(text, "subject");
  const id = field(text, "taskId");
  const status = field(text, "status") ?? "";
  if (id !== undefined) {
    const known = items.get(id);
    if (DONE.test(status)) items.delete(id);
    else if (known !== undefined) items.set(id, { ...known, isStarted: STARTED.test(status), from: [...known.from.slice(0, 1), step.seq] });
  } else if (subject !== undefined && /task/i.test(step.tool)) {
    const number = /#(\d+)/.exec(step.result?.text ?? "")?.[1] ?? `${items.size + 1}`;
    items.set(number, {
      text: clip(
        less(text, () => subject.replaceAll('\\"', '"')),
        TODO_CHARS,
      ),
      isStarted: false,
      from: [step.seq],
    });
  }
}

/** `- [ ] …` in one of the last answers. */
const boxesIn = (story: Story): Todo[] =>
  story.replies.slice(-2).flatMap(({ seq, text }) =>
    [...text.matchAll(BOX)].map((match) => ({
      text: clip(part(text, match.index + match[0].length - (match[1] ?? "").length, match.index + match[0].length), TODO_CHARS),
      isStarted: false,
      from: [seq],
    })),
  );

/** The user said no to it, in words, after it came up. */
function isRejected(todo: Todo, prompts: readonly Prompt[]): boolean {
  const words = wordsOf(todo.text);
  return prompts.some((prompt) =>
    prompt.sentences.some(
      (sentence) => (sentence.text.search(AGAINST) >= 0 || REJECTS.test(sentence.text)) && overlap(wordsOf(sentence.text), words) >= 0.5,
    ),
  );
}

/** Items that are neither done nor refused; those begun first. */
export function todosOf(story: Story): Todo[] {
  let list: Todo[] = [];
  const items = new Map<string, Todo>();
  for (const step of story.steps) {
    if (step.isSubagent) continue;
    list = listOf(step) ?? list;
    applyItem(items, step);
  }
  const prompts = story.prompts.slice(1);
  const left = [...list, ...items.values(), ...boxesIn(story)].filter((todo) => !isRejected(todo, prompts));
  return [...left.filter((todo) => todo.isStarted), ...left.filter((todo) => !todo.isStarted)];
}
