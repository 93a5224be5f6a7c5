// A decision and its reason under labels of ours: neither need repeat in its own words what the label says. Pure; other words stay as they were said.

/** "because …" behind "Why:". "Since 15.4 …" tells when. */
const SAYS_WHY = /^(?:because(?! of)|since(?!\s+\d)),?\s+/i;
/** Where a sentence was cut in two. */
const HANGING = /\s*[,;–—]\s*$/;

/** Never empty where the text was not. */
const without = (text: string, pattern: RegExp): string => text.replace(pattern, "") || text;

/** `why` goes behind the words "Why:". */
export const withWhy = (text: string, why: string): { text: string; why: string } => ({
  text: without(text, HANGING),
  why: without(why, SAYS_WHY),
});
