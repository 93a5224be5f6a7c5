// What the user picked from the agent's own list of choices.
import { own, type Redacted } from "../model/redacted.ts";
import { clip, part } from "./clip.ts";
import { ofFinished } from "./finished-steps.ts";
import type { Step } from "./story.ts";

const CHARS = 160;
const LONGEST = 4_000;
const PICKED = /"([^"\n]{3,300})"="([^"\n]{1,300})"/g;

/** Where to go on in a menu: nothing about the work is settled by the answer. */
const STEERS =
  /^(?:(?:so|and|now|ok|done|great)[,.!]? )?(?:what (?:should (?:I|we)|do you want(?: me)? to|would you like(?: me)? to) (?:do|work on)\b[^?]{0,40}\?|what(?:['’]s| is) next\b|(?:how|where) (?:would|do|should) (?:you|we|I)\b[^?]{0,30}\b(?:proceed|continue|go on|go from here)|(?:ready|shall (?:I|we)|should (?:I|we)|do you want(?: me)?|would you like(?: me)?) (?:to )?(?:continue|proceed|start|go on|move on)\b|was (?:möchtest|willst|soll)\b[^?]{0,50}\b(?:tun|machen)\b|wie (?:soll|geht) es weiter|que (?:veux-tu|voulez-vous) faire|qué (?:quieres|quiere) (?:hacer|que haga))/i;

export type Pick = { text: Redacted; answer: Redacted; seq: number };

/** Questions with their answers, from one tool's result. */
export const picksIn = ofFinished(({ result, isSubagent }: Step): Pick[] => {
  if (result === undefined || isSubagent || result.ok === false || !/answered|selected/i.test(result.text.slice(0, 120))) return [];
  return [...result.text.slice(0, LONGEST).matchAll(PICKED)].flatMap((match) => {
    const [whole, asked = "", chosen = ""] = match;
    if (STEERS.test(asked)) return [];
    const end = match.index + whole.length - 1;
    const question = part(result.text, match.index + 1, match.index + 1 + asked.length);
    const answer = part(result.text, end - chosen.length, end);
    return [{ text: own(`${clip(question, CHARS)} The user chose: ${clip(answer, CHARS)}`), answer, seq: result.seq }];
  });
});
