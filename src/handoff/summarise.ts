// SessionEvents → Summary, by extraction only: every item is cut from the events it cites, or a label of ours around such a piece.
import type { SessionEvent } from "../model/event.ts";
import type { SessionId } from "../model/ids.ts";
import type { GitState } from "../model/project.ts";
import type { Summary } from "../model/summary.ts";
import { answersOf } from "./answers.ts";
import { ends, less, unbold } from "./clip.ts";
import { commandsOf } from "./commands.ts";
import { decisionsOf } from "./decisions.ts";
import { deliveredOf } from "./delivered.ts";
import { editsOf } from "./edits.ts";
import { failuresOf } from "./failures.ts";
import { filesOf } from "./files.ts";
import { fixesOf } from "./fixes.ts";
import { formattedOf } from "./formatted.ts";
import { goalOf, requestsOf } from "./goal.ts";
import { limitsOf } from "./limits.ts";
import { nextOf } from "./next.ts";
import { isAcknowledgement, said } from "./noise.ts";
import { openOf } from "./open.ts";
import { pointsOf } from "./points.ts";
import { reportsOf } from "./reports.ts";
import { rewoundOf, thatHold, thatWereDone } from "./rewound.ts";
import { branchOf, seenTreeOf } from "./seen-tree.ts";
import { storyOf } from "./story.ts";
import { checkRuns, isUntested, otherChecks, testsOf } from "./tests.ts";
import { todosOf } from "./todos.ts";
import { uncommittedOf } from "./uncommitted.ts";
import { isUntouched } from "./untouched.ts";

const LAST_REPLY_CHARS = 1_600;
const MAX_FINISHED = 30;

/** What stands in a code block is kept, its fences would mean nothing on one line. */
const withoutFences = (text: string): string => text.replace(/^\s*(?:```|~~~).*$/gm, "").replace(/^#{1,6} /gm, "");

/** `root`: folder that file paths are told relative to. `git`: the tree as of the newest event. Reads each event's text a fixed number of times. */
export function summarise(session: SessionId, events: readonly SessionEvent[], around: { root: string; git?: GitState }): Summary {
  const held = thatHold(events);
  const story = storyOf(held);
  // What was done to files and in git stays done, whatever of the talk was taken back.
  const acts = held === events ? story : storyOf(thatWereDone(events));
  const goal = goalOf(story);
  const runs = checkRuns(story);
  const tests = testsOf(runs);
  const uncommitted = uncommittedOf(acts, around.root);
  const seenTree = seenTreeOf(acts);
  const lastBranch = branchOf(acts, around.root);
  const todos = todosOf(story);
  const last = story.replies.findLast((reply) => !isAcknowledgement(reply.text));
  return {
    session,
    upTo: events.at(-1)?.seq ?? 0,
    ...(goal && { goal }),
    requests: requestsOf(story, goal),
    files: filesOf(acts, around.root),
    commands: commandsOf(acts),
    edits: editsOf(acts, around.root),
    decisions: decisionsOf(story),
    failed: failuresOf(story, runs, around.root),
    ...(tests && { tests }),
    checks: otherChecks(runs, tests),
    isUntested: isUntested(acts, runs),
    ...(uncommitted && { uncommitted }),
    delivered: deliveredOf(acts, around.root),
    formatted: formattedOf(acts, around.root),
    ...(seenTree && { seenTree }),
    ...(lastBranch && { lastBranch }),
    isUntouched: isUntouched(acts, around.root),
    reports: reportsOf(story),
    fixes: fixesOf(story, runs, around.root),
    ...(around.git && { state: around.git }),
    open: openOf(story, todos.left, around.root),
    finished: todos.done.slice(-MAX_FINISHED).map(({ text, from }) => ({ text, from })),
    next: nextOf(story, todos.left, goal),
    ...(last && { lastReply: { text: ends(unbold(less(last.text, withoutFences)), LAST_REPLY_CHARS), from: [last.seq] } }),
    answers: answersOf(story),
    points: pointsOf(story),
    limits: limitsOf(events),
    ...(held !== events && { rewound: rewoundOf(events, held) }),
  };
}

/**
 * Whether somebody asked for something and got anything for it: an answer, a tool call, or a limit that stopped the work.
 * Text read off the screen counts as an answer: prompts are not told apart there.
 */
export function hasRealWork(events: readonly SessionEvent[]): boolean {
  let isAsked = false;
  for (const event of events) {
    if (event.by === "subagent") continue;
    if (event.kind === "prompt") isAsked ||= said(event.text) !== "";
    else if (event.by === "screen" && event.text.trim() !== "") return true;
    else if (isAsked && event.kind === "reply" && event.text.trim() !== "") return true;
    else if (isAsked && (event.kind === "tool_call" || event.kind === "tool_result" || event.kind === "limit")) return true;
  }
  return false;
}
