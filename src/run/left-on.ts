// What an agent has changed of its terminal and not changed back, one sequence after the other. Pure.
// Sources: xterm's ctlseqs, the kitty keyboard protocol (one stack of flags for each of the two screens), Linux's console_codes(4).
import type { SequenceHandlers } from "./sequences.ts";
import { afterSgr } from "./sgr.ts";

export const ALT_SCREENS = [47, 1047, 1049];
/**
 * Off when nobody asked: cursor keys, reverse video, origin, X10 mouse, reverse wrap, keypad, left and right margins, mouse kinds and
 * encodings, focus, paste, synchronised output, colour scheme, sizes told in the input, key and paste events of a terminal's own.
 * Not here: what is on by default in some terminals and does no harm (1007 alternate scroll, 2027 grapheme clusters).
 */
const OFF_BY_DEFAULT = [1, 5, 6, 9, 45, 66, 69, 1000, 1001, 1002, 1003, 1004, 1005, 1006, 1015, 1016, 2004, 2026, 2031, 2048, 5522, 7727];
/** On when nobody asked: automatic wrap, cursor. */
export const ON_BY_DEFAULT = [7, 25];
/** Switched off by who leaves the terminal to somebody else. */
const GOODBYES = new Set([...ALT_SCREENS, 2004]);
/** Undone in a place of their own. */
export const [ORIGIN, SYNCHRONISED] = [6, 2026];
export const OFF_LIKE_OTHERS = OFF_BY_DEFAULT.filter((mode) => mode !== ORIGIN && mode !== SYNCHRONISED);
const TRACKED = new Set([...ALT_SCREENS, ...OFF_BY_DEFAULT, ...ON_BY_DEFAULT]);
/** Modes without a `?`, off when nobody asked: keyboard locked, insert, new line. */
export const ANSI_TRACKED = [2, 4, 20];
/** More titles than this were not pushed to be popped. */
const MAX_TITLES = 8;
/** As many keyboard flags as are popped again; terminals keep fewer. */
export const MAX_PUSHED = 99;

/** Kitty keyboard flags of one screen. */
export type Keyboard = { pushed: string[]; setInPlace: string | undefined };

export type LeftOn = {
  /** Tracked private modes that are not at their default. */
  changed: Set<number>;
  /** How often it has gone back to the main screen, or to pastes that are not marked. */
  goodbyes: number;
  ansi: Set<number>;
  keyboards: { main: Keyboard; alt: Keyboard };
  /** xterm's key resources by number, 4 is modifyOtherKeys; absent where the terminal's own is in force. */
  keyResources: Map<string, string>;
  keypad: boolean;
  region: boolean;
  /** Another character set than ASCII: designated, shifted to. */
  charset: boolean;
  shifted: boolean;
  /** Bits of src/run/sgr.ts, now and where `ESC 7` saved them. */
  sgr: number;
  savedSgr: number;
  hyperlink: boolean;
  cursorShape: string | undefined;
  /** What OSC 4 and 10 to 19 changed: the palette, the terminal's own colours. */
  colours: Map<number, string>;
  /** Titles pushed, by which. */
  titles: string[];
  progress: boolean;
};

export const nothingLeft = (): LeftOn => ({
  changed: new Set(),
  goodbyes: 0,
  ansi: new Set(),
  keyboards: { main: { pushed: [], setInPlace: undefined }, alt: { pushed: [], setInPlace: undefined } },
  keyResources: new Map(),
  keypad: false,
  region: false,
  charset: false,
  shifted: false,
  sgr: 0,
  savedSgr: 0,
  hyperlink: false,
  cursorShape: undefined,
  colours: new Map(),
  titles: [],
  progress: false,
});

export const isAlt = (left: LeftOn): boolean => ALT_SCREENS.some((mode) => left.changed.has(mode));

function setPrivate(left: LeftOn, params: string, on: boolean): void {
  for (const mode of params.split(";").map(Number)) {
    if (!TRACKED.has(mode)) continue;
    if (!on && GOODBYES.has(mode) && left.changed.has(mode)) left.goodbyes += 1;
    if (on && mode === 1049 && !isAlt(left)) left.savedSgr = left.sgr;
    if (on === ON_BY_DEFAULT.includes(mode)) left.changed.delete(mode);
    else left.changed.add(mode);
    // The three ways to the alternate screen lead back from each other's.
    if (on || !ALT_SCREENS.includes(mode)) continue;
    for (const alt of ALT_SCREENS) left.changed.delete(alt);
    left.keyboards.alt = { pushed: [], setInPlace: undefined };
    if (mode === 1049) left.sgr = left.savedSgr;
  }
}

