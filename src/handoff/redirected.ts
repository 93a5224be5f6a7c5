// "That was meant for B, not for A": a later request that gives an earlier one another object.
import { AGAINST } from "./cues.ts";
import { remembered } from "./remembered.ts";
import type { Said } from "./story.ts";
import { shared, wordsOf } from "./words.ts";

/** Things by name: routes and paths, names in code, tickets. */
const NAMES: readonly RegExp[] = [
  /(?<![\w.])\/[\w{}:-]+(?:\/[\w{}:.-]+)*/g,
  /(?<![\w/.])\w[\w-]*(?:\/[\w.-]+)+/g,
  /\b\w*[a-z0-9][A-Z]\w*\b/g, // CamelCase
  /\b[a-z0-9]+(?:_[a-z0-9]+)+\b/gi, // snake_case
  /\b[a-z][a-z0-9]*(?:-[a-z0-9]+)+\b/g, // kebab-case
  /(?:#|\b[A-Z]{2,6}-)\d+\b/g, // tickets
];

/** The old object stays as it is, or was named by mistake. */
const LEFT_ALONE =
  /\b(?:stays?|remains?|untouched|unchanged|left alone|leave\b.{1,40}\balone|as (?:it|they) (?:is|are|was|were)|mixed up|mistaken|mix-up|meant|wrong (?:one|ticket|place|name)|bleib(?:t|en)|ändert sich|verwechselt|gemeint|falsche[rns]?|rest(?:e|ent) (?:comme|tel|intact|inchang)|inchangée?s?|confondu|trompée?|queda[n]? (?:como|igual)|intact[oa]s?|confund[íi]|equivoqu[ée]|fica como|confundi|enganei|resta com)\b|nichts|そのまま|変更(?:なし|しない)|間違え|取り違え|不变|不動|不动|保持|搞错|弄错|搞混|弄混/iu;
/** More of the same, and the first is wanted still. */
const ADDS =
  /\b(?:also|too|as well|likewise|additionally|auch|ebenso|aussi|également|también|además|também|anche)\b|も(?:お願い|同じ)|同样|另外|还要|也/iu;

const namesIn = (text: string): Set<string> =>
  new Set(NAMES.flatMap((pattern) => text.match(pattern) ?? []).map((name) => name.replace(/[.:]+$/, "")));

const namesOf = remembered(({ text }: Said) => namesIn(text));

function redirects(text: string, names: ReadonlySet<string>, subject: ReadonlySet<string>): boolean {
  const own = [...namesIn(text)];
  const old = own.filter((name) => names.has(name));
  if (old.length === 0 || old.length === own.length || ADDS.test(text)) return false;
  const isAgainst = [...text.matchAll(AGAINST)].length > 0 || LEFT_ALONE.test(text);
  return isAgainst && shared(wordsOf(text), subject) > old.length;
}

/** The sentences of `later` that name what `earlier` was to be done to, what it is to be done to instead, and what it was. Empty if none does. */
export const redirectedIn = (later: Said, earlier: Said): string => redirectedFrom(earlier)(later);

const redirectedFrom = remembered((earlier: Said) => {
  const names = namesOf(earlier);
  const subject = wordsOf(earlier.text);
  return remembered((later: Said): string => {
    if (![...names].some((name) => later.text.includes(name))) return "";
    const told = later.sentences.filter(({ isQuestion }) => !isQuestion).map(({ text }) => text);
    // A person may say in one sentence where it goes and in the next one where not.
    const pairs = told.slice(1).map((text, at) => `${told[at]} ${text}`);
    return [...told, ...pairs].find((text) => redirects(text, names, subject)) ?? "";
  });
});
