// Which words a text is about, and how much two texts are about the same.

const STOP = new Set(
  (
    "the and for with that this from have has had was were are will would should could can not but its it's into onto over than then them they " +
    "you your our out all any also just only now use using used make made let lets let's get got one two new when what which who how why where here there been being does did " +
    "add added fix fixed change changed update updated run show check look write create please want need about after before because since instead rather too very more most some such these those i'll we'll we're i'm don't doesn't didn't can't " +
    "der die das und mit von für ist sind nicht den dem ein eine einen wir ich les des une est pas pour dans que qui avec sur los las una por para con del como não uma com dos das"
  ).split(" "),
);

const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_./-]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]{2,}/gu;

const stem = (word: string): string => (word.length > 4 && word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word);

/** Content words, lower case; pairs of characters where a script does not put spaces between words. */
export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  const lower = text.toLowerCase();
  for (const [run] of lower.matchAll(UNSPACED)) for (let at = 0; at + 1 < run.length; at++) words.add(run.slice(at, at + 2));
  for (const [match] of lower.matchAll(WORD)) {
    const word = match.replace(/[./-]+$/, "");
    if (word.length > 2 && !STOP.has(word)) words.add(stem(word));
  }
  return words;
}

export function shared(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let count = 0;
  for (const word of a) if (b.has(word)) count++;
  return count;
}

/** Tells of one text after the other whether `share` of its words, or of those of one before that was not like any, are the same. */
export function repeats(share: number): (words: ReadonlySet<string>) => boolean {
  const textsWith = new Map<string, ReadonlySet<string>[]>();
  return (words) => {
    const common = new Map<ReadonlySet<string>, number>();
    for (const word of words) for (const text of textsWith.get(word) ?? []) common.set(text, (common.get(text) ?? 0) + 1);
    if ([...common].some(([text, count]) => count / Math.min(text.size, words.size) >= share)) return true;
    for (const word of words) {
      const texts = textsWith.get(word);
      if (texts === undefined) textsWith.set(word, [words]);
      else texts.push(words);
    }
    return false;
  };
}

/** 0 to 1: how much of the shorter text is in the longer. */
export function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const smaller = Math.min(a.size, b.size);
  return smaller === 0 ? 0 : shared(a, b) / smaller;
}
