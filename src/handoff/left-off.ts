// Where we left off: everything about the newest session that is not lasting.

import type { SessionId } from "../model/ids.ts";
import type { GitState } from "../model/project.ts";
import type { Session } from "../model/session.ts";
import type { Item, Summary } from "../model/summary.ts";
import { dayAndTime } from "../model/time.ts";
import type { Line } from "./choose.ts";
import { clip, ends, unbold } from "./clip.ts";
import type { Past } from "./past.ts";
import { code, safe } from "./safe.ts";
import { SECTIONS, type Section } from "./sections.ts";
import { stateLines } from "./state.ts";

const MAX_FAILING_NAMES = 8;

/** Seq of the last thing that was said or done by the agent. */
const newestWork = ({ lastReply, files, commands, tests }: Summary): number =>
  Math.max(0, ...[lastReply, tests, ...files, ...commands].flatMap((item) => item?.from ?? []));

/** How the session ended, as a sentence. */
function ending({ ending: how, exit }: Session, summary: Summary): string {
  const limit = summary.limits.at(-1);
  const isLast = limit !== undefined && newestWork(summary) < (limit.from.at(-1) ?? 0);
  if (how === "limit" || isLast) {
    const back = limit?.resetsAt === undefined ? "" : `, which resets at ${dayAndTime(limit.resetsAt)}`;
    return `It stopped at a usage limit${back}.`;
  }
  if (how === "crashed") {
    if (exit !== undefined && exit.signal === undefined) return `It ended with an error, exit code ${exit.code}.`;
    return `It was cut off${exit === undefined ? "" : ` (signal ${exit.signal})`}: its last step may be half done.`;
  }
  if (how !== "ended") return "How it ended is not recorded.";
  return exit?.signal === undefined ? "It ended normally." : "It was told to end: its last step may be half done.";
}

const isIn = (folder: string, root: string): boolean => folder === root || folder.startsWith(root.endsWith("/") ? root : `${root}/`);

export function sessionLine({ session, summary, agentName }: Past): string {
  const branch = summary.state?.branch ?? session.branch;
  const where = `${code(session.worktree)}${branch === undefined ? "" : ` on branch ${code(branch)}`}`;
  return `Session ${code(session.id)} with ${safe(agentName)}, last active ${dayAndTime(session.lastAt)}, in ${where}. ${ending(session, summary)}`;
}

/** Said where the next session is not where the last one was. */
function movedLine({ session, summary }: Past, cwd: string, git: GitState | undefined): string | undefined {
  const before = summary.state?.branch ?? session.branch;
  const notes = [
    ...(isIn(cwd, session.worktree) ? [] : [`That was another folder: you are in ${code(cwd)}.`]),
    ...(git?.branch === undefined || before === undefined || git.branch === before
      ? []
      : [`The branch is now ${code(git.branch)}, then it was ${code(before)}.`]),
  ];
  return notes.length === 0 ? undefined : notes.join(" ");
}

function testLine({ tests, files }: Summary): string | undefined {
  if (tests === undefined) return undefined;
  const names = tests.failing.slice(0, MAX_FAILING_NAMES).map(code);
  const more = tests.failing.length > names.length ? ` and ${tests.failing.length - names.length} more` : "";
  const ranAt = Math.max(...tests.from);
  const later = files.filter((file) => Math.max(...file.from) > ranAt).map((file) => code(file.path));
  const since =
    later.length === 0
      ? ""
      : ` Changed after that run: ${later.slice(0, 3).join(", ")}${later.length > 3 ? ` and ${later.length - 3} more` : ""}.`;
  const verdict = tests.passed ? "passed" : names.length > 0 ? `FAILED: ${names.join(", ")}${more}` : "FAILED";
  return `Last run ${code(tests.command)}: ${verdict}.${since}`;
}

/** The last answer without what other lines already say, shorter where there is less room. */
function replyText(summary: Summary, told: readonly string[], chars: number): string | undefined {
  if (summary.lastReply === undefined) return undefined;
  let text = safe(ends(unbold(summary.lastReply.text), chars));
  for (const line of told) if (line.length > 12) text = text.replace(line, "…");
  text = text.replace(/ ?(?:[-*] )?(?:… ?(?:[-*] )?)+/g, " … ").trim();
  return /[\p{L}\p{N}]/u.test(text) && (text.length >= 30 || !text.includes("…")) ? text : undefined;
}

type LeftInput = { left: Past; cwd: string; git: GitState | undefined; longTextChars: number };

/** Which line goes in first: `first` for the first of a section, `step` more for each after it. Lower is better. */
const PRIORITY = {
  left: { first: 0, step: 1 },
  next: { first: 3, step: 6 },
  open: { first: 4, step: 5 },
  tests: { first: 5, step: 1 },
  state: { first: 6, step: 1 },
  requests: { first: 8, step: 4 },
  reply: { first: 9, step: 1 },
  files: { first: 10, step: 1.2 },
  done: { first: 11, step: 4 },
  answers: { first: 13, step: 3 },
  fixes: { first: 20, step: 5 },
} as const;
type LeftSection = keyof typeof PRIORITY;

/** Of these the newest are worth most, though they stand in the order of time. */
const NEWEST_COUNT_MOST = new Set<LeftSection>(["requests", "answers", "done", "fixes"]);

function linesOf(session: SessionId, section: LeftSection, texts: readonly string[]): Line[] {
  const { first, step } = PRIORITY[section];
  const last = texts.length - 1;
  return texts.map((text, index) => ({
    section,
    text,
    priority: first + step * (NEWEST_COUNT_MOST.has(section) ? last - index : index),
    session,
  }));
}

const texts = (items: readonly Item[]): string[] => items.map((item) => safe(item.text));
const maybe = (text: string | undefined): string[] => (text === undefined ? [] : [text]);

/** What each section holds, in the order in which they stand. */
export function leftLines({ left, cwd, git, longTextChars }: LeftInput): Line[] {
  const { summary, session } = left;
  const cited = texts([...summary.decisions, ...summary.failed, ...summary.open, ...summary.next]).map((text) => text.replace(ASKED, ""));
  const goal = summary.goal && `Goal: ${safe(clip(summary.goal.text, longTextChars))}`;
  const held: Record<LeftSection, readonly string[]> = {
    left: [sessionLine(left), ...maybe(movedLine(left, cwd, git)), ...maybe(goal)],
    requests: texts(summary.requests),
    answers: texts(summary.answers ?? []),
    done: texts(summary.commands),
    fixes: summary.fixes.map((fix) => `${safe(fix.error)} → ${safe(fix.fix)}`),
    tests: maybe(testLine(summary)),
    state: stateLines(summary.state, git),
    open: texts(summary.open),
    next: texts(summary.next),
    files: summary.files.map((file) => `${code(file.path)}${file.edits > 1 ? ` (${file.edits} edits)` : ""}`),
    reply: maybe(replyText(summary, cited, longTextChars)),
  };
  return SECTIONS.flatMap((section) => (isLeft(section) ? linesOf(session.id, section, held[section]) : []));
}

const isLeft = (section: Section): section is LeftSection => section in PRIORITY;
const ASKED = /^The agent asked, not answered: /;
