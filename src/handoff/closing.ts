// The word that each turn closed with: what the agent said before it went on working, or what the user objected to next, is none.
import type { Seq } from "../model/ids.ts";
import { OBJECTS } from "./cues.ts";
import { remembered } from "./remembered.ts";
import type { Prompt, Said, Story } from "./story.ts";

const isObjection = remembered(({ text }: Prompt): boolean => OBJECTS.test(text.slice(0, 200)));

/** Longer ones are accounts, even where a step follows. */
const SUBSTANTIAL_CHARS = 400;

/** Seq of the last step before `end`, among steps in their order; `from`: where to begin to look. */
function lastStep(steps: Story["steps"], from: number, end: Seq): { at: number; seq: Seq } {
  let at = from;
  let seq = 0;
  for (; at < steps.length && (steps[at]?.seq ?? end) < end; at++) if (steps[at]?.isSubagent === false) seq = steps[at]?.seq ?? seq;
  return { at, seq };
}

export type Closing = { said: Said; isObjected: boolean; isOnTheWay: boolean };

/** By the number of prompts before it; of each turn the last answer. */
export function closingsOf({ prompts, replies, steps }: Story): Map<number, Closing> {
  const closings = new Map<number, Closing>();
  let [step, reply] = [0, 0];
  for (let turn = 0; turn <= prompts.length; turn++) {
    const after = prompts[turn];
    const end = after?.seq ?? Number.POSITIVE_INFINITY;
    let said: Said | undefined;
    for (; reply < replies.length && (replies[reply]?.seq ?? end) < end; reply++) said = replies[reply];
    const last = lastStep(steps, step, end);
    step = last.at;
    if (said === undefined) continue;
    const isOnTheWay = last.seq > said.seq && said.text.length < SUBSTANTIAL_CHARS;
    closings.set(turn, { said, isOnTheWay, isObjected: after !== undefined && isObjection(after) });
  }
  return closings;
}
