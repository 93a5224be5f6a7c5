// Summaries → the one text that the next session gets, within a hard budget. Pure.
import { type Briefing, type BriefingItem, fence, OWN_WORDS, type Source, tokensOf } from "../model/briefing.ts";
import type { Millis } from "../model/ids.ts";
import type { GitState } from "../model/project.ts";
import type { Session } from "../model/session.ts";
import { dayAndTime } from "../model/time.ts";
import { carried } from "./carried.ts";
import { bytesOf, choose, type Line, type Room, render } from "./choose.ts";
import { decisionLines, failureLines, type Ranked } from "./lasting.ts";
import { leftLines } from "./left-off.ts";
import { once } from "./once.ts";
import { asideLines, earlierLines, liveLines } from "./other-sessions.ts";
import type { Past } from "./past.ts";
import { code, safe } from "./safe.ts";
import { type Layout, layoutFor, SECTIONS, sectionCount } from "./sections.ts";
import { standingIn } from "./standing.ts";

export type ComposeInput = {
  project: { name: string; root: string };
  cwd: string;
  now: Millis;
  /** As of now, stamped. */
  git?: GitState;
  /** Where we left off. */
  left: Past | undefined;
  /** Newer than `left`, newest first: something was asked in them, nothing done. */
  asides: readonly Past[];
  /** Sessions that `left` continues, newest first. */
  thread: readonly Past[];
  /** Other sessions of the project, newest first. */
  earlier: readonly Past[];
  /** Only mentioned, never told as past. */
  live: readonly { session: Session; agentName: string }[];
  /** For a resumed session: what others did since it last ran, or, if nobody ever briefed it, all that others did. */
  since?: "ran" | "ever";
};

const RESUMED = {
  ran: "This session is being resumed: below is only what others did in the project since.",
  ever: "This session is being resumed, and nobody told it of the other ones: below is what was done in them.",
} as const;

function intro(input: ComposeInput, isShort: boolean): string {
  const project = `Project: ${safe(input.project.name)} (${code(input.project.root)}).`;
  const { record, history, decides, answer, paths, shortRecord, shortAnswer } = OWN_WORDS;
  if (isShort) return `${shortRecord} ${shortAnswer}`;
  const since = input.since === undefined ? "" : ` ${RESUMED[input.since]}`;
  return [`${record} ${history} ${decides}`, `${answer}${since}`, `${project} ${paths}`].join("\n");
}

const WHY = {
  left: "where it was left off",
  aside: "asked since, changing nothing",
  thread: "an earlier session of the same thread",
  earlier: "an earlier session of the project",
} as const;

/** The one left off first; each session once, none that is running. */
function told(input: ComposeInput): Ranked[] {
  const seen = new Set(input.live.map(({ session }) => session.id));
  const ranked: Ranked[] = [
    ...(input.left ? [{ ...input.left, rank: 0 as const, why: WHY.left }] : []),
    ...input.asides.map((past) => ({ ...past, rank: 1 as const, why: WHY.aside })),
    ...input.thread.map((past) => ({ ...past, rank: 1 as const, why: WHY.thread })),
    ...input.earlier.map((past) => ({ ...past, rank: 2 as const, why: WHY.earlier })),
  ];
  return ranked.filter(({ session }) => !seen.has(session.id) && seen.add(session.id));
}

/** Characters that a goal or a last answer may take for each token of the budget: a fifth of the room. */
const LONG_TEXT_SHARE = 0.8;

/** Before all else: what is told of its end is not its end. */
const partLines = (left: Past | undefined): Line[] =>
  left?.isPartlyRead === undefined
    ? []
    : [
        {
          section: "left",
          text: `Only the beginning of this session's history is read so far: what came after ${dayAndTime(left.session.lastAt)} is not told here, and tests, open points and next steps may be out of date. ${code("mem ingest")} reads the rest.`,
          priority: -1,
          session: left.session.id,
          from: [],
        },
      ];

/** Of so many of the newest it is asked what they left unfinished, and what they finished. */
const SESSIONS_COMPARED = 12;

function linesOf(input: ComposeInput, pasts: readonly Ranked[], tokens: number): Line[] {
  const newest = [...pasts].sort((a, b) => b.session.lastAt - a.session.lastAt);
  const left = pasts.find(({ rank }) => rank === 0);
  const others = newest.filter((past) => past !== left);
  const asides = others.filter(({ why }) => why === WHY.aside);
  const standing = standingIn(left ? [left, ...others.slice(0, SESSIONS_COMPARED)] : others.slice(0, SESSIONS_COMPARED));
  const unfinished = carried(others.slice(0, SESSIONS_COMPARED), left?.session.worktree, standing);
  const longTextChars = Math.floor(tokens * LONG_TEXT_SHARE);
  return once([
    ...decisionLines(newest),
    ...failureLines(newest),
    ...partLines(left),
    ...(left ? leftLines({ left, cwd: input.cwd, git: input.git, longTextChars, standing }) : []),
    ...asideLines(asides, longTextChars),
    ...unfinished.lines,
    ...earlierLines(
      others.filter((past) => !asides.includes(past)),
      unfinished.sessions,
    ),
    ...liveLines(input.live),
  ]);
}

