// Errors that were met and overcome, with what overcame them.
import type { Seq } from "../model/ids.ts";
import { own } from "../model/redacted.ts";
import type { Fix } from "../model/summary.ts";
import { clip } from "./clip.ts";
import { errorLine } from "./errors.ts";
import { written } from "./files.ts";
import { ofFinished } from "./finished-steps.ts";
import { commandKey, isLook } from "./shell.ts";
import type { Step, Story } from "./story.ts";
import type { CheckRun } from "./tests.ts";
import { workaroundsIn } from "./workarounds.ts";

const MAX_FIXES = 10;
const FIX_CHARS = 260;
const MAX_PATHS = 4;
const MAX_CITED = 12;
const EXPLAINS =
  /\b(?:because|fix(?:ed|es)?|caused?|problem|issue|wrong|missing|needs?|needed|wasn['’]t|weren['’]t|didn['’]t)\b|weil|porque|parce que|因为|ため/i;

type Attempt = { key: string; step: Step; at: number; ok: boolean; error?: Fix["error"] | undefined };

const errorIn = ofFinished(({ result }: Step) => result && errorLine(result.text, "error"));

const seqsOf = ({ seq, result }: Step): Seq[] => (result === undefined || result.seq === seq ? [seq] : [seq, result.seq]);

/** Checks by their kind, other commands by their own words. */
function attemptOf(step: Step, at: number, run: CheckRun | undefined): Attempt | undefined {
  if (run !== undefined)
    return { key: run.kind, step, at, ok: run.passed, error: run.passed ? undefined : (run.failing[0] ?? errorIn(step)) };
  if (!step.isShell || step.isSubagent || step.call === undefined || step.result === undefined || isLook(step.commands)) return undefined;
  const ok = step.result.ok !== false;
  return { key: commandKey(step.commands), step, at, ok, error: ok ? undefined : errorIn(step) };
}

/** What was edited between the error and the success, and the sentence that explains it if there is one. */
function fixBetween(story: Story, root: string, attempts: { red: Attempt; green: Attempt }): Omit<Fix, "error"> | undefined {
  const [red, green] = [attempts.red.step, attempts.green.step];
  const between = story.steps.slice(attempts.red.at + 1, attempts.green.at);
  const steps = between.filter((step) => !step.isSubagent && written(step, root).length > 0);
  const paths = [...new Set(steps.flatMap((step) => written(step, root)))];
  if (paths.length === 0) return undefined;
  const more = paths.length > MAX_PATHS ? ` and ${paths.length - MAX_PATHS} more` : "";
  const reply = story.replies.findLast(({ seq }) => seq > red.seq && seq < green.seq + 3);
  const why = reply?.sentences.find((sentence) => EXPLAINS.test(sentence.text));
  const label = `edited ${paths.slice(0, MAX_PATHS).join(", ")}${more}`;
  const from = [...seqsOf(red), ...steps.map(({ seq }) => seq).slice(-MAX_CITED), ...seqsOf(green)];
  if (reply === undefined || why === undefined) return { fix: own(label), from };
  return { fix: own(`${label}: ${clip(why.text, FIX_CHARS - 80)}`), from: [...from, reply.seq] };
}

const newest = ({ from }: Fix): Seq => Math.max(...from);

export function fixesOf(story: Story, runs: readonly CheckRun[], root: string): Fix[] {
  const redOf = new Map<string, Attempt>();
  const fixes: Fix[] = [];
  const runOf = new Map(runs.map((run) => [run.step, run]));
  for (const [at, step] of story.steps.entries()) {
    const attempt = attemptOf(step, at, runOf.get(step));
    if (attempt === undefined) continue;
    if (!attempt.ok) redOf.set(attempt.key, attempt);
    const red = attempt.ok ? redOf.get(attempt.key) : undefined;
    if (red === undefined) continue;
    redOf.delete(attempt.key);
    const fix = fixBetween(story, root, { red, green: attempt });
    if (fix !== undefined && red.error !== undefined) fixes.push({ error: red.error, ...fix });
  }
  return [...workaroundsIn(story, root), ...fixes].sort((a, b) => newest(a) - newest(b)).slice(-MAX_FIXES);
}
