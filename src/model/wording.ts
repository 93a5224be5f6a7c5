// An item of a summary under a label of ours: it need not repeat that label in its own words. Pure; other words stay as they were said.

/** "Next step: run the tests" below "Next". */
const SAYS_NEXT = /^(?:(?:the )?next(?: steps?)?|remaining|still to do|to ?do)\s*[:：]\s*/i;
/** "because …" behind "Why:". "Since 15.4 …" tells when. */
const SAYS_WHY = /^(?:because(?! of)|since(?!\s+\d)),?\s+/i;
/** Where a sentence was cut in two. */
const HANGING = /\s*[,;–—]\s*$/;

/** Never empty where the text was not. */
const without = (text: string, pattern: RegExp): string => text.replace(pattern, "") || text;

export const nextText = (text: string): string => without(text, SAYS_NEXT);

/** `why` goes behind the words "Why:". */
export const withWhy = (text: string, why: string): { text: string; why: string } => ({
  text: without(text, HANGING),
  why: without(why, SAYS_WHY),
});