/** "3 decisions, 5 files", in the order of the sections. */
function missing(lines: readonly Line[]): string[] {
  return SECTIONS.flatMap((section) => {
    const count = lines.filter((line) => line.section === section).length;
    return count === 0 ? [] : [sectionCount(section, count)];
  });
}

/** What only fills the room that is left is not missed by number. */
const worthNaming = (lines: readonly Line[]): Line[] => lines.filter(({ section }) => section !== "points" && section !== "edits");

function leftOutLine(words: readonly string[], session: string, isShort: boolean): string {
  if (words.length === 0) return "";
  const what = words.join(", ");
  if (isShort) return `\n\nLeft out: ${what} (${code(`mem show ${session}`)}).`;
  const others = words.some((each) => each.includes("session")) ? ` ${code("mem sessions")} lists all.` : "";
  return `\n\nLeft out for length: ${what}. ${code(`mem show ${session}`)} tells more, ${code(`mem show ${session} --events`)} everything.${others}`;
}

type Draft = { body: string; chosen: readonly Line[]; leftOut: readonly string[] };

/** Everything if it fits; else what fits beside a line that says what does not. */
function draft(head: { text: string; isShort: boolean }, lines: readonly Line[], { layout, room }: { layout: Layout; room: Room }): Draft {
  const whole = choose(lines, layout, room);
  if (whole.left.length === 0) return { body: `${head.text}${render(whole.chosen, layout)}`, chosen: whole.chosen, leftOut: [] };
  const session = lines[0] === undefined ? "@1" : (lines.find((line) => line.section === "left") ?? lines[0]).session;
  const longest = leftOutLine(missing(worthNaming(lines)), session, head.isShort);
  const { chosen, left } = choose(lines, layout, { bytes: room.bytes - bytesOf(longest), chars: room.chars - longest.length });
  if (chosen.length === 0)
    return { body: `${head.text}${render(whole.chosen, layout)}`, chosen: whole.chosen, leftOut: missing(worthNaming(whole.left)) };
  const leftOut = missing(worthNaming(left));
  return { body: `${head.text}${render(chosen, layout)}${leftOutLine(leftOut, session, head.isShort)}`, chosen, leftOut };
}

function sourcesOf(pasts: readonly Ranked[], chosen: readonly Line[]): Source[] {
  return pasts.flatMap(({ session, why }) => {
    const lines = chosen.filter((line) => line.session === session.id);
    return lines.length === 0 ? [] : [{ session: session.id, why: `${why}: ${missing(lines).join(", ")}` }];
  });
}

const itemsOf = (lines: readonly Line[], chosen: readonly Line[]): BriefingItem[] =>
  SECTIONS.flatMap((of) => lines.filter((line) => line.section === of)).map((line) => {
    const { section, text, session, from } = line;
    return { section, text, session, from, isIn: chosen.includes(line) };
  });

/** Below this the explanation of what the block is would take most of it. */
const SHORT_BELOW_TOKENS = 1_000;

/**
 * The whole block within `budget`, fence and mark included, or undefined if there is nothing to say or no honest room to say it in
 * (about 100 tokens). What it says about a session is only what that session's summary holds.
 */
export function compose(input: ComposeInput, budget: { tokens: number; chars: number }): Briefing | undefined {
  const pasts = told(input);
  const lines = linesOf(input, pasts, budget.tokens);
  if (lines.length === 0) return undefined;
  const isShort = budget.tokens < SHORT_BELOW_TOKENS || budget.chars < SHORT_BELOW_TOKENS * 4;
  const head = intro(input, isShort);
  const scaffold = fence(head);
  const room = { bytes: budget.tokens * 4 - bytesOf(scaffold), chars: budget.chars - scaffold.length };
  if (room.bytes < 0 || room.chars < 0) return undefined;
  const { body, chosen, leftOut } = draft({ text: head, isShort }, lines, { layout: layoutFor(input.since), room });
  if (chosen.length === 0) return undefined;
  const text = fence(body);
  return { text, tokens: tokensOf(text), sources: sourcesOf(pasts, chosen), items: itemsOf(lines, chosen), leftOut };
}
