// Sessions besides the one left off, a line each: earlier ones, those that only asked something since, those that run now.

import { own } from "../model/redacted.ts";
import type { Session } from "../model/session.ts";
import { dayAndTime } from "../model/time.ts";
import type { Line } from "./choose.ts";
import { clip, ends } from "./clip.ts";
import { UNANSWERED, unlabelled } from "./labels.ts";
import type { Ranked } from "./lasting.ts";
import { type Past, stoppedAtLimit } from "./past.ts";
import { code, safe } from "./safe.ts";
import { failingNames } from "./verdict.ts";

const sentence = (text: string): string => (/[.!?。！？…]$/.test(text) ? text : `${text}.`);
const headOf = ({ session, agentName }: Past): string => `${dayAndTime(session.lastAt)}, ${safe(agentName)}, ${code(session.id)}`;

const GOAL_CHARS = 160;
const REQUEST_CHARS = 120;
const NAMES = 2;

const unanswered = ({ summary }: Past): string | undefined => {
  const item = summary.open.find(({ text }) => text.startsWith(UNANSWERED));
  return item && unlabelled(item.text);
};

function verdictOf({ summary }: Past): string {
  const { tests } = summary;
  if (tests === undefined) return "";
  if (tests.passed) return " Tests passed.";
  return tests.failing.length === 0 ? " Tests failed." : ` Tests failed: ${failingNames(tests.failing, NAMES)}.`;
}

/** `isCarried`: what it left unfinished is told elsewhere. */
function earlierLine(past: Past, isCarried: boolean): string {
  const { session, summary } = past;
  const goal = safe(clip(summary.goal?.text ?? session.goal ?? own("no goal recorded"), GOAL_CHARS));
  const files = summary.files.length === 0 ? "" : ` ${summary.files.length} ${summary.files.length === 1 ? "file" : "files"} changed.`;
  const limit = stoppedAtLimit(past) ? " It stopped at a usage limit." : "";
  const request = isCarried ? undefined : unanswered(past);
  const waiting = request === undefined ? "" : ` Not answered: ${sentence(safe(clip(own(request), REQUEST_CHARS)))}`;
  return `${headOf(past)}: ${sentence(goal)}${files}${verdictOf(past)}${limit}${waiting}`;
}

/** After what they left unfinished. */
const EARLIER = [14, 17] as const;
const EARLIER_STEP = 6;

export const earlierLines = (pasts: readonly Ranked[], told: ReadonlySet<Ranked>): Line[] =>
  pasts.map((past, index) => ({
    section: "earlier",
    text: earlierLine(past, told.has(past)),
    priority: EARLIER[past.rank === 2 ? 1 : 0] + index * EARLIER_STEP,
    session: past.session.id,
    from: [...(past.summary.goal?.from ?? []), ...(past.summary.tests?.from ?? [])],
  }));

/** Question and answer of a session in which nothing was done. */
function asideLine(past: Past, chars: number): string {
  const { goal, requests, lastReply } = past.summary;
  const asked = [...(goal ? [goal] : []), ...requests].map(({ text }) => sentence(safe(clip(text, Math.min(GOAL_CHARS, chars)))));
  const answer = lastReply && safe(ends(lastReply.text, chars));
  const limit = stoppedAtLimit(past) ? " It stopped at a usage limit." : "";
  const told = unanswered(past) === undefined && answer !== undefined ? ` → ${sentence(answer)}` : " No answer is recorded.";
  return `${headOf(past)}: ${asked.length === 0 ? "its screen, at the end:" : asked.join(" ")}${told}${limit}`;
}

const ASIDE_PRIORITY = 4.5;
const ASIDE_STEP = 5;

/** Newest first; of several each gets less room. */
export const asideLines = (asides: readonly Past[], chars: number): Line[] =>
  asides.map((past, index) => ({
    section: "asides",
    text: asideLine(past, Math.max(80, Math.floor(chars / (2 * asides.length)))),
    priority: ASIDE_PRIORITY + index * ASIDE_STEP,
    session: past.session.id,
    from: [past.summary.goal, ...past.summary.requests, past.summary.lastReply].flatMap((item) => item?.from ?? []),
  }));

const LIVE_PRIORITY = 3.5;

export const liveLines = (live: readonly { session: Session; agentName: string }[]): Line[] =>
  live.map(({ session, agentName }) => ({
    section: "live",
    text: `${safe(agentName)}, ${code(session.id)}, since ${dayAndTime(session.startedAt)}, in ${code(session.worktree)}. Its changes may appear in the files while you work.`,
    priority: LIVE_PRIORITY,
    session: session.id,
    from: [],
  }));
