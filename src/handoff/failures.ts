// What was tried and did not work, and still does not: failed tools, refusals by the user, and what was said about it.
import { own } from "../model/redacted.ts";
import type { Failure, TestState } from "../model/summary.ts";
import { failedSteps } from "./attempts.ts";
import { clip, flat } from "./clip.ts";
import { DIRECTS, FAILS, FAILS_NOT, MAYBE, OBJECTS, USES } from "./cues.ts";
import { OBJECTED } from "./labels.ts";
import { remembered } from "./remembered.ts";
import type { Sentence } from "./sentences.ts";
import type { Prompt, Said, Story } from "./story.ts";
import { type CheckRun, testsOf } from "./tests.ts";
import { undoneIn } from "./undone.ts";
import { overlap, wordsOf } from "./words.ts";

const TEXT_CHARS = 240;
const MAX_FAILURES = 20;
const MAX_A_REPLY = 3;
const LONGEST = 500;

const NOW_WORKS = /\b(?:fixed|works now|now works|resolved|no longer|passes now|now passes)\b/i;
const OF_CHECKS = /\b(?:tests?|suite|build|lint|type-?check|ci)\b/i;

const saysFailure = remembered(
  ({ isQuestion, text }: Sentence): boolean =>
    !isQuestion && text.length < LONGEST && FAILS.test(text) && !FAILS_NOT.test(text) && !MAYBE.test(text),
);

const wordsIn = remembered(({ text }: Sentence) => wordsOf(text));

const saysItWorks = remembered(({ seq, sentences }: Said) =>
  sentences.filter(({ text }) => NOW_WORKS.test(text)).map(({ text }) => ({ seq, words: wordsOf(text) })),
);

/** Sentences that say that something does not work; gone if a later reply says that it does now. */
function toldByAgent(replies: readonly Said[]): Failure[] {
  const fixed = replies.flatMap(saysItWorks);
  const holds = (seq: number, sentence: Sentence): boolean => {
    const words = wordsIn(sentence);
    return !fixed.some((fix) => fix.seq > seq && overlap(fix.words, words) >= 0.6);
  };
  return replies.flatMap(({ seq, sentences }) =>
    sentences
      .filter((sentence) => saysFailure(sentence) && holds(seq, sentence))
      .slice(0, MAX_A_REPLY)
      .map((sentence) => ({ text: clip(sentence.text, TEXT_CHARS), from: [seq] })),
  );
}

/** "no, don't touch the library, patch ours": a rule, kept as a decision. */
const isRule = ({ text }: Sentence): boolean => DIRECTS.test(text) || USES.test(text);

/** The agent took it up: it answered, and does not say that it fails. Whether that was enough, the user's next words say. */
const isAnswered = (prompt: Prompt, replies: readonly Said[]): boolean => {
  const answer = replies.findLast(({ seq }) => seq > prompt.seq);
  return answer !== undefined && !answer.sentences.some(saysFailure);
};

/** "No, that still fails": the user's word against what was done, until it is answered. */
function toldByUser({ prompts, replies }: Story): Failure[] {
  return prompts.slice(1).flatMap((prompt) => {
    const [first] = prompt.sentences;
    if (first === undefined || prompt.isEmpty || first.isQuestion || first.text.length > 300 || !OBJECTS.test(first.text)) return [];
    if (isRule(first) || !replies.some(({ seq }) => seq < prompt.seq) || isAnswered(prompt, replies)) return [];
    return [{ text: own(`${OBJECTED}${clip(flat(prompt.text), TEXT_CHARS)}`), from: [prompt.seq] }];
  });
}

/** A test's own name without the file and groups it stands in; shorter ones stand in sentences by chance. */
const nameOf = (failing: string): string => failing.split(" > ").at(-1)?.trim() ?? "";
const TELLING_CHARS = 10;

/** What the last run says is told with it. */
const isVerdict = ({ text }: Failure, tests: TestState | undefined): boolean =>
  OF_CHECKS.test(text) && (tests?.failing ?? []).map(nameOf).some((name) => name.length >= TELLING_CHARS && text.includes(name));

const areAllGreen = (runs: readonly CheckRun[]): boolean =>
  runs.length > 0 && [...new Map(runs.map((run) => [run.kind, run.passed])).values()].every((passed) => passed);

export function failuresOf(story: Story, runs: readonly CheckRun[], root: string): Failure[] {
  const tests = testsOf(runs);
  const isGreen = areAllGreen(runs);
  // Red tests that are green by now are no failure any more, whoever spoke of them.
  const isOvercome = ({ text }: Failure): boolean => isGreen && OF_CHECKS.test(text);
  const told = [...toldByAgent([...story.replies, ...story.reports]), ...toldByUser(story)].filter(
    (failure) => !isOvercome(failure) && !isVerdict(failure, tests),
  );
  const all = [...failedSteps(story, root), ...undoneIn(story, root), ...told].sort((a, b) => (a.from.at(-1) ?? 0) - (b.from.at(-1) ?? 0));
  const byText = new Map(all.map((failure) => [failure.text.toLowerCase(), failure]));
  return [...byText.values()].slice(-MAX_FAILURES);
}
