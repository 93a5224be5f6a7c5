// What a session left unfinished, and no later one finished, took up, or told again. Pure. Words decide, so it errs on the side of telling.
import { own } from "../model/redacted.ts";
import type { Item, Summary, TestState } from "../model/summary.ts";
import { FAILS, MAYBE, PROMISES } from "./cues.ts";
import { FINISH, FINISH_GOAL, GO_ON, keyOf, UNANSWERED, unlabelled } from "./labels.ts";
import type { Past } from "./past.ts";
import { checkIn } from "./runners.ts";
import { sentencesOf } from "./sentences.ts";
import { shared, wordsOf } from "./words.ts";
import { hasWorked } from "./worked.ts";

type Words = ReadonlySet<string>;

/** What a session says that may speak for older ones: what was asked in it, what it reports as done, and its own open points. */
type Account = { past: Past; isWork: boolean; about: readonly Words[]; keys: ReadonlySet<string>; goesOn: boolean };

/** So much of an item's words in one request or sentence: it is about the same. */
const SAME = 0.75;

/** The request in full where an item only points to it. */
export const inFull = (item: Item, { goal }: Summary): Item =>
  item.text === FINISH_GOAL && goal !== undefined ? { ...item, text: own(`${FINISH}${goal.text}`) } : item;

/** "Continue where we left off": what was under way before is what is asked for. */
const CONTINUES =
  /^(?:(?:ok(?:ay)?|please|and|now),? )*(?:continue|go on|carry on|resume|proceed|keep going|finish|pick up|mach weiter|weiter|continuez|sigue|continúa)\b.{0,60}$/i;

/** It said no more than "go on", changed something, and came to its end. */
function goesOn({ session, summary }: Past): boolean {
  const { goal, files, commands, tests, lastReply } = summary;
  if (lastReply === undefined || session.ending === "limit" || session.ending === "crashed") return false;
  return goal === undefined ? files.length > 0 || commands.length > 0 || tests !== undefined : CONTINUES.test(goal.text);
}

/** Sentences that report: no promise, no question, no failure. */
const reported = (item: Item): Words[] =>
  sentencesOf(item.text)
    .filter(({ text, isQuestion }) => !isQuestion && !PROMISES.test(text) && !MAYBE.test(text) && !FAILS.test(text))
    .map(({ text }) => wordsOf(text));

/** Where nothing was done, an answer tells of work and finishes none. */
function accountOf(past: Past): Account {
  const { summary } = past;
  const { goal, requests, lastReply, answers, commands, finished, open, next } = summary;
  const isWork = hasWorked(summary);
  const asked = [...(goal ? [goal] : []), ...requests];
  const done = isWork ? [...commands, ...(finished ?? [])].map(({ text }) => wordsOf(text)) : [];
  const said = isWork ? [...(answers ?? []), ...(lastReply ? [lastReply] : [])].flatMap(reported) : [];
  const restated = [...asked, ...[...open, ...next].map((item) => inFull(item, summary))];
  return {
    past,
    isWork,
    about: [...asked.map(({ text }) => wordsOf(text)), ...done, ...said],
    keys: new Set(restated.map(({ text }) => keyOf(text))),
    goesOn: isWork && goesOn(past),
  };
}

/** Under way when the session stopped, as against planned; of a request without an answer only a session that was briefed can know. */
const isUnderWay = (text: string, { session }: Past): boolean =>
  text.startsWith(GO_ON) || (session.continues !== undefined && [FINISH, UNANSWERED].some((label) => text.startsWith(label)));

function isAbout(item: Words, other: Words): boolean {
  const hits = shared(item, other);
  return hits >= 2 && hits >= item.size * SAME;
}

/** `isNext`: nobody worked between the two. */
function isTakenUp({ text }: Item, { past, about, keys, goesOn }: Account, isNext: boolean): boolean {
  if (keys.has(keyOf(text)) || (isNext && goesOn && isUnderWay(text, past))) return true;
  const words = wordsOf(unlabelled(text));
  return about.some((other) => isAbout(words, other));
}

/** Files or names that a check was told to look at. */
const targetsOf = (command: string): string[] =>
  command
    .split(/\s+/)
    .slice(1)
    .filter((word) => /^[^-].*[/.:]\w/.test(word))
    .map((word) => word.replace(/^\.\//, ""));

const kindOf = (command: string): string => checkIn([command])?.kind ?? command;

/** The names that are red as far as is known: each later run of such a check speaks for what it covered. */
function stillRed(tests: TestState, later: readonly Past[]): TestState | undefined {
  let { failing } = tests;
  for (const { summary } of later) {
    const run = summary.tests;
    if (run === undefined || kindOf(run.command) !== kindOf(tests.command)) continue;
    const targets = targetsOf(run.command);
    if (targets.length === 0 || run.command === tests.command) return undefined;
    failing = failing.filter((name) => !targets.some((target) => name.includes(target)));
  }
  return failing.length === 0 && tests.failing.length > 0 ? undefined : { ...tests, failing };
}

export type Standing = {
  /** Whether an open point or next step of that session is still one. */
  stands: (past: Past, item: Item) => boolean;
  /** Its red tests, as far as no later run speaks for them. */
  redOf: (past: Past) => TestState | undefined;
};

/** Among sessions of one project: of any two the one that was active later knows better. */
export function standingIn(pasts: readonly Past[]): Standing {
  const accounts = pasts.map(accountOf);
  const after = ({ session }: Past): Account[] => accounts.filter(({ past }) => past.session.lastAt > session.lastAt);
  const isNext = (account: Account, later: readonly Account[]): boolean =>
    !later.some((each) => each.isWork && each.past.session.lastAt < account.past.session.lastAt);
  return {
    stands: (past, item) => {
      const later = after(past);
      const whole = inFull(item, past.summary);
      return !later.some((account) => isTakenUp(whole, account, isNext(account, later)));
    },
    redOf: (past) =>
      past.summary.tests?.passed === false
        ? stillRed(
            past.summary.tests,
            after(past).map((account) => account.past),
          )
        : undefined,
  };
}
