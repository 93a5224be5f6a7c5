// Which terminal modes an agent has set and not unset again, from its output: what to undo when it ends. Pure, no I/O.
// A scanner for a few control sequences, not an emulator: it looks at nothing but what follows an ESC.
// Sources: xterm's ctlseqs, the kitty keyboard protocol (one stack of flags for each of the two screens).

const ESC = 0x1b;
/** A control sequence longer than this is none of ours; it bounds what is kept between two chunks. */
const MAX_SEQUENCE_BYTES = 64;

const ALT_SCREENS = [47, 1047, 1049];
/** Off when nobody asked: cursor keys, X10 mouse, mouse kinds and encodings, focus, alternate scroll, paste, synchronised output, colour scheme. */
const OFF_BY_DEFAULT = [1, 9, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1007, 1015, 1016, 2004, 2026, 2031];
/** On when nobody asked: automatic wrap, cursor. */
const ON_BY_DEFAULT = [7, 25];
const TRACKED = new Set([...ALT_SCREENS, ...OFF_BY_DEFAULT, ...ON_BY_DEFAULT]);

type State = {
  /** Tracked private modes that are not at their default. */
  changed: Set<number>;
  /** Kitty keyboard flags pushed, by screen. */
  pushed: { main: string[]; alt: string[] };
  /** Kitty keyboard flags set in place, without a push. */
  keyboardFlags: boolean;
  /** Value of modifyOtherKeys; undefined if it is the terminal's own. */
  otherKeys: string | undefined;
  keypad: boolean;
  region: boolean;
  cursorShape: boolean;
};

const initial = (): State => ({
  changed: new Set(),
  pushed: { main: [], alt: [] },
  keyboardFlags: false,
  otherKeys: undefined,
  keypad: false,
  region: false,
  cursorShape: false,
});

export type ModeTracker = {
  /** The agent's output, in any cut. */
  see(bytes: Uint8Array): void;
  /** What puts the terminal back to where it was; empty if the agent left nothing on. */
  undo(): string;
  /** What sets the same modes again after `undo`, for an agent that goes on. */
  redo(): string;
};

const isAlt = (state: State): boolean => ALT_SCREENS.some((mode) => state.changed.has(mode));
const flagsOf = (state: State): string[] => (isAlt(state) ? state.pushed.alt : state.pushed.main);

function setPrivate(state: State, params: string, on: boolean): void {
  for (const mode of params.split(";").map(Number)) {
    if (!TRACKED.has(mode)) continue;
    if (on === ON_BY_DEFAULT.includes(mode)) state.changed.delete(mode);
    else state.changed.add(mode);
    // The three ways to the alternate screen lead back from each other's.
    if (!on && ALT_SCREENS.includes(mode)) {
      for (const alt of ALT_SCREENS) state.changed.delete(alt);
      state.pushed.alt = [];
    }
  }
}

function setKeyboard(state: State, kind: string, params: string): void {
  const flags = flagsOf(state);
  if (kind === ">") flags.push(params || "0");
  else if (kind === "<") flags.splice(-Math.min(Number(params) || 1, flags.length || 1));
  else state.keyboardFlags = !/^0?(;|$)/.test(params);
}

function softReset(state: State): void {
  for (const mode of [1, ...ON_BY_DEFAULT]) state.changed.delete(mode);
  state.keypad = false;
  state.region = false;
}

/** One control sequence: `body` is all between `ESC [` and the final byte. */
function apply(state: State, body: string, final: string): void {
  const kind = body[0] ?? "";
  if (final === "h" || final === "l") {
    if (kind === "?") setPrivate(state, body.slice(1), final === "h");
  } else if (final === "u") {
    if (kind === ">" || kind === "<" || kind === "=") setKeyboard(state, kind, body.slice(1));
  } else if (final === "m") {
    if (body.startsWith(">4")) state.otherKeys = /^>4;[1-9]/.test(body) ? body.slice(3) : undefined;
  } else if (final === "n") {
    if (body === ">4") state.otherKeys = undefined;
  } else if (final === "r") {
    if (/^[\d;]*$/.test(body)) state.region = body !== "" && body !== ";";
  } else if (final === "q") {
    if (body.endsWith(" ")) state.cursorShape = !/^0? $/.test(body);
  } else if (final === "p" && body === "!") softReset(state);
}

