// Outcomes and errors → text for people. Pure: what is printed where is decided by the commands.
import { MemError } from "../model/error.ts";
import type { SessionEvent } from "../model/event.ts";
import type { Millis } from "../model/ids.ts";
import { plain } from "../model/plain.ts";
import type { Receipt } from "../model/receipt.ts";
import type { Session, SessionState } from "../model/session.ts";
import type { Item, Summary } from "../model/summary.ts";
import { ago, dayAndTime } from "../model/time.ts";
import { withWhy } from "../model/wording.ts";
import { stateSentence, stateWord } from "./session-words.ts";

/** Two sentences: what happened, and what to do. Never a stack trace: that goes to the log. */
export function errorText(cause: unknown): string {
  if (cause instanceof MemError) return `mem: ${plain(cause.message)}${cause.hint ? `\n     ${plain(cause.hint)}` : ""}\n`;
  const what = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  return `mem: something went wrong inside mem: ${what}\n     Nothing of yours was lost. Details are in the log; \`mem doctor\` checks this installation.\n`;
}

export const exitCodeOf = (cause: unknown): number => (cause instanceof MemError ? cause.exitCode : 1);

/** One row a line, columns as wide as they need; the last is cut to the width. */
export function table(cells: readonly (readonly string[])[], width: number): string {
  const rows = cells.map((row) => row.map(plain));
  const columns = Math.max(0, ...rows.map((row) => row.length));
  const widths = Array.from({ length: columns }, (_, at) => Math.max(...rows.map((row) => (row[at] ?? "").length)));
  const line = (row: readonly string[]): string =>
    row.map((cell, at) => (at === row.length - 1 ? cell : cell.padEnd(widths[at] ?? 0))).join("  ");
  return rows.map((row) => `${clipTo(line(row).trimEnd(), width)}\n`).join("");
}

const clipTo = (text: string, width: number): string => (text.length > width ? `${text.slice(0, Math.max(1, width - 1))}…` : text);

/** `title`: its goal, or what stands for it. */
export type SessionLine = { session: Session; state: SessionState; agentName: string; projectName: string; title: string };

const NARROW_COLS = 80;
/** In a narrow terminal the goal needs the room more than names do. */
const NARROW_NAME_CHARS = 8;

/** `isOfMany`: of several projects, so each line names its own. */
type ListLook = { now: Millis; width: number; isOfMany: boolean };

export function sessionTable(lines: readonly SessionLine[], { now, width, isOfMany }: ListLook): string {
  const isNarrow = width < NARROW_COLS;
  const name = (text: string): string => (isNarrow && isOfMany ? clipTo(plain(text), NARROW_NAME_CHARS) : text);
  const rows = lines.map(({ session, state, agentName, projectName, title }) => {
    const last = ago(session.lastAt, now);
    const age = isNarrow ? last.replace(/ ago$/, "") : last;
    const project = isOfMany ? [name(projectName)] : [];
    return [session.id.slice(0, 8), age, ...project, name(agentName), stateWord(session, state), title];
  });
  return table([["id", "last", ...(isOfMany ? ["project"] : []), "agent", "state", "goal"], ...rows], width);
}

const section = (title: string, items: readonly string[]): string =>
  items.length === 0 ? "" : `\n${title}\n${items.map((item) => `  - ${item}\n`).join("")}`;

const withSeq = ({ text, from }: Pick<Item, "from"> & { text: string }): string => `${text} [${from.join(", ")}]`;

function withReason({ text, from }: Item, reason: string | undefined): string {
  if (!reason) return withSeq({ text, from });
  const parts = withWhy(text, reason);
  return `${withSeq({ text: parts.text, from })} Why: ${parts.why}`;
}

/** A summary with the numbers of the events each item rests on. */
export function summaryText(summary: Summary): string {
  const { tests } = summary;
  return [
    summary.goal ? `\nGoal\n  ${withSeq(summary.goal)}\n` : "",
    section("Asked", summary.requests.map(withSeq)),
    section(
      "Files changed",
      summary.files.map((file) => `${file.path} (${file.edits}×) [${file.from.join(", ")}]`),
    ),
    section("Commands", summary.commands.map(withSeq)),
    section(
      "Decided",
      summary.decisions.map((item) => withReason(item, item.reason)),
    ),
    section(
      "Failed",
      summary.failed.map((item) => withReason(item, item.why)),
    ),
    tests
      ? `\nTests\n  ${tests.command}: ${tests.passed ? "passed" : `failed${tests.failing.length > 0 ? `: ${tests.failing.join(", ")}` : ""}`} [${tests.from.join(", ")}]\n`
      : "",
    section(
      "Errors and fixes",
      summary.fixes.map((item) => `${item.error} → ${item.fix} [${item.from.join(", ")}]`),
    ),
    section("Open", summary.open.map(withSeq)),
    section("Next", summary.next.map(withSeq)),
    section("Taken back", (summary.rewound ?? []).map(withSeq)),
    section("Limits", summary.limits.map(withSeq)),
    summary.lastReply ? `\nLast reply\n  ${withSeq(summary.lastReply)}\n` : "",
  ].join("");
}

const SOURCE_GONE: [string, string] = ["source", "gone: the agent's own history file is no longer there; this is mem's copy"];

export function sessionText(line: SessionLine, receipt: Receipt | undefined, root: string): string {
  const { session, state } = line;
  const rows: [string, string][] = [
    ["session", session.id],
    ["agent", `${line.agentName}${session.nativeId ? `, its own id ${session.nativeId}` : ""}`],
    ["project", `${line.projectName} (${root})`],
    ["started", dayAndTime(session.startedAt)],
    ["last", dayAndTime(session.lastAt)],
    ["state", stateSentence(session, state)],
    ["continues", session.continues ?? "-"],
    ["briefed", receipt ? briefedText(receipt) : "no"],
    ...(session.sourceGone ? [SOURCE_GONE] : []),
  ];
  return rows.map(([name, value]) => `${name.padEnd(10)}${plain(value)}\n`).join("");
}

const briefedText = (receipt: Receipt): string =>
  `${receipt.tokens} tokens by ${receipt.channel}, ${
    receipt.evidence === "history"
      ? `seen in the agent's own history (${receipt.where ?? "?"})`
      : "passed to the agent; not seen in its history"
  }`;

export const eventText = (event: SessionEvent): string => {
  const verdict = event.ok === undefined ? "" : event.ok ? " ok" : " failed";
  const mark = event.rewound ? " [taken back]" : "";
  return `${String(event.seq).padStart(4)}  ${dayAndTime(event.at)}  ${event.kind}${event.tool ? ` ${event.tool}` : ""}${verdict} (${event.by})${mark}\n${event.text
    .split("\n")
    .map((line) => `      ${line}\n`)
    .join("")}`;
};
