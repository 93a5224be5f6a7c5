// Pull requests that the session opened or merged, told from the forges' own commands and what git pulled afterwards.
import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Item } from "../model/summary.ts";
import { clip, flat, less } from "./clip.ts";
import { written } from "./files.ts";
import { gitActs, shellWords } from "./git-acts.ts";
import { remembered } from "./remembered.ts";
import { bare } from "./shell.ts";
import type { Step, Story } from "./story.ts";

type Request = {
  /** Its address, or its number where it was opened before. */
  text: Redacted;
  from: readonly Seq[];
  isOpened: boolean;
  /** Names of the files that were written for it. */
  files: ReadonlySet<string>;
  merged?: "told" | "pulled";
};
type Course = { requests: Map<string, Request>; files: Set<string> };

const MAX_REQUESTS = 3;
const TEXT_CHARS = 200;

const FORGE = /^(?:gh|glab|hub|tea|az repos) (?:pr|mr|pull-request)\b/;
const OPENS = /^(?:create|new|open)$/;
const CREATES = /create.*(?:pull|merge)[-_]?request|open[-_]?pr$/i;
const URL = /https?:\/\/[^\s"'<>)]+\/(?:pull|pulls|merge_requests|pullrequest|pull-requests)\/\d+/;
const MERGED = /"state":\s*"MERGED"|^state:\s*MERGED|"merged":\s*true/im;

const numberOf = (text: string): string | undefined => /(\d+)\D*$/.exec(text)?.[1];
const seqsOf = ({ seq, result }: Step): Seq[] => (result === undefined || result.seq === seq ? [seq] : [seq, result.seq]);
const pick = (of: Redacted, found: string): Redacted => clip(flat(less(of, () => found)), TEXT_CHARS);
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

function open(course: Course, step: Step, output: Redacted): void {
  const url = URL.exec(output)?.[0];
  if (url === undefined) return;
  course.requests.set(numberOf(url) ?? url, { text: pick(output, url), from: seqsOf(step), isOpened: true, files: course.files });
  course.files = new Set();
}

/** `merge` itself, or a look at one that the session opened. */
function seeMerged(course: Course, step: Step, { words, output }: { words: readonly string[]; output: Redacted }): void {
  const [verb, ...rest] = words;
  const isMerge = verb === "merge" && !rest.includes("--auto") && !rest.includes("--disable-auto");
  if (!isMerge && !MERGED.test(output)) return;
  const named = rest.find((word) => /^#?\d+$|\/\d+$/.test(word));
  const number = named === undefined ? [...course.requests.keys()].at(-1) : numberOf(named);
  const known = number === undefined ? undefined : course.requests.get(number);
  if (number === undefined || step.call === undefined || (known === undefined && !isMerge)) return;
  const request = known ?? { text: pick(step.call.text, number), from: [], isOpened: false, files: new Set<string>() };
  course.requests.set(number, { ...request, from: [...request.from, ...seqsOf(step)], merged: "told" });
}

const BRINGS = /^ (.+?)\s+\|\s+(?:\d+|Bin)/gm;

/** Every file of a request came with a pull after it: it is in the branch that was pulled. */
function seePulled(course: Course, step: Step, output: Redacted): void {
  const names = new Set([...output.matchAll(BRINGS)].map((match) => nameOf(match[1] ?? "")));
  for (const [number, request] of course.requests) {
    if (request.merged !== undefined || request.files.size === 0 || ![...request.files].every((name) => names.has(name))) continue;
    course.requests.set(number, { ...request, from: [...request.from, ...seqsOf(step)], merged: "pulled" });
  }
}

/** The words behind `gh pr` and its like, of each such command. */
const askedOfForge = remembered((commands: readonly string[]): string[][] =>
  commands
    .map(bare)
    .filter((command) => FORGE.test(command))
    .map((command) => shellWords(command).slice(command.startsWith("az ") ? 3 : 2)),
);

function follow(course: Course, step: Step, root: string): void {
  for (const path of written(step, root)) course.files.add(nameOf(path));
  const output = step.result?.text;
  if (output === undefined || step.result?.ok === false) return;
  if (!step.isShell && CREATES.test(step.tool)) open(course, step, output);
  for (const words of askedOfForge(step.commands)) {
    if (OPENS.test(words[0] ?? "")) open(course, step, output);
    else seeMerged(course, step, { words, output });
  }
  if (course.requests.size > 0 && gitActs(step.commands).some(({ verb }) => verb === "pull" || verb === "merge"))
    seePulled(course, step, output);
}

const MERGED_WORDS = { told: ", merged", pulled: ", merged: a later pull brought its files" } as const;

function itemOf({ text, from, isOpened, merged }: Request): Item {
  if (!isOpened) return { text: own(`Pull request ${text} was merged.`), from };
  return { text: own(`Pull request opened: ${text}${merged === undefined ? "" : MERGED_WORDS[merged]}.`), from };
}

/** The newest, oldest first. */
export function pullRequestsOf(story: Story, root: string): Item[] {
  const course: Course = { requests: new Map(), files: new Set() };
  for (const step of story.steps) if (step.call !== undefined) follow(course, step, root);
  return [...course.requests.values()].slice(-MAX_REQUESTS).map(itemOf);
}
