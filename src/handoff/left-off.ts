// Where we left off: everything about the newest session that is not lasting.

import type { SessionId } from "../model/ids.ts";
import type { GitState } from "../model/project.ts";
import type { Item, Summary } from "../model/summary.ts";
import { dayAndTime } from "../model/time.ts";
import type { Line, Piece } from "./choose.ts";
import { clip } from "./clip.ts";
import { GOAL, unlabelled } from "./labels.ts";
import { type Past, stoppedAtLimit } from "./past.ts";
import { piecesOf, replyText } from "./reply.ts";
import { rewoundPieces } from "./rewound.ts";
import { code, safe } from "./safe.ts";
import { SECTIONS, type Section } from "./sections.ts";
import type { Standing } from "./standing.ts";
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
  open: { first: 4, step: 5 },
  tests: { first: 5, step: 1 },
  state: { first: 6, step: 1 },
  requests: { first: 9.2, step: 4 },
  reply: { first: 9, step: 1 },
  reports: { first: 9.6, step: 4 },
  files: { first: 10, step: 1.2 },
  done: { first: 12, step: 5 },
  answers: { first: 13, step: 3 },
  points: { first: 24, step: 0.5 },
  fixes: { first: 20, step: 5 },
} as const;
type LeftSection = keyof typeof PRIORITY;

/** Of these the newest are worth most, though they stand in the order of time. */
const NEWEST_COUNT_MOST = new Set<LeftSection>(["requests", "answers", "reports", "done", "fixes"]);

function linesOf(session: SessionId, section: LeftSection, pieces: readonly Piece[]): Line[] {
  const { first, step } = PRIORITY[section];
  const last = pieces.length - 1;
  return pieces.map((piece, index) => ({
    ...piece,
    section,
    priority: first + step * (NEWEST_COUNT_MOST.has(section) ? last - index : index),
    session,
  }));
}

const pieces = (items: readonly Item[]): Piece[] => items.map(({ text, from }) => ({ text: safe(text), from }));
const maybe = (text: string | undefined, from: Piece["from"] = []): Piece[] => (text === undefined ? [] : [{ text, from }]);

const isQuestion = (text: string): boolean => /[?？]\s*$/.test(text);

/** Requests, without questions that were answered: the answer tells of them. */
function unsettled({ requests, answers = [], lastReply }: Summary): Item[] {
  const replies = [...answers, ...(lastReply ? [lastReply] : [])].flatMap((item) => item.from);
  return requests.filter((request, index) => {
    const at = Math.max(...request.from);
    const next = Math.min(...(requests[index + 1]?.from ?? [Number.POSITIVE_INFINITY]));
    return !isQuestion(request.text) || !replies.some((reply) => reply > at && reply < next);
  });
}

/** What each section holds, in the order in which they stand. */
export function leftLines({ left, cwd, git, longTextChars, standing }: LeftInput): Line[] {
  const { summary, session } = left;
  const goal = summary.goal && `${GOAL}${safe(clip(summary.goal.text, longTextChars))}`;
  const stillOpen = (items: readonly Item[]): Piece[] => pieces(items.filter((item) => standing.stands(left, item)));
  const told = piecesOf(summary).map((text) => safe(unlabelled(text)));
  const held: Record<LeftSection, readonly Piece[]> = {
    left: [
      ...maybe(sessionLine(left)),
      ...maybe(movedLine(left, cwd, git)),
      ...maybe(goal, summary.goal?.from),
      ...rewoundPieces(summary.rewound),
    ],
    requests: pieces(unsettled(summary)),
    answers: pieces(summary.answers ?? []),
    reports: pieces(summary.reports ?? []),
    points: pieces(summary.points ?? []),
    done: pieces(summary.commands),
    fixes: summary.fixes.map(({ error, fix, from }) => ({ text: `${safe(error)} → ${safe(fix)}`, from })),
    tests: verdictPieces(summary),
    state: treePieces(summary, git),
    open: stillOpen(summary.open),
    next: stillOpen(summary.next),
    files: summary.files.map(({ path, edits, from }) => ({ text: `${code(path)}${edits > 1 ? ` (${edits} edits)` : ""}`, from })),
    reply: maybe(replyText(summary, told, longTextChars), summary.lastReply?.from),
  };
  return SECTIONS.flatMap((section) => (isLeft(section) ? linesOf(session.id, section, held[section]) : []));
}

const isLeft = (section: Section): section is LeftSection => section in PRIORITY;
