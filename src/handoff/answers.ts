// What each turn came to: the head of the agent's last words in it.
import { own } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip } from "./clip.ts";
import { isAcknowledgement } from "./noise.ts";
import { remembered } from "./remembered.ts";
import type { Said, Story } from "./story.ts";

const ANSWER_CHARS = 320;
const MAX_ANSWERS = 30;
/** An answer's first sentences, until there are this many characters. */
const ENOUGH_CHARS = 160;

/** "Now let me run the tests": on the way, not where it came to. */
const ON_THE_WAY = /^(?:now |next,? |ok,? |good[.,!]? |great[.,!]? )?(?:let me|let['’]s|I['’]ll|I will|I['’]m (?:going|now)) .*[:.]$/i;

/** "Continuing with the columns.", "Done.": says that there was work, not which. */
const FILLER =
  /^(?:(?:all )?(?:done|ready|finished|fixed|perfect|great|sure|understood|got it|okay|ok|good|erledigt|fertig)(?: now| then)?|(?:now |next,? |ok,? )?(?:continuing|moving on|carrying on|proceeding|starting|going on|working on|back to|on to)\b.{0,60})\s*[.!:…]+$/i;

const POLITE = /^(?:ready for|let me know|feel free|would you like|do you want|great question)/i;

/** What an answer comes down to, wherever it stands. */
const GIST =
  /\b(?:recommend(?:ation|ed)?|root cause|conclusion|verdict|in short|bottom line|core finding|tl;?dr)\b|empfehl|recommand|recomiend|recomend|建议|結論|结论/i;

const head = remembered(({ seq, sentences }: Said): Item[] => {
  const gist = sentences.find(({ text }) => GIST.test(text) && text.length < ANSWER_CHARS / 2)?.text ?? "";
  let text = "";
  for (const sentence of sentences) {
    if ([ON_THE_WAY, FILLER, POLITE].some((words) => words.test(sentence.text))) continue;
    text = `${text} ${sentence.text}`.trim();
    if (text.length >= ENOUGH_CHARS) break;
  }
  if (gist !== "" && !text.includes(gist)) text = `${clip(own(text), ANSWER_CHARS - gist.length - 1)} ${gist}`;
  return text.length < 20 || isAcknowledgement(text) ? [] : [{ text: clip(own(text), ANSWER_CHARS), from: [seq] }];
});

/** One for each prompt that was answered, but for the newest answer of all, which is kept whole. */
export function answersOf(story: Story): Item[] {
  const last = story.replies.at(-1);
  const answers: Said[] = [];
  let at = 0;
  for (const [index, prompt] of story.prompts.entries()) {
    const end = story.prompts[index + 1]?.seq ?? Number.POSITIVE_INFINITY;
    let answer: Said | undefined;
    for (; at < story.replies.length && (story.replies[at]?.seq ?? end) < end; at++)
      if ((story.replies[at]?.seq ?? 0) > prompt.seq) answer = story.replies[at];
    if (answer !== undefined && answer !== last) answers.push(answer);
  }
  return answers.flatMap(head).slice(-MAX_ANSWERS);
}
