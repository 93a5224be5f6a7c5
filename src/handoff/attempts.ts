// Tools that failed for good, and what the user did not let happen.
import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Failure } from "../model/summary.ts";
import { clip, less, part } from "./clip.ts";
import { errorKey, errorLine } from "./errors.ts";
import { ofFinished } from "./finished-steps.ts";
import { isAcknowledgement, isChatter } from "./noise.ts";
import { relativePath } from "./paths.ts";
import { checkIn } from "./runners.ts";
import { commandKey, isLook, shownCommand } from "./shell.ts";
import type { Prompt, Step, Story } from "./story.ts";

const TEXT_CHARS = 240;
const WHY_CHARS = 220;
const MAX_CITED = 8;

const ENVIRONMENT =
  /command not found|not recognized as|permission denied|EACCES|connection refused|ECONNREFUSED|no space left|could not resolve host|network is unreachable|illegal option|unexpected argument|unrecognized option|address already in use|EADDRINUSE|unsupported engine|operation not permitted|certificate (?:has expired|verify failed)|read-only file system/i;

const USAGE = /illegal option|unexpected argument|unrecognized (?:option|argument)s?|unknown (?:option|flag)|invalid option/i;

const REFUSED =
  /user (?:doesn['’]t|does not|didn['’]t) want to|rejected by (?:the )?user|user (?:rejected|declined|denied)|permission (?:prompt )?(?:was )?(?:aborted|denied by)|declined by (?:the )?user|aborted by (?:the )?user|not approved/i;
const REFUSAL_WORDS = /(?:the user said|reason(?: for rejection)?|feedback)[^:\n]{0,40}:\s*/i;

/** A step in words: its command, what it changed, or its tool and what it was about. */
export const tried = ofFinished((step: Step, root: string): Redacted | undefined => {
  const call = step.call;
  if (call === undefined) return undefined;
  if (step.isShell) return own(`\`${clip(less(call.text, shownCommand), TEXT_CHARS)}\``);
  const [path] = call.files;
  if (path !== undefined) return own(`${step.tool} of ${relativePath(path, root, call.cwd)}`);
  const [first = ""] = call.text.split("\n");
  return own(
    first.startsWith("{")
      ? step.tool
      : `${step.tool}: ${clip(
          less(call.text, () => first),
          TEXT_CHARS - 40,
        )}`,
  );
});

/** The user's own reason: in the refusal, else in their next words. */
function refusalReason(result: { text: Redacted; seq: Seq }, prompts: readonly Prompt[]): Redacted | undefined {
  const match = REFUSAL_WORDS.exec(result.text);
  const said = match === null ? undefined : clip(part(result.text, match.index + match[0].length), WHY_CHARS);
  if (said !== undefined && !isAcknowledgement(said)) return said;
  const next = prompts.find((prompt) => prompt.seq > result.seq);
  return next === undefined || next.isEmpty || next.seq > result.seq + 4 ? undefined : clip(next.text, WHY_CHARS);
}

/** The program explains how it is called instead of doing its work: also where a pipe hid its exit code. */
function isUsageError({ isShell, result }: Step): boolean {
  if (!isShell || result === undefined || result.text.length > MANNERS_CHARS || !USAGE.test(result.text)) return false;
  return result.ok === false || /^usage:/im.test(result.text);
}
const MANNERS_CHARS = 2_000;

/** What counts as a failed attempt: not a look around, not a tool's manners, not a check (its verdict is told apart). */
const isAttempt = ofFinished((step: Step): boolean => {
  if (step.isSubagent || step.call === undefined || step.result === undefined || isChatter(step.result.text)) return false;
  if (isUsageError(step)) return true;
  if (step.result.ok !== false) return false;
  if (ENVIRONMENT.test(step.result.text.slice(0, 2_000))) return true;
  if (!step.isShell) return step.call.files.length === 0 || step.call.writes === true;
  if (checkIn(step.commands) !== undefined) return false;
  return !isLook(step.commands);
});

const errorOf = ofFinished(({ result }: Step) => result && errorLine(result.text));

function refusalOf(step: Step, prompts: readonly Prompt[], root: string): Failure | undefined {
  if (step.isSubagent || step.result?.ok !== false || !REFUSED.test(step.result.text.slice(0, 400))) return undefined;
  const what = tried(step, root);
  if (what === undefined) return undefined;
  const why = refusalReason(step.result, prompts);
  return { text: own(`Refused by the user: ${what}`), from: [step.seq, step.result.seq], ...(why && { why }) };
}

/** What a later success makes up for: the same command, or the same tool. */
const keyOf = (step: Step): string => (step.isShell ? commandKey(step.commands) : `${step.tool}:`);

/** Failed steps, equal errors in one; those whose command worked later are left out. */
export function failedSteps(story: Story, root: string): Failure[] {
  const workedAt = new Map<string, Seq>();
  for (const step of story.steps) if (step.result && step.result.ok !== false) workedAt.set(keyOf(step), step.seq);
  const clusters = new Map<string, Failure>();
  for (const step of story.steps) {
    const refusal = refusalOf(step, story.prompts, root);
    if (refusal !== undefined) {
      clusters.set(refusal.text, refusal);
      continue;
    }
    if (!isAttempt(step) || step.call === undefined || step.result === undefined) continue;
    // Another call of the program that worked says nothing about the option that this one does not know.
    if (!isUsageError(step) && (workedAt.get(keyOf(step)) ?? 0) > step.seq) continue;
    const why = errorOf(step);
    const text = tried(step, root);
    if (text === undefined || why === undefined) continue;
    const key = errorKey(why);
    const from = [...(clusters.get(key)?.from ?? []), step.seq, step.result.seq].slice(-MAX_CITED);
    clusters.delete(key);
    clusters.set(key, { text, why, from });
  }
  return [...clusters.values()];
}