function setAnsi(left: LeftOn, params: string, on: boolean): void {
  for (const mode of params.split(";").map(Number)) {
    if (!ANSI_TRACKED.includes(mode)) continue;
    if (on) left.ansi.add(mode);
    else left.ansi.delete(mode);
  }
}

function setKeyboard(left: LeftOn, kind: string, params: string): void {
  const keyboard = isAlt(left) ? left.keyboards.alt : left.keyboards.main;
  const { pushed } = keyboard;
  if (kind === ">") {
    pushed.push(params || "0");
    if (pushed.length > MAX_PUSHED) pushed.shift();
  } else if (kind === "<") pushed.splice(-Math.min(Number(params) || 1, pushed.length || 1));
  else if (kind === "=") keyboard.setInPlace = /^0?(;|$)/.test(params) ? undefined : params;
}

function setKeyResource(left: LeftOn, params: string): void {
  const [resource = "", value = ""] = params.split(";");
  if (!/^[0-7]$/.test(resource)) return;
  if (value === "" || value === "0") left.keyResources.delete(resource);
  else left.keyResources.set(resource, value);
}

function softReset(left: LeftOn): void {
  for (const mode of [1, ORIGIN, 66, 69, ...ON_BY_DEFAULT]) left.changed.delete(mode);
  left.ansi.clear();
  Object.assign(left, { keypad: false, region: false, charset: false, shifted: false, sgr: 0, savedSgr: 0 });
}

function setTitles(left: LeftOn, params: string): void {
  const [what, which = "0"] = params.split(";");
  if (what === "22" && left.titles.length < MAX_TITLES) left.titles.push(which);
  else if (what === "23") left.titles.pop();
}

/** `body` is all between `ESC [` and the final byte. */
function csi(left: LeftOn, body: string, final: string): void {
  const kind = body[0] ?? "";
  const isPlain = /^[\d;]*$/.test(body);
  switch (final) {
    case "h":
    case "l":
      if (kind === "?") setPrivate(left, body.slice(1), final === "h");
      else if (isPlain) setAnsi(left, body, final === "h");
      return;
    case "u":
      setKeyboard(left, kind, body.slice(1));
      return;
    case "m":
      if (kind === ">") setKeyResource(left, body.slice(1));
      return;
    case "n":
      if (kind === ">") left.keyResources.delete(body.slice(1));
      return;
    case "r":
      if (isPlain) left.region = body !== "" && body !== ";";
      return;
    case "q":
      if (body.endsWith(" ")) left.cursorShape = /^0? $/.test(body) ? undefined : body;
      return;
    case "t":
      if (isPlain) setTitles(left, body);
      return;
    case "p":
      if (body === "!") softReset(left);
  }
}

function esc(left: LeftOn, body: string): void {
  if (body === "=") left.keypad = true;
  else if (body === ">") left.keypad = false;
  else if (body === "7") left.savedSgr = left.sgr;
  else if (body === "8") left.sgr = left.savedSgr;
  else if (body === "c") Object.assign(left, nothingLeft(), { goodbyes: left.goodbyes });
  else if (body.startsWith("(")) left.charset = body !== "(B";
}

function osc(left: LeftOn, text: string): void {
  const [, number = "", value = ""] = /^(\d{1,3})(?:;(.*))?$/s.exec(text) ?? [];
  const code = Number(number);
  if (code === 8) left.hyperlink = /^[^;]*;./s.test(value);
  else if (code === 9 && value.startsWith("4;")) left.progress = !/^4;0?(;|$)/.test(value);
  else if (code === 4 || (code >= 10 && code <= 19)) {
    if (value !== "" && !value.endsWith("?")) left.colours.set(code, value);
  } else if (code === 104 || (code >= 110 && code <= 119)) left.colours.delete(code - 100);
}

export const handlersFor = (left: LeftOn): SequenceHandlers => ({
  csi: (body, final) => csi(left, body, final),
  sgr: (bytes, from, to) => {
    left.sgr = afterSgr(left.sgr, bytes, from, to);
  },
  esc: (body) => esc(left, body),
  osc: (text) => osc(left, text),
});
