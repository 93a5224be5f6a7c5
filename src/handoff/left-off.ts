// Where we left off: everything about the newest session that is not lasting.

import type { SessionId } from "../model/ids.ts";
import type { GitState } from "../model/project.ts";
import type { Item, Summary } from "../model/summary.ts";
import { dayAndTime } from "../model/time.ts";
import type { Line, Piece } from "./choose.ts";
import { clip } from "./clip.ts";
import { isHousekeeping } from "./goal.ts";
import { GOAL, unlabelled } from "./labels.ts";
import { type Past, stoppedAtLimit } from "./past.ts";
import { piecesOf, replyText } from "./reply.ts";
import { rewoundPieces } from "./rewound.ts";
import { code, safe } from "./safe.ts";
import { SECTIONS, type Section } from "./sections.ts";
import type { Standing } from "./standing.ts";
import { tellingOf } from "./telling.ts";
import { treePieces } from "./tree.ts";
import { verdictPieces } from "./verdict.ts";

/** How the session ended, as a sentence. */
function ending(past: Past): string {
  const { ending: how, exit } = past.session;
  if (stoppedAtLimit(past)) {
    const resetsAt = past.summary.limits.at(-1)?.resetsAt;
    return `It stopped at a usage limit${resetsAt === undefined ? "" : `, which resets at ${dayAndTime(resetsAt)}`}.`;
  }
  if (how === "crashed") {
    if (exit !== undefined && exit.signal === undefined) return `It ended with an error, exit code ${exit.code}.`;
    return `It was cut off${exit === undefined ? "" : ` (signal ${exit.signal})`}: its last step may be half done.`;
  }
  if (how !== "ended") return "How it ended is not recorded.";
  return exit?.signal === undefined ? "It ended normally." : "It was told to end: its last step may be half done.";
}

const isIn = (folder: string, root: string): boolean => folder === root || folder.startsWith(root.endsWith("/") ? root : `${root}/`);

function sessionLine(past: Past): string {
  const { session, summary, agentName } = past;
  const branch = summary.state?.branch ?? summary.lastBranch?.text ?? session.branch;
  const where = `${code(session.worktree)}${branch === undefined ? "" : ` on branch ${code(branch)}`}`;
  return `Session ${code(session.id)} with ${safe(agentName)}, last active ${dayAndTime(session.lastAt)}, in ${where}. ${ending(past)}`;
}

/** Said where the next session is not where the last one was. */
function movedLine({ session, summary }: Past, cwd: string, git: GitState | undefined): string | undefined {
  const before = summary.state?.branch ?? summary.lastBranch?.text ?? session.branch;
  const notes = [
    ...(isIn(cwd, session.worktree) ? [] : [`That was another folder: you are in ${code(cwd)}.`]),
    ...(git?.branch === undefined || before === undefined || git.branch === before
      ? []
      : [`The branch is now ${code(git.branch)}, then it was ${code(before)}.`]),
  ];
  return notes.length === 0 ? undefined : notes.join(" ");
}

type LeftInput = { left: Past; cwd: string; git: GitState | undefined; longTextChars: number; standing: Standing };

/** Which line goes in first: `first` for the first of a section, `step` more for each after it. Lower is better. */
const PRIORITY = {
  left: { first: 0, step: 1 },
  next: { first: 3, step: 6 },
  open: { first: 4, step: 2 },
  tests: { first: 5, step: 1 },
  state: { first: 6, step: 1 },
  requests: { first: 8.2, step: 1.6 },
  reply: { first: 9, step: 1 },
  reports: { first: 9.6, step: 4 },
  files: { first: 10, step: 1.8 },
  done: { first: 9.8, step: 3 },
  answers: { first: 11, step: 2.4 },
  points: { first: 24, step: 0.5 },
  edits: { first: 40, step: 1 },
  fixes: { first: 10.5, step: 5 },
} as const;
type LeftSection = keyof typeof PRIORITY;

/** Of these the newest are worth most, though they stand in the order of time. */
const NEWEST_COUNT_MOST = new Set<LeftSection>(["reports", "fixes"]);

/** What a section's lines are worth, beside their order: the higher, the earlier it goes in. */
type Worth = Partial<Record<LeftSection, readonly number[]>>;

/** Place of each line of a section in the order in which they go in. */
function placesOf(section: LeftSection, count: number, worth: readonly number[] | undefined): number[] {
  const order = Array.from({ length: count }, (_, index) => index);
  if (NEWEST_COUNT_MOST.has(section)) order.reverse();
  if (worth !== undefined) order.sort((a, b) => (worth[b] ?? 0) - (worth[a] ?? 0));
  const places = order.map(() => 0);
  for (const [place, index] of order.entries()) places[index] = place;
  return places;
}

