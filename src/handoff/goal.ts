// What the user asked for: the goal, its corrections, and all further requests.
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, less, part } from "./clip.ts";
import { REVOKES } from "./cues.ts";
import { redirectedIn } from "./redirected.ts";
import { remembered } from "./remembered.ts";
import type { Prompt, Story } from "./story.ts";
import { overlap, wordsOf } from "./words.ts";

const GOAL_CHARS = 600;
const REQUEST_CHARS = 300;
const FIRST_CHARS = 250;
const MAX_REQUESTS = 30;

const LOG_LINE = /^\s*(?:at \S+ ?\(|\d{4}-\d\d-\d\d|\[\d|[>$#│|]|\S+\.\w{1,4}:\d+|[{}[\]"]|\d+[.:)]?\s*\||diff --git|@@|[+-]{3} )/;

/** What a person asks stands in prose; pasted logs, diffs and code around it do not help the next reader. */
function prose(text: Redacted): Redacted {
  if (text.length <= GOAL_CHARS) return text;
  return less(text, (whole) => {
    const kept = whole
      .replace(/```[^`]*(?:```|$)/g, "\n")
      .split("\n")
      .filter((line) => !LOG_LINE.test(line))
      .join("\n")
      .trim();
    return kept.length < 8 ? whole : kept;
  });
}

/** A long request: its first paragraph says what, its last often says how or when. */
function asked(text: Redacted, chars: number): Redacted {
  const body = prose(text);
  if (body.length <= chars) return clip(body, chars);
  const paragraphs = body.split(/\n\s*\n/).filter((each) => each.trim() !== "");
  const last = paragraphs.at(-1) ?? "";
  if (paragraphs.length < 2 || last.length > chars / 2) return clip(body, chars);
  const tail = part(body, body.lastIndexOf(last));
  return own(`${clip(body, chars - last.length - 1)} ${clip(tail, chars)}`);
}

const goalIn = remembered((prompt: Prompt): Item => ({ text: asked(prompt.text, GOAL_CHARS), from: [prompt.seq] }));
const requestIn = remembered((prompt: Prompt): Item => ({ text: asked(prompt.text, REQUEST_CHARS), from: [prompt.seq] }));

export const requestsIn = (story: Story): Prompt[] => story.prompts.filter((prompt) => !prompt.isEmpty);

const wordsIn = remembered(({ text }: Prompt) => wordsOf(text.slice(0, 1_000)));

/** Whether `later` puts itself in the place of `earlier`: it takes back, and is about the same or follows at once. */
function corrects(later: Prompt, earlier: Prompt, isNext: boolean): boolean {
  const start = later.text.slice(0, 60);
  const cue = REVOKES.exec(start);
  if (cue === null || cue.index > 12) return false;
  const same = overlap(wordsIn(later), wordsIn(earlier));
  return same >= 0.3 || (isNext && later.text.length < 400);
}

/** What puts itself in the place of the goal, if anything in this prompt does. */
function correctionIn(prompt: Prompt, goal: Prompt, isNext: boolean): Redacted | undefined {
  if (corrects(prompt, goal, isNext)) return asked(prompt.text, REQUEST_CHARS);
  const redirected = redirectedIn(prompt, goal);
  return redirected === "" ? undefined : clip(own(redirected), REQUEST_CHARS);
}

/** Moving around in the repository is no goal if there is another one. */
const HOUSEKEEPING = /^(?:ok(?:ay)?,? )?(?:please )?(?:let['’]?s )?(?:get|go|switch|checkout|pull|fetch|commit|push|come)\b(?: \S+){0,8}$/i;
export const isHousekeeping = (text: string): boolean => HOUSEKEEPING.test(text.trim());
const isGoal = (prompt: Prompt): boolean => !isHousekeeping(prompt.text);

/** The first request; where the user later took it back or changed it, both, as the later one may rest on the first. */
export function goalOf(story: Story): Item | undefined {
  const prompts = requestsIn(story);
  const first = prompts.find(isGoal) ?? prompts[0];
  if (first === undefined) return undefined;
  const goal = goalIn(first);
  const corrections = prompts.flatMap((prompt, index) => {
    const text = prompt.seq > first.seq ? correctionIn(prompt, first, prompts[index - 1] === first) : undefined;
    return text === undefined ? [] : [{ text, seq: prompt.seq }];
  });
  const last = corrections.at(-1);
  if (last === undefined) return goal;
  return { text: own(`${last.text} (first asked for: ${clip(goal.text, FIRST_CHARS)})`), from: [first.seq, last.seq] };
}

/** All further requests, oldest first; of the same words only the last. */
export function requestsOf(story: Story, goal: Item | undefined): Item[] {
  const later = requestsIn(story).filter((prompt) => !goal?.from.includes(prompt.seq));
  const byText = new Map<string, Item>();
  for (const prompt of later) {
    const item = requestIn(prompt);
    const key = item.text.toLowerCase();
    if (key === goal?.text.toLowerCase()) continue;
    byText.delete(key);
    byText.set(key, item);
  }
  return [...byText.values()].slice(-MAX_REQUESTS);
}