const FINALS_OF_INTEREST = new Set(Buffer.from("hlumnrqp"));

/** Index after the sequence that starts at `from`, or -1 if it does not end in these bytes. */
function readSequence(state: State, bytes: Buffer, from: number): number {
  const next = bytes[from + 1];
  if (next === undefined) return -1;
  if (next !== 0x5b) {
    if (next === 0x3d) state.keypad = true;
    else if (next === 0x3e) state.keypad = false;
    else if (next === 0x63) Object.assign(state, initial());
    return next === ESC ? from + 1 : from + 2;
  }
  let at = from + 2;
  const limit = Math.min(bytes.length, from + MAX_SEQUENCE_BYTES);
  for (let byte = bytes[at]; at < limit && byte !== undefined && byte >= 0x20 && byte <= 0x3f; byte = bytes[at]) at++;
  const final = bytes[at];
  if (at >= limit) return at < bytes.length || at - from >= MAX_SEQUENCE_BYTES ? at : -1;
  if (final === undefined) return -1;
  if (!FINALS_OF_INTEREST.has(final)) return final === ESC ? at : at + 1;
  apply(state, bytes.toString("latin1", from + 2, at), String.fromCharCode(final));
  return at + 1;
}

const NOTHING = Buffer.alloc(0);

export function modeTracker(): ModeTracker {
  const state = initial();
  let unfinished: Buffer = NOTHING;
  return {
    see(chunk) {
      const bytes = unfinished.length > 0 ? Buffer.concat([unfinished, chunk]) : Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length);
      unfinished = NOTHING;
      for (let at = bytes.indexOf(ESC); at >= 0; ) {
        const end = readSequence(state, bytes, at);
        if (end < 0) {
          unfinished = Buffer.from(bytes.subarray(at));
          return;
        }
        at = bytes.indexOf(ESC, end);
      }
    },
    undo: () => undoing(state),
    redo: () => redoing(state),
  };
}

const pop = (flags: readonly string[]): string => (flags.length > 0 ? `\x1b[<${flags.length}u` : "");
const privates = (state: State, among: readonly number[], final: string): string =>
  among.map((mode) => (state.changed.has(mode) ? `\x1b[?${mode}${final}` : "")).join("");

/** What belongs to the alternate screen first, then the way out of it, then what is left for the main one. */
function undoing(state: State): string {
  return [
    privates(state, [2026], "l"),
    state.keyboardFlags ? "\x1b[=0u" : "",
    pop(state.pushed.alt),
    privates(state, ALT_SCREENS, "l"),
    pop(state.pushed.main),
    state.otherKeys === undefined ? "" : "\x1b[>4m",
    privates(
      state,
      OFF_BY_DEFAULT.filter((mode) => mode !== 2026),
      "l",
    ),
    state.keypad ? "\x1b>" : "",
    // Setting the margins moves the cursor home: put it back.
    state.region ? "\x1b7\x1b[r\x1b8" : "",
    state.cursorShape ? "\x1b[0 q" : "",
    privates(state, ON_BY_DEFAULT, "h"),
  ].join("");
}

/** Margins, cursor shape and an open synchronised update are left to the agent's own redraw. */
function redoing(state: State): string {
  const push = (flags: readonly string[]) => flags.map((value) => `\x1b[>${value}u`).join("");
  return [
    push(state.pushed.main),
    privates(state, ALT_SCREENS, "h"),
    push(state.pushed.alt),
    state.otherKeys === undefined ? "" : `\x1b[>4;${state.otherKeys}m`,
    privates(
      state,
      OFF_BY_DEFAULT.filter((mode) => mode !== 2026),
      "h",
    ),
    state.keypad ? "\x1b=" : "",
    privates(state, ON_BY_DEFAULT, "l"),
  ].join("");
}
