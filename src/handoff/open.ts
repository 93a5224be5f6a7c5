// What nobody answered or finished.
import { own } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { tried } from "./attempts.ts";
import { clip } from "./clip.ts";
import { ASKED, begun, FAULT, STOPPED, UNANSWERED } from "./labels.ts";
import { itemsUnder } from "./sentences.ts";
import type { Prompt, Said, Story } from "./story.ts";
import type { Todo } from "./todos.ts";
import { unrunIn } from "./unrun.ts";

const TEXT_CHARS = 260;
const MAX_OPEN = 20;
const MAX_QUESTIONS = 3;

/** "Anything else?" asks for nothing in particular. */
const POLITE =
  /anything else|let me know|how can I help|what would you like(?: me)? to (?:do|work on)|make sense\?$|any questions|what['’]s next\?$|sonst noch etwas/i;

const INTERRUPTED = /^.{0,40}interrupted/i;

/** Questions near the end of an answer that nobody took up. */
function questionsIn(reply: Said): Item[] {
  const questions = reply.sentences.slice(-12).filter((sentence) => sentence.isQuestion && !POLITE.test(sentence.text));
  return questions
    .slice(-MAX_QUESTIONS)
    .map((sentence) => ({ text: own(`${ASKED}${clip(sentence.text, TEXT_CHARS)}`), from: [reply.seq] }));
}

const OPEN_HEADING =
  /^(?:still )?(?:open|unresolved|undecided|outstanding)\b|^(?:offen|questions? (?:for you|ouvertes)|preguntas abiertas|待定|未决)/;
const MAX_LISTED = 6;

/** Points that one of the last answers lists under a title that says so. */
const listedIn = (replies: readonly Said[]): Item[] =>
  replies
    .slice(-4)
    .flatMap(({ seq, sentences }) => itemsUnder(sentences, OPEN_HEADING).map((text) => ({ text: clip(text, TEXT_CHARS), from: [seq] })))
    .slice(-MAX_LISTED);

function unanswered(prompt: Prompt, before: Said | undefined): Item[] {
  if (!prompt.isEmpty) return [{ text: own(`${UNANSWERED}${clip(prompt.text, TEXT_CHARS)}`), from: [prompt.seq] }];
  const offered = before?.sentences.at(-1);
  if (before === undefined || offered === undefined) return [];
  return [
    {
      text: own(`The user said "${clip(prompt.text, 40)}" to this, and nothing was done yet: ${clip(offered.text, TEXT_CHARS)}`),
      from: [before.seq, prompt.seq],
    },
  ];
}

/** Calls without a result after the last word of anybody: the session stopped in the middle of them. */
function cutOff(story: Story, after: number, root: string): Item[] {
  const open = story.steps.filter((step) => !step.isSubagent && step.call !== undefined && step.result === undefined && step.seq > after);
  return open.slice(-2).flatMap((step) => {
    const what = tried(step, root);
    return what === undefined ? [] : [{ text: own(`Cut off in the middle of: ${what}`), from: [step.seq] }];
  });
}

export function openOf(story: Story, todos: readonly Todo[], root: string): Item[] {
  const prompt = story.prompts.at(-1);
  const reply = story.replies.at(-1);
  const lastStep = story.steps.findLast((step) => !step.isSubagent)?.seq ?? 0;
  const isWaiting = prompt !== undefined && prompt.seq > (reply?.seq ?? 0);
  const items = isWaiting
    ? prompt.seq > lastStep
      ? unanswered(prompt, reply)
      : []
    : reply === undefined || lastStep > reply.seq
      ? []
      : questionsIn(reply);
  const end =
    story.last?.kind === "error"
      ? [
          {
            text: own(`${INTERRUPTED.test(story.last.text) ? STOPPED : FAULT}${clip(story.last.text, TEXT_CHARS)}`),
            from: [story.last.seq],
          },
        ]
      : [];
  const left = todos.map(({ text, isStarted, from }) => ({ text: isStarted ? own(begun(text)) : text, from }));
  return [...items, ...cutOff(story, prompt?.seq ?? 0, root), ...end, ...unrunIn(story), ...left, ...listedIn(story.replies)].slice(
    0,
    MAX_OPEN,
  );
}
