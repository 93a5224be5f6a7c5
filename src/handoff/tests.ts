// The verdict that counts: each kind of check's last run; of those, tests unless another one is red.
import type { SessionEvent } from "../model/event.ts";
import type { Seq } from "../model/ids.ts";
import type { TestState } from "../model/summary.ts";
import { clip, less } from "./clip.ts";
import { remembered } from "./remembered.ts";
import { type CheckKind, checkIn, type Verdict, verdictOf } from "./runners.ts";
import { shownCommand } from "./shell.ts";
import type { Step, Story } from "./story.ts";

export type CheckRun = { kind: CheckKind; step: Step; command: string; from: Seq[] } & Verdict;

const COMMAND_CHARS = 200;

const commandsChecked = remembered((commands: readonly string[]) => checkIn(commands));
const verdictAs = (kind: CheckKind) => remembered((result: SessionEvent) => verdictOf(kind, result.text, result.ok));
const verdictIn = { tests: verdictAs("tests"), types: verdictAs("types"), lint: verdictAs("lint"), build: verdictAs("build") };

function toRun(step: Step): CheckRun | undefined {
  if (!step.isShell || step.isSubagent || step.call === undefined || step.result === undefined) return undefined;
  const check = commandsChecked(step.commands);
  const verdict = check && verdictIn[check.kind](step.result);
  return check && verdict && { kind: check.kind, command: check.command, step, from: [step.call.seq, step.result.seq], ...verdict };
}

/** Finished checks, oldest first. */
export const checkRuns = (story: Story): CheckRun[] => story.steps.flatMap((step) => toRun(step) ?? []);

const newest = (runs: readonly CheckRun[]): CheckRun | undefined =>
  runs.reduce<CheckRun | undefined>((best, run) => (best === undefined || run.step.seq > best.step.seq ? run : best), undefined);

function stateOf(run: CheckRun): TestState | undefined {
  if (run.step.call === undefined) return undefined;
  const command = clip(
    less(run.step.call.text, () => shownCommand(run.command)),
    COMMAND_CHARS,
  );
  const { passed, failing, counts, from } = run;
  return { command, passed, failing, ...(counts && { counts }), ...(isPart(run) && { isPart: true as const }), from };
}

function lastOfKind(runs: readonly CheckRun[]): Map<CheckKind, CheckRun> {
  const lastOf = new Map<CheckKind, CheckRun>();
  for (const run of runs) lastOf.set(run.kind, run);
  return lastOf;
}

/** One file, or names that match; a package of several counts as a part, too. */
const PART =
  /\s(?:-k|-t|--grep|-g|--filter|-run|--run|--testNamePattern|--test-name-pattern|--testPathPattern\S*|--tests|-Dtest\S*)[ =]\s*\S|::\w|\s\S*(?:[._-](?:test|spec)|test_\w+)\S*\.\w+(?:\s|$)/;
const isPart = ({ kind, command }: CheckRun): boolean => kind === "tests" && PART.test(command);

/** Each other kind's last run, and the last of all tests if that of a part came after it. */
export function otherChecks(runs: readonly CheckRun[], told: TestState | undefined): TestState[] {
  const whole = runs.findLast((run) => run.kind === "tests" && !isPart(run));
  const others = new Set([...(whole ? [whole] : []), ...lastOfKind(runs).values()]);
  return [...others].filter(({ from }) => from !== told?.from).flatMap((run) => stateOf(run) ?? []);
}

/** Whether there were changes and commands, and no tests among them. */
export const isUntested = (story: Story, runs: readonly CheckRun[]): boolean =>
  story.steps.some((step) => step.isShell && !step.isSubagent && step.result !== undefined) && !runs.some(({ kind }) => kind === "tests");

export function testsOf(runs: readonly CheckRun[]): TestState | undefined {
  const lastOf = lastOfKind(runs);
  const last = [...lastOf.values()];
  const tests = lastOf.get("tests");
  const red = newest(last.filter((run) => !run.passed));
  const run = tests?.passed === false ? tests : (red ?? tests ?? newest(last));
  return run && stateOf(run);
}
