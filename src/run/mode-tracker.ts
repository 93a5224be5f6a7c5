// Which terminal modes an agent has set and not unset again, from its output: what to undo when it ends. Pure, no I/O.
import {
  ALT_SCREENS,
  ANSI_TRACKED,
  handlersFor,
  isAlt,
  type Keyboard,
  type LeftOn,
  MAX_PUSHED,
  nothingLeft,
  OFF_LIKE_OTHERS,
  ON_BY_DEFAULT,
  ORIGIN,
  SYNCHRONISED,
} from "./left-on.ts";
import { sequenceScanner } from "./sequences.ts";

export type ModeTracker = {
  /** The agent's output, in any cut. */
  see(bytes: Uint8Array): void;
  /**
   * What puts the terminal back to where it was, a character for each byte; empty if the agent left nothing on. Without `looks` only what takes keys or the screen
   * away from the next program: colours, cursor shape, titles stay as the agent left them.
   */
  undo(how: { looks: boolean }): string;
  /** What sets the same again after `undo({ looks: true })`, for an agent that goes on. */
  redo(): string;
  /** How often the agent has left its screen, or the line it read; it may be back on it. */
  goodbyes(): number;
  isOnAltScreen(): boolean;
};

const [SHIFT_OUT, SHIFT_IN] = [0x0e, 0x0f];
/** Ends a sequence that was begun: CAN for most terminals, a terminator for those that look for nothing else. */
const CALL_OFF = "\x18\x1b\\";
const COLOURS_BACK = "\x1b[0m";
const LINK_END = "\x1b]8;;\x1b\\";
const ASCII = "\x1b(B";
/** Setting the margins moves the cursor home: put it back. */
const NO_REGION = "\x1b7\x1b[r\x1b8";
/** Unlike switching the origin mode off, a soft reset leaves the cursor where it is. */
const SOFT_RESET = "\x1b[!p";

export function modeTracker(): ModeTracker {
  const left = nothingLeft();
  const scanner = sequenceScanner(handlersFor(left));
  return {
    see(chunk) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      const [out, back] = [bytes.lastIndexOf(SHIFT_OUT), bytes.lastIndexOf(SHIFT_IN)];
      if (out !== back) left.shifted = out > back;
      scanner.see(chunk);
    },
    undo: ({ looks }) => (scanner.isInside() ? CALL_OFF : "") + undoing(left) + (looks ? undoingLooks(left) : ""),
    redo: () => redoing(left) + Buffer.from(scanner.unfinished()).toString("latin1"),
    goodbyes: () => left.goodbyes,
    isOnAltScreen: () => isAlt(left),
  };
}

const pop = ({ pushed, setInPlace }: Keyboard): string =>
  (setInPlace === undefined ? "" : "\x1b[=0u") + (pushed.length > 0 ? `\x1b[<${pushed.length}u` : "");
const switched = (modes: readonly number[], final: string): string => modes.map((mode) => `\x1b[?${mode}${final}`).join("");
const changed = (left: LeftOn, among: readonly number[], final: string): string =>
  switched(
    among.filter((mode) => left.changed.has(mode)),
    final,
  );
const when = (isSo: boolean, text: string): string => (isSo ? text : "");

/** What belongs to the alternate screen first, then the way out of it, then what is left for the main one. */
function undoing(left: LeftOn): string {
  return [
    changed(left, [SYNCHRONISED], "l"),
    pop(left.keyboards.alt),
    changed(left, ALT_SCREENS, "l"),
    pop(left.keyboards.main),
    ...[...left.keyResources.keys()].map((resource) => `\x1b[>${resource}m`),
    when(left.changed.has(ORIGIN), SOFT_RESET),
    changed(left, OFF_LIKE_OTHERS, "l"),
    ...[...left.ansi].map((mode) => `\x1b[${mode}l`),
    when(left.keypad, "\x1b>"),
    when(left.region, NO_REGION),
    when(left.shifted, String.fromCharCode(SHIFT_IN)),
    when(left.charset, ASCII),
    changed(left, ON_BY_DEFAULT, "h"),
  ].join("");
}

function undoingLooks(left: LeftOn): string {
  return [
    // Leaving the alternate screen brings back what was saved when it was entered.
    when(left.sgr !== 0 || (left.changed.has(1049) && left.savedSgr !== 0), COLOURS_BACK),
    when(left.hyperlink, LINK_END),
    when(left.cursorShape !== undefined, "\x1b[0 q"),
    ...[...left.colours.keys()].map((code) => `\x1b]${code + 100}\x1b\\`),
    ...left.titles.map((which) => `\x1b[23;${which}t`).reverse(),
    when(left.progress, "\x1b]9;4;0\x1b\\"),
  ].join("");
}

/** Margins, character sets, text colours and an open synchronised update are left to the agent's own redraw. */
function redoing(left: LeftOn): string {
  const push = ({ pushed, setInPlace }: Keyboard) =>
    pushed.map((value) => `\x1b[>${value}u`).join("") + (setInPlace === undefined ? "" : `\x1b[=${setInPlace}u`);
  return [
    ...left.titles.map((which) => `\x1b[22;${which}t`),
    push(left.keyboards.main),
    changed(left, ALT_SCREENS, "h"),
    push(left.keyboards.alt),
    ...[...left.keyResources].map(([resource, value]) => `\x1b[>${resource};${value}m`),
    changed(left, OFF_LIKE_OTHERS, "h"),
    ...[...left.ansi].map((mode) => `\x1b[${mode}h`),
    when(left.keypad, "\x1b="),
    ...[...left.colours].map(([code, value]) => `\x1b]${code};${value}\x1b\\`),
    left.cursorShape === undefined ? "" : `\x1b[${left.cursorShape}q`,
    changed(left, ON_BY_DEFAULT, "l"),
  ].join("");
}

/** A terminal pops what it has. */
const ALL_PUSHED: Keyboard = { pushed: Array.from({ length: MAX_PUSHED }, () => "0"), setInPlace: "0" };

/**
 * For a terminal of which nobody knows what was left on. Does no harm where nothing was: the cursor is saved on the screen it is on, so that
 * leaving the alternate one, if it is on the main one, brings it back to where it is. The terminal's own colours and title stay.
 */
export const RESET_EVERYTHING: string = [
  CALL_OFF,
  switched([SYNCHRONISED], "l"),
  pop(ALL_PUSHED),
  "\x1b7",
  switched([1049], "l"),
  pop(ALL_PUSHED),
  "\x1b[>4m",
  SOFT_RESET,
  switched(OFF_LIKE_OTHERS, "l"),
  ...ANSI_TRACKED.map((mode) => `\x1b[${mode}l`),
  "\x1b>",
  NO_REGION,
  String.fromCharCode(SHIFT_IN),
  ASCII,
  switched(ON_BY_DEFAULT, "h"),
  COLOURS_BACK,
  LINK_END,
  "\x1b[0 q",
].join("");
