// A tool or command that failed, and what did its work instead: nobody says it, and the next agent would fail the same way.
import type { SessionEvent } from "../model/event.ts";
import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Fix } from "../model/summary.ts";
import { clip, flat, less } from "./clip.ts";
import { errorLine } from "./errors.ts";
import { written } from "./files.ts";
import { ofFinished } from "./finished-steps.ts";
import { shellWords } from "./git-acts.ts";
import { relativePath } from "./paths.ts";
import { remembered } from "./remembered.ts";
import { bare, shownCommand } from "./shell.ts";
import type { Step, Story } from "./story.ts";

const COMMAND_CHARS = 120;
const ERROR_CHARS = 140;
const MAX_WORKAROUNDS = 8;
const MAX_CITED = 8;

const errorIn = remembered((result: SessionEvent): Redacted | undefined => {
  const line = errorLine(result.text);
  // Marks of code that were cut in half would pair with those around the commands.
  return (
    line &&
    clip(
      less(line, (whole) => whole.replaceAll("`", "'")),
      ERROR_CHARS,
    )
  );
});
const shownIn = remembered((call: SessionEvent): Redacted => clip(flat(less(call.text, shownCommand)), COMMAND_CHARS));
const shown = ({ call }: Step): Redacted | undefined => call && shownIn(call);
const seqsOf = (step: Step): Seq[] =>
  step.result === undefined || step.result.seq === step.seq ? [step.seq] : [step.seq, step.result.seq];

const NOT_ITSELF =
  /sibling tool call|cancell?ed|doesn['’]t want to proceed|rejected by|interrupted|has not been read yet|modified since read/i;
const SEVERAL = 2;

/** Files that an editing tool was to write, and failed to. */
const notWritten = ofFinished(({ call, result, isShell }: Step, root): readonly string[] => {
  if (isShell || result?.ok !== false || call?.writes !== true || NOT_ITSELF.test(result.text.slice(0, 400))) return [];
  return call.files.map((file) => relativePath(file, root, call.cwd));
});

/** An editing tool that failed again and again on a file, until a shell wrote it. */
function editsByShell(story: Story, root: string): Fix[] {
  const failed = new Map<string, Step[]>();
  const fixes: Fix[] = [];
  for (const step of story.steps) {
    if (step.call === undefined || step.isSubagent) continue;
    for (const path of notWritten(step, root)) failed.set(path, [...(failed.get(path) ?? []), step]);
    for (const path of written(step, root)) {
      const before = failed.get(path) ?? [];
      failed.delete(path);
      const [first] = before;
      const worked = shown(step);
      if (!step.isShell || before.length < SEVERAL || first === undefined || worked === undefined) continue;
      const from = [...before.flatMap(seqsOf).slice(-MAX_CITED), ...seqsOf(step)];
      fixes.push({ error: own(`${first.tool} of ${path} failed several times`), fix: own(`worked: \`${worked}\``), from });
    }
  }
  return fixes;
}

/** The program and what it is asked to do, without options: `make smoke`, `npm run e2e`. */
const taskOf = remembered((commands: readonly string[]): string => {
  const last = commands.findLast(
    (simple) => !/^(?:cd|export|echo|head|tail|grep|set|source|sleep|tee|cat|wc|sed|awk)\b/.test(bare(simple)),
  );
  if (last === undefined) return "";
  return shellWords(bare(last))
    .filter((word) => !word.startsWith("-") && !/^\d*[<>]/.test(word) && !/^[A-Z_]+=/.test(word))
    .slice(0, 3)
    .join(" ");
});

const programOf = (command: string): string => (/[\w.@/-]+/.exec(command)?.[0] ?? "").split("/").at(-1) ?? "";

/** Words that one command line has and the other has not are how it was run, not what. */
const isSameTask = (a: Step, b: Step): boolean => {
  const [one, other] = [taskOf(a.commands), taskOf(b.commands)];
  if (one === "" || other === "") return false;
  if (one === other) return true;
  // Another program of a like name: `actionlint`, `github-actionlint`; `python`, `python3`.
  const [first, second] = [programOf(one), programOf(other)];
  return first.length >= 4 && second.length >= 4 && first !== second && (first.includes(second) || second.includes(first));
};

const PROGRAM_MISSING =
  /command not found|not recognized as|no such file or directory|not found|could not determine executable|unknown command|missing script|illegal option|unexpected argument|unrecognized (?:option|argument)|unknown (?:option|flag)|invalid option/i;
const WITHIN = 14;
const SEARCHES = /^(?:ls|cat|head|tail|grep|rg|ag|find|fd|sed|awk|which|cd|git|gh|diff|wc|jq|test|\[|rm|cp|mv|mkdir)\b/;

/** A command that failed, run in another way, with nothing edited in between: how it is to be run. */
function commandsThatWork(story: Story, root: string): Fix[] {
  const shells = story.steps.filter((step) => step.call !== undefined && step.isShell && !step.isSubagent && step.result !== undefined);
  const wroteAt = story.steps.filter((step) => written(step, root).length > 0).map(({ seq }) => seq);
  const fixes: Fix[] = [];
  const told = new Set<Step>();
  for (const [at, step] of shells.entries()) {
    if (step.result?.ok !== false || told.has(step) || SEARCHES.test(taskOf(step.commands))) continue;
    const later = shells.slice(at + 1, at + WITHIN).filter((each) => isSameTask(step, each));
    const green = later.find(({ result }) => result?.ok !== false);
    if (green === undefined || wroteAt.some((seq) => seq > step.seq && seq < green.seq)) continue;
    const [error, was, works] = [step.result && errorIn(step.result), shown(step), shown(green)];
    if (error === undefined || was === undefined || works === undefined || was === works) continue;
    // The same task with other options is a new question, unless the way of running it was what failed.
    const isWay = taskOf(step.commands) !== taskOf(green.commands) || PROGRAM_MISSING.test(error) || differsInWay(was, works);
    if (!isWay) continue;
    for (const each of later) if (each.seq < green.seq) told.add(each);
    fixes.push({ error: own(`\`${was}\` failed: ${error}`), fix: own(`works as \`${works}\``), from: [...seqsOf(step), ...seqsOf(green)] });
  }
  return fixes;
}

const VARIABLE = /(?:^|\s)[A-Za-z_]\w*=\S*/g;
const WAY = /(?:^|\s)(?:sudo|env|npx|bunx|pnpx|uv run|poetry run|bundle exec|python3? -m|mise (?:x|exec)|nix \S+|docker \S+)\b/g;

/** Variables, or what a command is run by. */
const differsInWay = (a: string, b: string): boolean =>
  [VARIABLE, WAY].some((pattern) => (a.match(pattern) ?? []).join() !== (b.match(pattern) ?? []).join());

/** Oldest first. */
export const workaroundsIn = (story: Story, root: string): Fix[] =>
  [...editsByShell(story, root), ...commandsThatWork(story, root)]
    .sort((a, b) => (a.from[0] ?? 0) - (b.from[0] ?? 0))
    .slice(-MAX_WORKAROUNDS);
