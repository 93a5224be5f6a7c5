// What each turn came to: the head of the agent's last words in it.
import { own } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip } from "./clip.ts";
import { closingsOf } from "./closing.ts";
import { isAcknowledgement } from "./noise.ts";
import { remembered } from "./remembered.ts";
import { isSmallTalk, OF_TREE, STATUS } from "./small-talk.ts";
import type { Said, Story } from "./story.ts";
import { overlap, wordsOf } from "./words.ts";

const ANSWER_CHARS = 320;
const MAX_ANSWERS = 30;
/** An answer's first sentences, until there are this many characters. */
const ENOUGH_CHARS = 160;

/** A sentence that says how things stood then, and little else. */
const isMereStatus = (text: string): boolean => OF_TREE.test(text) || (text.length <= MERE_CHARS && STATUS.test(text));
const MERE_CHARS = 60;

/** What an answer comes down to, wherever it stands. */
const GIST =
  /\b(?:recommend(?:ation|ed)?|root cause|conclusion|verdict|in short|bottom line|core finding|tl;?dr)\b|empfehl|recommand|recomiend|recomend|建议|結論|结论/i;

const head = remembered(({ seq, sentences }: Said): Item[] => {
  const gist = sentences.find(({ text }) => GIST.test(text) && text.length < ANSWER_CHARS / 2)?.text ?? "";
  let text = "";
  for (const sentence of sentences) {
    if (sentence.isQuestion || isSmallTalk(sentence.text) || isMereStatus(sentence.text)) continue;
    text = `${text} ${sentence.text}`.trim();
    if (text.length >= ENOUGH_CHARS) break;
  }
  if (gist !== "" && !text.includes(gist)) text = `${clip(own(text), ANSWER_CHARS - gist.length - 1)} ${gist}`;
  return text.length < 20 || isAcknowledgement(text) ? [] : [{ text: clip(own(text), ANSWER_CHARS), from: [seq] }];
});

const wordsIn = remembered(({ text }: Item) => wordsOf(text));

/** Of two drafts of the same answer the newer one. */
const withoutRepeats = (answers: readonly Item[]): Item[] =>
  answers.filter((answer, index) => !answers.slice(index + 1).some((later) => overlap(wordsIn(answer), wordsIn(later)) >= SAME_SHARE));
const SAME_SHARE = 0.8;

/** One for each prompt that was answered, but for the newest answer of all, which is kept whole. */
export function answersOf(story: Story): Item[] {
  const last = story.replies.at(-1);
  const answers = [...closingsOf(story)].flatMap(([turn, { said, isOnTheWay, isObjected }]) =>
    turn === 0 || said === last || isOnTheWay || isObjected ? [] : [said],
  );
  return withoutRepeats(answers.flatMap(head).slice(-MAX_ANSWERS));
}
