// What was tried and did not work, and still does not: failed tools, refusals by the user, and what was said about it.

import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Failure } from "../model/summary.ts";
import { clip, flat, less, part } from "./clip.ts";
import { FAILS, FAILS_NOT, MAYBE, REJECTS } from "./cues.ts";
import { errorKey, errorLine } from "./errors.ts";
import { isAcknowledgement, isChatter } from "./noise.ts";
import { checkIn } from "./runners.ts";
import { sentencesOf } from "./sentences.ts";
import { bare, simpleCommands } from "./shell.ts";
import type { Prompt, Said, Step, Story } from "./story.ts";
import { overlap, wordsOf } from "./words.ts";

const TEXT_CHARS = 240;
const WHY_CHARS = 220;
const MAX_FAILURES = 20;
const MAX_A_REPLY = 3;
const MAX_CITED = 8;

/** Looking around fails all the time and means nothing. */
const LOOKS =
  /^(?:ls|cat|head|tail|grep|rg|ag|find|fd|sed|awk|which|type|command|test|\[|cd|pwd|echo|diff|wc|stat|file|tree|jq|git (?:status|log|show|diff|grep|rev-parse|branch|ls-files|cat-file|blame))\b/;
const ENVIRONMENT =
  /command not found|not recognized as|permission denied|EACCES|connection refused|ECONNREFUSED|no space left|could not resolve host|network is unreachable/i;

const REFUSED =
  /user (?:doesn['’]t|does not|didn['’]t) want to|rejected by (?:the )?user|user (?:rejected|declined|denied)|permission (?:prompt )?(?:was )?(?:aborted|denied by)|declined by (?:the )?user|aborted by (?:the )?user|not approved/i;
const REFUSAL_WORDS = /(?:the user said|reason(?: for rejection)?|feedback)[^:\n]{0,40}:\s*/i;

/** A step in words: its command, or its tool and what it was about. */
export function tried(step: Step): Redacted | undefined {
  const call = step.call;
  if (call === undefined) return undefined;
  if (step.isShell)
    return own(
      `\`${clip(
        less(call.text, (text) => text.replaceAll("`", "'")),
        TEXT_CHARS,
      )}\``,
    );
  const [first = ""] = call.text.split("\n");
  return own(
    `${step.tool}: ${clip(
      less(call.text, () => first),
      TEXT_CHARS - 40,
    )}`,
  );
}

/** The user's own reason: in the refusal, else in their next words. */
function refusalReason(result: { text: Redacted; seq: Seq }, prompts: readonly Prompt[]): Redacted | undefined {
  const match = REFUSAL_WORDS.exec(result.text);
  const said = match === null ? undefined : clip(part(result.text, match.index + match[0].length), WHY_CHARS);
  if (said !== undefined && !isAcknowledgement(said)) return said;
  const next = prompts.find((prompt) => prompt.seq > result.seq);
  return next === undefined || next.isEmpty || next.seq > result.seq + 4 ? undefined : clip(next.text, WHY_CHARS);
}

const commandKey = (text: string): string => simpleCommands(text).map(bare).join("\n");

/** What counts as a failed attempt: not a look around, not a tool's manners, not a check (its verdict is told apart). */
function isAttempt(step: Step): boolean {
  if (step.isSubagent || step.call === undefined || step.result?.ok !== false || isChatter(step.result.text)) return false;
  if (ENVIRONMENT.test(step.result.text.slice(0, 2_000))) return true;
  if (!step.isShell) return step.call.files.length === 0 || step.call.writes === true;
  if (checkIn(step.call.text) !== undefined) return false;
  return !simpleCommands(step.call.text).every((simple) => LOOKS.test(bare(simple)));
}

function refusalOf(step: Step, prompts: readonly Prompt[]): Failure | undefined {
  if (step.isSubagent || step.result?.ok !== false || !REFUSED.test(step.result.text.slice(0, 400))) return undefined;
  const what = tried(step);
  if (what === undefined) return undefined;
  const why = refusalReason(step.result, prompts);
  return { text: own(`Refused by the user: ${what}`), from: [step.seq, step.result.seq], ...(why && { why }) };
}

/** Failed steps, equal errors in one; those whose command worked later are left out. */
function failedSteps(story: Story): Failure[] {
  const workedAt = new Map<string, Seq>();
  for (const step of story.steps)
    if (step.isShell && step.call && step.result && step.result.ok !== false) workedAt.set(commandKey(step.call.text), step.seq);
  const clusters = new Map<string, Failure>();
  for (const step of story.steps) {
    const refusal = refusalOf(step, story.prompts);
    if (refusal !== undefined) {
      clusters.set(refusal.text, refusal);
      continue;
    }
    if (!isAttempt(step) || step.call === undefined || step.result === undefined) continue;
    if ((workedAt.get(commandKey(step.call.text)) ?? 0) > step.seq) continue;
    const why = errorLine(step.result.text);
    const text = tried(step);
    if (text === undefined || why === undefined) continue;
    const key = errorKey(why);
    const from = [...(clusters.get(key)?.from ?? []), step.seq, step.result.seq].slice(-MAX_CITED);
    clusters.delete(key);
    clusters.set(key, { text, why, from });
  }
  return [...clusters.values()];
}

/** Sentences that say that something does not work; gone if a later reply says that it does now. */
function toldByAgent(replies: readonly Said[]): Failure[] {
  const fixed = replies.flatMap(({ seq, text }) =>
    sentencesOf(text)
      .filter((sentence) => /\b(?:fixed|works now|now works|resolved|no longer|passes now|now passes)\b/i.test(sentence.text))
      .map((sentence) => ({ seq, words: wordsOf(sentence.text) })),
  );
  return replies.flatMap(({ seq, text }) =>
    sentencesOf(text)
      .filter(
        (sentence) =>
          !sentence.isQuestion &&
          sentence.text.length < 500 &&
          FAILS.test(sentence.text) &&
          !FAILS_NOT.test(sentence.text) &&
          !MAYBE.test(sentence.text),
      )
      .filter((sentence) => {
        const words = wordsOf(sentence.text);
        return !fixed.some((fix) => fix.seq > seq && overlap(fix.words, words) >= 0.6);
      })
      .slice(0, MAX_A_REPLY)
      .map((sentence) => ({ text: clip(sentence.text, TEXT_CHARS), from: [seq] })),
  );
}

/** "No, that still fails": the user's word against what was done. */
function toldByUser(prompts: readonly Prompt[]): Failure[] {
  return prompts.slice(1).flatMap((prompt) => {
    const [first] = sentencesOf(prompt.text);
    const cue = first && !first.isQuestion ? REJECTS.exec(first.text) : null;
    if (first === undefined || cue === null || prompt.isEmpty || cue.index > 40 || first.text.length > 300) return [];
    return [{ text: own(`The user objected: ${clip(flat(prompt.text), TEXT_CHARS)}`), from: [prompt.seq] }];
  });
}

export function failuresOf(story: Story): Failure[] {
  const all = [...failedSteps(story), ...toldByAgent(story.replies), ...toldByUser(story.prompts)].sort(
    (a, b) => (a.from.at(-1) ?? 0) - (b.from.at(-1) ?? 0),
  );
  const byText = new Map(all.map((failure) => [failure.text.toLowerCase(), failure]));
  return [...byText.values()].slice(-MAX_FAILURES);
}
