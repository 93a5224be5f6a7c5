// The first line of what a session is about, for lists: taken from its first substantive prompt. Pure.
import type { Redacted } from "../model/redacted.ts";

export const MAX_GOAL_CHARS = 120;

/** Words that say nothing about the work when a prompt has no others. */
const EMPTY_WORDS = new Set(
  `a again alright also and aye bye ciao continue continua continuer cool danke dank done exactly fine gern go good got gracias great
  hallo hello hey hi hola i it ja jo k keep let looks merci moin n na nah nein next nice no non nope now obrigado oh ok okay okey on oui
  perfect perfekt please pls prego proceed really resume right s si sim sounds sure sì sí thank thanks that the then there this thx to ty
  very weiter well wow y ya yeah yep yes you yup да дальше нет ок привет спасибо 好 好的 继续 続けて はい 你好 谢谢`
    .split(/\s+/)
    .filter(Boolean),
);

/** False for greetings, thanks, "continue" and a menu's number: in doubt true, since terse prompts ("pr-477") are real ones. */
export function isSubstantive(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((word) => !EMPTY_WORDS.has(word) && !/^\d{1,2}$/.test(word));
}

/** The first line that says something, at most MAX_GOAL_CHARS long; undefined if the prompt is not substantive. */
export function goalOf(prompt: Redacted): Redacted | undefined {
  if (!isSubstantive(prompt)) return undefined;
  const lines = prompt.split("\n").map((line) => line.replace(/\s+/g, " ").trim());
  const line = lines.find(isSubstantive) ?? "";
  const chars = Array.from(line);
  // A cut of redacted text is redacted: placeholders have no secret half.
  return (chars.length <= MAX_GOAL_CHARS ? line : `${chars.slice(0, MAX_GOAL_CHARS - 1).join("")}…`) as Redacted;
}