function linesOf(session: SessionId, section: LeftSection, pieces: readonly Piece[], worth: readonly number[] | undefined): Line[] {
  const { first, step } = PRIORITY[section];
  const places = placesOf(section, pieces.length, worth);
  return pieces.map((piece, index) => ({
    ...piece,
    section,
    priority: waiting(worth?.[index]) ?? first + step * (places[index] ?? index),
    session,
  }));
}

/** The newest says where things stand; of the others, who tells most that is told nowhere else. */
function worthOf(items: readonly Item[], summary: Summary): number[] {
  const telling = tellingOf(items, summary);
  return telling.map((score, index) => score + (index === items.length - 1 ? NEWEST : (3 * index) / items.length));
}
const NEWEST = 100;

/** Questions that were answered wait for what is told of the work, and moves around in the repository only fill the room that is left. */
const worthOfRequests = (summary: Summary): number[] =>
  worthOf(summary.requests, summary).map((score, index) => {
    if (isHousekeeping(summary.requests[index]?.text ?? "")) return WAITS.housekeeping.worth;
    return isSettled(index, summary) ? WAITS.settled.worth : score;
  });
const WAITS = { settled: { worth: -1, priority: 13 }, housekeeping: { worth: -2, priority: 23 } } as const;
const waiting = (worth: number | undefined): number | undefined => Object.values(WAITS).find((each) => each.worth === worth)?.priority;

/** Commits and the like are told of the working tree, too. */
const worthOfCommand = ({ text }: Item, index: number): number => (TOLD_OF_TREE.test(text) ? index : NEWEST + index);
const TOLD_OF_TREE = /^`git (?:commit|push|pull|fetch)\b|^`gh pr create\b/;

const pieces = (items: readonly Item[]): Piece[] => items.map(({ text, from }) => ({ text: safe(text), from }));
const maybe = (text: string | undefined, from: Piece["from"] = []): Piece[] => (text === undefined ? [] : [{ text, from }]);

const isQuestion = (text: string): boolean => /[?？]\s*$/.test(text);

/** Questions that were answered: the answer tells of them. */
function isSettled(index: number, { requests, answers = [], lastReply }: Summary): boolean {
  const request = requests[index];
  if (request === undefined || !isQuestion(request.text)) return false;
  const at = Math.max(...request.from);
  const next = Math.min(...(requests[index + 1]?.from ?? [Number.POSITIVE_INFINITY]));
  return [...answers, ...(lastReply ? [lastReply] : [])].some(({ from }) => from.some((reply) => reply > at && reply < next));
}

/** What each section holds, in the order in which they stand. */
export function leftLines({ left, cwd, git, longTextChars, standing }: LeftInput): Line[] {
  const { summary, session } = left;
  const goal = summary.goal && `${GOAL}${safe(clip(summary.goal.text, longTextChars))}`;
  const stillOpen = (items: readonly Item[]): Piece[] => pieces(items.filter((item) => standing.stands(left, item)));
  const requests = summary.requests;
  const answers = summary.answers ?? [];
  const worth: Worth = {
    done: summary.commands.map(worthOfCommand),
    requests: worthOfRequests(summary),
    answers: worthOf(answers, summary),
  };
  const told = piecesOf(summary).map((text) => safe(unlabelled(text)));
  const held: Record<LeftSection, readonly Piece[]> = {
    left: [
      ...maybe(sessionLine(left)),
      ...maybe(movedLine(left, cwd, git)),
      ...maybe(goal, summary.goal?.from),
      ...rewoundPieces(summary.rewound),
    ],
    requests: pieces(requests),
    answers: pieces(answers),
    reports: pieces(summary.reports ?? []),
    points: pieces(summary.points ?? []),
    done: pieces(summary.commands),
    edits: pieces(summary.edits ?? []),
    fixes: summary.fixes.map(({ error, fix, from }) => ({ text: `${safe(error)} → ${safe(fix)}`, from })),
    tests: verdictPieces(summary),
    state: treePieces(summary, git),
    open: stillOpen(summary.open),
    next: stillOpen(summary.next),
    files: summary.files.map(({ path, edits, from }) => ({ text: `${code(path)}${edits > 1 ? ` (${edits} edits)` : ""}`, from })),
    reply: maybe(replyText(summary, told, longTextChars), summary.lastReply?.from),
  };
  return SECTIONS.flatMap((section) => (isLeft(section) ? linesOf(session.id, section, held[section], worth[section]) : []));
}

const isLeft = (section: Section): section is LeftSection => section in PRIORITY;
