// How far the session's commits got: only made, pushed, in a pull request, merged. Told from git's and the forges' own commands.
import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, flat, less } from "./clip.ts";
import { type GitAct, gitActs } from "./git-acts.ts";
import { pullRequestsOf } from "./pull-requests.ts";
import type { Step, Story } from "./story.ts";

const COMMIT_CHARS = 90;
const MAX_COMMITS = 3;

type Told = { text: Redacted; from: readonly Seq[] };
type Branch = Told & { isTrunk: boolean };
type Course = { unpushed: Told[]; pushed: Branch | undefined };

const seqsOf = ({ seq, result }: Step): Seq[] => (result === undefined || result.seq === seq ? [seq] : [seq, result.seq]);
const pick = (of: Redacted, found: string, chars: number): Redacted => clip(flat(less(of, () => found)), chars);

const MADE = /^\[[^\]\n]* ([0-9a-f]{7,40})\] (.+)$/m;
const LOGGED = /^([0-9a-f]{7,40}) \(HEAD[^)\n]*\) (.+)$/m;

/** Hash and subject as the output has them, else the subject that was asked for. */
function commitOf(step: Step, { words }: GitAct): Told | undefined {
  const output = step.result?.text;
  const match = output && (MADE.exec(output) ?? LOGGED.exec(output));
  if (output !== undefined && match) return { text: pick(output, `${match[1]} ${match[2]}`, COMMIT_CHARS), from: seqsOf(step) };
  const at = words.findIndex((word) => /^-[a-zA-Z]*m$|^--message$/.test(word));
  const message = at < 0 ? undefined : words[at + 1]?.split("\n")[0];
  if (step.call === undefined || message === undefined || message === "" || message.startsWith("$(")) return undefined;
  return { text: pick(step.call.text, message, COMMIT_CHARS), from: seqsOf(step) };
}

const TRUNK = /^(?:main|master|trunk|develop|dev|default|production|release\S*|v?\d[\d.]*\S*)$/;
const PUSHED = /^ [ *+] .*?(?:\.\.|\]).*?\s(\S+)\s+->\s+(\S+)/m;
const NOT_PUSHED = /^ ! \[|error: failed to push|^fatal: |rejected/m;

function pushOf(step: Step, { words }: GitAct): Branch | undefined {
  const output = step.result?.text ?? own("");
  if (NOT_PUSHED.test(output) || words.some((word) => /^(?:--delete|-d|--tags|-n)$/.test(word))) return undefined;
  const [, named] = words.filter((word) => !word.startsWith("-"));
  if (named !== undefined && /^v?\d[\d.]*$/.test(named) && /\[new tag\]/.test(output)) return undefined;
  const found = PUSHED.exec(output);
  const branch = found?.[2] ?? (named === "HEAD" ? undefined : named?.split(":").at(-1));
  const source = found === null ? step.call?.text : output;
  const text = branch === undefined || source === undefined ? own("") : own(`\`${pick(source, branch, COMMIT_CHARS)}\``);
  return { text, from: seqsOf(step), isTrunk: branch === undefined || TRUNK.test(branch) };
}

function follow(course: Course, step: Step): void {
  if (step.result === undefined || step.result.ok === false) return;
  for (const act of gitActs(step.commands)) {
    if (act.verb === "commit") {
      const made = commitOf(step, act);
      if (act.words.includes("--amend")) course.unpushed.pop();
      if (made !== undefined) course.unpushed.push(made);
    }
    if (act.verb === "reset" && /^(?:HEAD)?[~^]|^HEAD@/.test(act.words.at(-1) ?? "")) course.unpushed.pop();
    const pushed = act.verb === "push" ? pushOf(step, act) : undefined;
    if (pushed === undefined) continue;
    course.pushed = pushed;
    course.unpushed = [];
  }
}

function unpushedItem(unpushed: readonly Told[], hasPushed: boolean): Item[] {
  if (unpushed.length === 0) return [];
  const shown = unpushed.slice(-MAX_COMMITS).reverse();
  const more = unpushed.length > shown.length ? ` and ${unpushed.length - shown.length} more` : "";
  const label = hasPushed ? "Committed after the last push, not pushed" : "Committed in that session, not pushed in it";
  return [{ text: own(`${label}: ${shown.map(({ text }) => text).join("; ")}${more}.`), from: shown.flatMap(({ from }) => from) }];
}

/** What tells of the branch; nothing where a pull request that came after it does. */
function pushedItem(pushed: Branch | undefined, requests: readonly Item[]): Item[] {
  if (pushed === undefined) return [];
  const { text, from, isTrunk } = pushed;
  const newest = (seqs: readonly Seq[]): Seq => Math.max(...seqs);
  if (requests.some((request) => newest(request.from) >= newest(from))) return [];
  const alone = !isTrunk && requests.length === 0 ? ", no pull request opened in that session" : "";
  return [{ text: own(`Pushed: ${text === "" ? "what was committed" : text}${alone}.`), from }];
}

/** At most one line each for commits that were not pushed, for the last push, and for the newest pull requests. */
export function deliveredOf(story: Story, root: string): Item[] {
  const course: Course = { unpushed: [], pushed: undefined };
  for (const step of story.steps) if (step.call !== undefined) follow(course, step);
  const requests = pullRequestsOf(story, root);
  return [...unpushedItem(course.unpushed, course.pushed !== undefined), ...pushedItem(course.pushed, requests), ...requests];
}
