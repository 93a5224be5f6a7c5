// What the terminal UI knows and how a key changes it: (State, Action) → State, pure.
import { unreachable } from "../model/error.ts";
import type { Size } from "../model/launch.ts";
import { layoutOf } from "./layout.ts";
import { type Line, linesOf, matching, newestFirst, searchText } from "./lines.ts";
import type { AgentChoice, SessionRow, TuiOutcome } from "./row.ts";

export type State = {
  /** Newest first. */
  all: readonly SessionRow[];
  /** Search texts of `all`; made at the first filter, which the first frame need not wait for. */
  texts?: readonly string[];
  agents: readonly AgentChoice[];
  size: Size;
  filter: string;
  lines: readonly Line[];
  /** How many sessions the filter leaves. */
  matches: number;
  /** Index in `lines` of the chosen session; -1 if there is none. */
  at: number;
  /** Index in `lines` of the first one shown. */
  top: number;
  /** Index in `choicesOf(state)`. */
  choice: number;
  isHelpShown: boolean;
  /** Between the two marks of a bracketed paste: a line end there is text, not Enter. */
  isPasting: boolean;
  /** Why Enter did nothing. */
  notice?: string;
  outcome?: TuiOutcome;
};

export type Action =
  | { kind: "type"; text: string }
  | { kind: "erase"; what: "character" | "word" | "all" }
  | { kind: "move"; by: number }
  | { kind: "page"; by: 1 | -1 }
  | { kind: "first" }
  | { kind: "last" }
  | { kind: "agent"; by: 1 | -1 }
  | { kind: "enter" }
  | { kind: "back" }
  | { kind: "quit" }
  | { kind: "paste"; isPasting: boolean }
  | { kind: "resize"; size: Size };

export type Choice = { name: string; agent?: AgentChoice };

/** In UTF-16 units; more than anybody types, so that a wrong paste stays cheap. */
const LONGEST_FILTER = 200;

export function start(rows: readonly SessionRow[], agents: readonly AgentChoice[], size: Size): State {
  const blank = { agents, size, filter: "", lines: [], matches: 0, at: -1, top: 0, choice: 0, isHelpShown: false, isPasting: false };
  return filtered({ ...blank, all: newestFirst(rows) }, "");
}

export function selected(state: State): SessionRow | undefined {
  const line = state.lines[state.at];
  return line?.kind === "session" ? line.row : undefined;
}

/** Who can go on with the chosen session: its own agent first, if it is installed, then the others. */
export function choicesOf(state: State): readonly Choice[] {
  const row = selected(state);
  if (row === undefined) return [];
  const others = state.agents.filter((agent) => agent.name !== row.agentName).map((agent): Choice => ({ name: agent.name, agent }));
  return row.isInstalled || others.length === 0 ? [{ name: row.agentName }, ...others] : others;
}

/** Moves the window so that the chosen line is inside, with its project's line if it is the first of it. */
function inView(state: State): State {
  const { height } = layoutOf(state.size).list;
  const highest = state.lines[state.at - 1]?.kind === "project" && height > 1 ? state.at - 1 : state.at;
  const lowest = state.at - height + 1;
  const last = Math.max(0, state.lines.length - height);
  return { ...state, top: Math.min(last, Math.max(0, lowest, Math.min(state.top, highest))) };
}

/** Chooses the session at or nearest to this line, looking first in the direction of the move. */
function chosen(state: State, wanted: number, direction: 1 | -1): State {
  const isSession = (index: number): boolean => state.lines[index]?.kind === "session";
  let at = Math.min(state.lines.length - 1, Math.max(0, wanted));
  if (!isSession(at)) at = isSession(at + direction) ? at + direction : at - direction;
  if (!isSession(at)) at = -1;
  return inView({ ...withoutNotice(state), at, choice: at === state.at ? state.choice : 0 });
}

function withoutNotice({ notice: _, ...rest }: State): State {
  return rest;
}

/** These rows, the newest of them chosen. */
function shown(state: State, rows: readonly SessionRow[]): State {
  return chosen({ ...state, lines: linesOf(rows), matches: rows.length, at: -1, top: 0, choice: 0 }, 1, 1);
}

function filtered(state: State, filter: string): State {
  if (filter === state.filter && state.at >= 0) return withoutNotice(state);
  if (filter === "") return shown({ ...state, filter }, state.all);
  const texts = state.texts ?? state.all.map(searchText);
  return shown({ ...state, filter, texts }, matching(state.all, texts, filter));
}

function erased(filter: string, what: "character" | "word" | "all"): string {
  if (what === "all") return "";
  if (what === "word") return filter.replace(/\S*\s*$/, "");
  return [...new Intl.Segmenter().segment(filter)].slice(0, -1).reduce((text, { segment }) => text + segment, "");
}

function typed(state: State, text: string): State {
  if (text === "?" && state.filter === "" && !state.isPasting) return { ...state, isHelpShown: true };
  return filtered(state, (state.filter + text).replace(/^\s+/, "").slice(0, LONGEST_FILTER));
}

/** From a project's first session up is the session above it, not its own project's line. */
function moved(state: State, by: number): State {
  const direction = by < 0 ? -1 : 1;
  const wanted = state.at + by;
  const isProject = state.lines[wanted]?.kind === "project";
  return chosen(state, isProject && Math.abs(by) === 1 ? wanted + by : wanted, direction);
}

function entered(state: State): State {
  const row = selected(state);
  if (row === undefined) return state;
  if (row.state === "live") return { ...state, notice: "It is still running: end it there first, or choose another." };
  const choice = choicesOf(state)[state.choice];
  if (choice?.agent === undefined && !row.isInstalled) {
    return { ...state, notice: `${row.agentName} is not installed here, nor is another agent.` };
  }
  const agent = choice?.agent === undefined ? {} : { agent: choice.agent.id };
  return { ...state, outcome: { kind: "continue", session: row.id, ...agent } };
}

/** While the keys are shown, any key hides them; leaving still leaves. */
function closesHelp(action: Action): boolean {
  return action.kind !== "quit" && action.kind !== "resize" && action.kind !== "paste";
}

export function reduce(state: State, action: Action): State {
  if (state.outcome !== undefined) return state;
  if (state.isHelpShown && closesHelp(action)) return { ...state, isHelpShown: false };
  switch (action.kind) {
    case "type":
      return typed(state, action.text);
    case "erase":
      return filtered(state, erased(state.filter, action.what));
    case "move":
      return moved(state, action.by);
    case "page":
      return moved(state, action.by * Math.max(1, layoutOf(state.size).list.height - 1));
    case "first":
      return chosen(state, 0, 1);
    case "last":
      return chosen(state, state.lines.length - 1, -1);
    case "agent": {
      const count = choicesOf(state).length;
      return count === 0 ? state : { ...withoutNotice(state), choice: (state.choice + action.by + count) % count };
    }
    case "enter":
      return entered(state);
    case "back":
      return state.filter === "" ? { ...state, outcome: { kind: "quit" } } : filtered(state, "");
    case "quit":
      return { ...state, outcome: { kind: "quit" } };
    case "paste":
      return { ...state, isPasting: action.isPasting };
    case "resize":
      return inView({ ...state, size: action.size });
    default:
      return unreachable(action);
  }
}
