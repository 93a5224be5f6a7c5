// Where we left off: everything about the newest session that is not lasting.

import type { GitState } from "../model/project.ts";
import type { Session } from "../model/session.ts";
import type { Summary } from "../model/summary.ts";
import { dayAndTime } from "../model/time.ts";
import type { Line } from "./choose.ts";
import { clip, ends, unbold } from "./clip.ts";
import type { Past } from "./past.ts";
import { code, safe } from "./safe.ts";
import type { Section } from "./sections.ts";
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
    const by = exit?.signal === undefined ? (exit === undefined ? "" : ` (exit code ${exit.code})`) : ` (signal ${exit.signal})`;
    return `It was cut off${by}: its last step may be half done.`;
  }
  return how === "ended" ? "It ended normally." : "How it ended is not recorded.";
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

export type LeftInput = { left: Past; cwd: string; git: GitState | undefined; longTextChars: number };

/** In the order in which they stand. */
export function leftLines({ left, cwd, git, longTextChars }: LeftInput): Line[] {
  const { summary, session } = left;
  const line =
    (section: Section, priority: number) =>
    (text: string, index: number): Line => ({ section, text, priority: priority + index, session: session.id });
  const many = (section: Section, texts: readonly string[], priority: number, step: number): Line[] =>
    texts.map((text, index) => line(section, priority)(text, index * step));
  const newestFirst = (section: Section, texts: readonly string[], priority: number, step: number): Line[] =>
    many(section, [...texts].reverse(), priority, step).reverse();
  const one = (section: Section, text: string | undefined, priority: number): Line[] =>
    text === undefined ? [] : [line(section, priority)(text, 0)];
  const open = summary.open.map((item) => safe(item.text));
  const next = summary.next.map((item) => safe(item.text));
  const cited = [...summary.decisions, ...summary.failed, ...summary.open, ...summary.next].map((item) =>
    safe(item.text).replace(/^The agent asked, not answered: /, ""),
  );
  return [
    ...one("left", sessionLine(left), 0),
    ...one("left", movedLine(left, cwd, git), 1),
    ...one("left", summary.goal && `Goal: ${safe(clip(summary.goal.text, longTextChars))}`, 2),
    ...newestFirst(
      "requests",
      summary.requests.map((item) => safe(item.text)),
      8,
      4,
    ),
    ...newestFirst(
      "answers",
      (summary.answers ?? []).map((item) => safe(item.text)),
      13,
      3,
    ),
    ...newestFirst(
      "done",
      summary.commands.map((item) => safe(item.text)),
      11,
      4,
    ),
    ...newestFirst(
      "fixes",
      summary.fixes.map((fix) => `${safe(fix.error)} → ${safe(fix.fix)}`),
      20,
      5,
    ),
    ...one("tests", testLine(summary), 5),
    ...stateLines(summary.state, git).map((text, index) => line("state", 6)(text, index)),
    ...many("open", open, 4, 5),
    ...many("next", next, 3, 6),
    ...many(
      "files",
      summary.files.map((file) => `${code(file.path)}${file.edits > 1 ? ` (${file.edits} edits)` : ""}`),
      10,
      1.2,
    ),
    ...one("reply", replyText(summary, cited, longTextChars), 9),
  ];
}
