// What was settled, by whom it may be, and why. Later beats earlier: what was taken back is gone.

import type { Seq } from "../model/ids.ts";
import { own, type Redacted } from "../model/redacted.ts";
import type { Decision, Item } from "../model/summary.ts";
import { clip, less, part } from "./clip.ts";
import { BECAUSE, CHOOSES, CONTRASTS, DECIDES, DIRECTS, MAYBE, OBJECTS, REVOKES, USES, WARNS } from "./cues.ts";
import { type Pick, picksIn } from "./picked.ts";
import { remembered } from "./remembered.ts";
import type { Sentence } from "./sentences.ts";
import type { Said, Story } from "./story.ts";
import { refusalsOf } from "./todos.ts";
import { isOpposed, isRepeated, type Topic, topicOf } from "./topics.ts";
import { overlap, wordsOf } from "./words.ts";

const TEXT_CHARS = 280;
const REASON_CHARS = 200;
const MAX_DECISIONS = 20;
const MAX_A_PROMPT = 6;
const MAX_A_REPLY = 4;
/** Sentences longer than this are pasted text. */
const LONGEST = 500;

type Voice = "user" | "agent";
type Settled = Item & { reason?: Redacted; seq: Seq; by: Voice; topic: Topic; isUse: boolean; isProposal?: boolean };

/** An agent says which tool it takes; that settles nothing about the work. */
const TOOL_TALK =
  /\b(?:I['’]?ll|let me|going to|I will|I['’]m) (?:now )?(?:us(?:e|ing)|go(?:ing)? with|switch(?:ing)? to|avoid(?:ing)?) (?:[\w-]+ ){0,3}(?:tools?|agents?|subagents?|skills?|commands?|plugins?|search|grep|tasks?|workflow|lookup|calls?)\b/i;

/** "I'm pulling …", "I'll check …": on the way, unless it says why. */
const PROGRESS =
  /^(?:now,? |next,? |so |then |ok,? |and )?I(?:['’]m| am|['’]ll| will) (?:now |also |going to |just |first |then )?(?:pull|check|look|read|run|switch|fetch|search|inspect|open|us|updat|do|creat|add|compar|verify|writ|test|mov|start|begin|continu|tak|mak|wait|put|go|try|work)(?:n?ing|e|s)?\b/i;
/** How the agent goes about it; with a reason, the next one should know. */
const APPROACH =
  /\b(?:I|we)(?:['’](?:m|ll|ve|re))?\b[^.]{0,80}?\b(?:us(?:e|ing|ed)|keep(?:ing)?|kept|skip(?:ped|ping)?|leav(?:e|ing)|left|avoid(?:ed|ing)?|won['’]t|isolat(?:e|ed|ing)|chang(?:ed|ing)|mov(?:ed|ing)|replac(?:ed|ing))\b/i;
