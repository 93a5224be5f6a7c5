// The last answer as a briefing has it: without what other lines already say.
import type { Redacted } from "../model/redacted.ts";
import type { Summary } from "../model/summary.ts";
import { ends, unbold } from "./clip.ts";
import { safe } from "./safe.ts";
import { isSmallTalk } from "./small-talk.ts";

/** Ends of sentences, and marks of list items in a text that was put on one line. */
const CUT = /(?<=[.!?。！？:：]["')\]*`”’]{0,3}) +|(?<=[。！？])| +(?=(?:[-*•]|\d{1,2}[.)]) )/u;
/** Shorter pieces stand in sentences by chance. */
const TELLING_CHARS = 12;
/** If less of a sentence than this is new, it was told. */
const NEW_SHARE = 0.4;
const MORE = "…";
/** What is left of an answer of which most was told must say something. */
const ENOUGH_CHARS = 30;

const letters = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Whole sentences only: a tail of one would say nothing. */
function isTold(sentence: string, told: readonly string[]): boolean {
  let rest = sentence;
  for (const each of told) rest = each.length > TELLING_CHARS ? rest.replace(each, "") : rest;
  return rest !== sentence && letters(rest) < letters(sentence) * NEW_SHARE;
}

/** "Here is what changed:" leads on to what stands behind it. */
const isIdle = (sentences: readonly string[], index: number): boolean => {
  const sentence = sentences[index] ?? "";
  return isSmallTalk(sentence) && !(LEADS_ON.test(sentence) && !ANNOUNCES.test(sentence) && index < sentences.length - 1);
};
const LEADS_ON = /[:：]$/u;
const ANNOUNCES = /^(?:all done|here(?:['’]s| is| are)|below|hier (?:ist|sind)|voici|aquí (?:está|tienes)|以下|これが)/iu;

/** `told`: pieces of it that stand elsewhere. Shorter where there is less room. */
export function replyText({ lastReply }: Summary, told: readonly string[], chars: number): string | undefined {
  if (lastReply === undefined) return undefined;
  const sentences = safe(ends(unbold(lastReply.text), chars)).split(CUT);
  const worth = sentences.filter((_, index) => !isIdle(sentences, index));
  const kept = worth.map((sentence) => (isTold(sentence, told) ? MORE : sentence));
  const text = kept.filter((each, index) => each !== MORE || kept[index - 1] !== MORE).join(" ");
  return letters(text) > 0 && (text.length >= ENOUGH_CHARS || !kept.includes(MORE)) ? text : undefined;
}

/** The pieces of a summary that the answer may say again. */
export const piecesOf = ({ decisions, failed, open, next }: Summary): Redacted[] => [
  ...decisions.flatMap(({ text, reason }) => (reason === undefined ? [text] : [text, reason])),
  ...failed.flatMap(({ text, why }) => (why === undefined ? [text] : [text, why])),
  ...[...open, ...next].map(({ text }) => text),
];