/** "Switching to the log files": on the way, too, unless something gives way to it or a reason is given. */
const TURNS = /^(?:now |so |then |next,? )?(?:switching|moving|going|turning|falling back) (?:over )?(?:to|on)\b/i;
const PLANS = /\bI(?:['’]m| am) going to\b|\bbefore deciding\b/i;
const STRONG = /\b(?:decided|decision is|chose|chosen|settled on|opted|agreed)\b/i;
/** "instead of", "rather than" alone also describe how things behave; they settle something only where somebody acts. */
const BEHAVES = /\b(?:instead of|rather than|in favou?r of)\b/i;
const ACTS =
  /\b(?:I|we|let['’]s|us(?:e|es|ed|ing)|keep|kept|keeping|chose|choosing|decided|prefer|switch(?:ed|ing)|replac(?:ed|ing)|mov(?:ed|ing)|made|making|went|go|going|staying)\b|['’](?:ll|ve|m)\b/i;

const DECISION_HEADING =
  /^(?:\d+\. )?(?:\p{L}+ )?(?:decisions?|decided|entscheidung(?:en)?|décisions?|decisi(?:ón|ones)|decis(?:ão|ões)|решения|決定事項?|决定)(?: made)?$/u;

/** What was taken back in the same breath is an attempt, no decision. */
const TAKEN_BACK = /\bso (?:I|we)(?:['’]ve)? (?:dropped|reverted|removed|undid|abandoned|rolled|took|backed|gave)\b/i;

/** A proposal, until somebody takes it up. */
const PROPOSES = /\b(?:we|you|I|this|that|it|one) (?:should|ought to)\b/i;

const USER_SETTLES = [DIRECTS, USES, DECIDES, CHOOSES, WARNS];
/** "It gives 100, not 101": what is wrong, and nothing chosen. */
const MISBEHAVES =
  /\b(?:gives?|gave|returns?|returned|shows?|showed|prints?|printed|says?|said|yields?|renders?|outputs?|displays?|gets?|got|becomes?|counts?|lands?|ends? up|opens?|points?)\b[^,;]*(?:,| and| but|;| –) not |\d[^,;]{0,20}, not (?:the )?\d/i;

function settles(sentence: Sentence, by: Voice): boolean {
  const { text } = sentence;
  if (sentence.isQuestion || text.length > LONGEST || text.length < 8 || MAYBE.test(text) || /[:：]$/.test(text)) return false;
  if (by === "user") return USER_SETTLES.some((words) => words.test(text)) || (CONTRASTS.test(text) && !MISBEHAVES.test(text));
  if (sentence.isBullet && DECISION_HEADING.test(sentence.heading)) return true;
  if (TOOL_TALK.test(text) || TAKEN_BACK.test(text) || (PLANS.test(text) && !STRONG.test(text))) return false;
  if (CHOOSES.test(text)) return true;
  if (APPROACH.test(text) && (BECAUSE.test(text) || /, so (?:I|we)\b/.test(text))) return true;
  if (!DECIDES.test(text)) return false;
  if (TURNS.test(text) && !BEHAVES.test(text) && !BECAUSE.test(text)) return false;
  if (PROGRESS.test(text) && !STRONG.test(text) && !BECAUSE.test(text)) return false;
  return !BEHAVES.test(text) || ACTS.test(text);
}

/** What joined the two clauses of a sentence joins nothing where each stands alone. */
const withoutComma = (clause: string): string => clause.replace(/[\s,;:，、–—-]+$/u, "");

const REASON_START = /^(?:this is |that is |that['’]s )?(?:because|otherwise|reason|why|grund|weil|sonst|car|porque|因为|由于|否则)/i;
/** More to do, no reason for what was said before. */
const MORE_TO_DO =
  /^(?:and |also\b|then\b|please|now\b|next\b|after that|can |could |would |let['’]?s\b|make |add |run |do |don['’]t |und |dann\b|danach|bitte|kannst|außerdem|et |puis\b|ensuite|merci|y (?:luego|después)|luego|después|por favor|e depois|depois|然后|再|请|另外|次に|その後|それから)/iu;
/** Who says more than this tells of several things. */
const TERSE_CHARS = 300;
const SHORT_CHARS = 160;

/** "Take A. B has no build for this": in a terse request the statement behind a choice is its reason. */
const explainsTersely = (said: Said, sentence: Sentence, next: Sentence): boolean =>
  said.text.length <= TERSE_CHARS &&
  sentence.text.length <= SHORT_CHARS &&
  next.text.length <= SHORT_CHARS &&
  !MORE_TO_DO.test(next.text) &&
  !settles(next, "user");

/** The reason stands behind "because", or is the next sentence if that begins so, or if the user said no more than the two. */
function split(said: Said, index: number, by: Voice): { text: Redacted; reason?: Redacted } {
  const [sentence, next] = [said.sentences[index], said.sentences[index + 1]];
  if (sentence === undefined) return { text: said.text };
  const at = BECAUSE.exec(sentence.text)?.index ?? -1;
  if (at > 12)
    return {
      text: clip(less(part(sentence.text, 0, at), withoutComma), TEXT_CHARS),
      reason: clip(part(sentence.text, at), REASON_CHARS),
    };
  const text = clip(sentence.text, TEXT_CHARS);
  if (next === undefined || at >= 0 || next.isQuestion) return { text };
  const explains = REASON_START.test(next.text) || (by === "user" && explainsTersely(said, sentence, next));
  return explains ? { text, reason: clip(next.text, REASON_CHARS) } : { text };
}

/** "The alternative was B, but B …" says what was not taken: what was stands before it. */
const PASSED_OVER = /^(?:the |l['’]|la |die |le )?alternative?a?\b/i;

function withChosen(
  { sentences }: Said,
  index: number,
  item: { text: Redacted; reason?: Redacted },
): { text: Redacted; reason?: Redacted } {
  const [before, sentence] = [sentences[index - 1], sentences[index]];
  if (before === undefined || sentence === undefined || !PASSED_OVER.test(sentence.text) || before.text.length > SHORT_CHARS) return item;
  return { ...item, text: clip(own(`${before.text} ${item.text}`), TEXT_CHARS) };
}

function allSettledIn(said: Said, by: Voice): Settled[] {
  const found: Settled[] = [];
  for (const [index, sentence] of said.sentences.entries()) {
    if (!settles(sentence, by)) continue;
    const item = withChosen(said, index, split(said, index, by));
    found.push({
      ...item,
      from: [said.seq],
      seq: said.seq,
      by,
      topic: topicOf(item.text),
      isUse: USES.test(sentence.text),
      ...(by === "agent" && PROPOSES.test(sentence.text) && { isProposal: true }),
    });
  }
  return found.slice(0, by === "user" ? MAX_A_PROMPT : MAX_A_REPLY);
}

const settledIn = {
  user: remembered((said: Said) => allSettledIn(said, "user")),
  agent: remembered((said: Said) => allSettledIn(said, "agent")),
};

const pickedIn = remembered((pick: Pick): Settled => {
  const { text, answer, seq } = pick;
  return { text, from: [seq], seq, by: "user", topic: topicOf(answer), isUse: false };
});

/** What the user refused of the agent's list of things to do, in words that settle nothing otherwise ("no cache for now"). */
const refusedIn = (story: Story): Settled[] =>
  refusalsOf(story).map((item) => ({ ...item, seq: item.from[0] ?? 0, by: "user", topic: topicOf(item.text), isUse: false }));

type Objection = { seq: Seq; text: string; topic: Topic; words: Set<string>; isTakingBack: boolean };

/** What a user says against something, decision or not. */
const objectionsIn = remembered((prompt: Said): Objection[] => {
  const isTakingBack = (REVOKES.exec(prompt.text.slice(0, 40))?.index ?? 99) < 8;
  return prompt.sentences
    .filter((sentence) => sentence.text.length <= LONGEST && !sentence.isQuestion)
    .map((sentence) => ({
      seq: prompt.seq,
      text: sentence.text,
      topic: topicOf(sentence.text),
      words: wordsOf(sentence.text),
      isTakingBack,
    }))
    .filter((each) => each.topic.against.size > 0 || each.isTakingBack);
});

function isRevokedBy(decision: Settled, objection: Objection): boolean {
  if (objection.seq <= decision.seq) return false;
  if (isOpposed(decision.topic, objection.topic)) return true;
  return (
    objection.isTakingBack && (overlap(objection.words, decision.topic.chosen) >= 0.34 || (decision.isUse && USES.test(objection.text)))
  );
}

/** Agents revoke by deciding otherwise; a mere "without a lock" in their explanations does not count. */
const objectionOf = remembered((later: Settled): Objection => ({ ...later, words: wordsOf(later.text), isTakingBack: false }));

/** The user neither asked back nor said no. */
function isTakenUp(seq: Seq, prompts: Story["prompts"]): boolean {
  const next = prompts.find((prompt) => prompt.seq > seq);
  return (
    next === undefined || next.isEmpty || !(next.sentences.some(({ isQuestion }) => isQuestion) || OBJECTS.test(next.text.slice(0, 200)))
  );
}

export function decisionsOf(story: Story): Decision[] {
  const all = [
    ...story.prompts.flatMap((prompt) => settledIn.user(prompt)),
    ...story.replies.flatMap((reply) => settledIn.agent(reply)),
    ...story.steps.flatMap((step) => picksIn(step).map(pickedIn)),
    ...refusedIn(story),
  ].sort((a, b) => a.seq - b.seq);
  const newest = all.filter((each) => each.isProposal !== true || isTakenUp(each.seq, story.prompts)).slice(-200);
  const objections = [...story.prompts.flatMap(objectionsIn), ...newest.filter((each) => each.by === "agent").map(objectionOf)];
  const kept = newest.filter(
    (decision, index) =>
      !objections.some((objection) => isRevokedBy(decision, objection)) &&
      !newest.some((later, at) => at > index && isRepeated(decision.topic, later.topic)),
  );
  return kept
    .slice(-MAX_DECISIONS)
    .map(({ text, reason, from, by }) => ({ text, from, ...(reason !== undefined && { reason }), ...(by === "user" && { by }) }));
}
