// Colours and styles of text that are on (SGR, `ESC [ … m`): as bits, since all that is asked is whether any is. Pure.
// Nothing is allocated in here: it is by far the most frequent sequence of an agent.

const [ZERO, NINE, COLON, SEMICOLON] = [0x30, 0x39, 0x3a, 0x3b];
const [FOREGROUND, BACKGROUND, UNDERLINE, UNDERLINE_COLOUR] = [1 << 0, 1 << 1, 1 << 2, 1 << 3];
const FIRST_STYLE_BIT = 4;
/** First and last code that switch on, and the code that switches off. */
const STYLES: readonly (readonly [first: number, last: number, off: number])[] = [
  [1, 2, 22],
  [3, 3, 23],
  [5, 6, 25],
  [7, 7, 27],
  [8, 8, 28],
  [9, 9, 29],
  [11, 20, 10],
  [51, 52, 54],
  [53, 53, 55],
  [73, 74, 75],
];
const COLOURS: readonly (readonly [first: number, last: number, bit: number])[] = [
  [30, 38, FOREGROUND],
  [90, 97, FOREGROUND],
  [40, 48, BACKGROUND],
  [100, 107, BACKGROUND],
  [58, 58, UNDERLINE_COLOUR],
  [4, 4, UNDERLINE],
  [21, 21, UNDERLINE],
];

/** By code, as bits. */
const ON = new Int32Array(128);
const OFF = new Int32Array(128);
for (const [first, last, bit] of COLOURS) ON.fill(bit, first, last + 1);
for (const [style, [first, last, off]] of STYLES.entries()) {
  ON.fill(1 << (FIRST_STYLE_BIT + style), first, last + 1);
  OFF[off] = 1 << (FIRST_STYLE_BIT + style);
}
OFF[39] = FOREGROUND;
OFF[49] = BACKGROUND;
OFF[24] = UNDERLINE;
OFF[59] = UNDERLINE_COLOUR;

const hasColour = (code: number): boolean => code === 38 || code === 48 || code === 58;
/** How many more parameters a colour has whose kind is this: `5;n` or `2;r;g;b`. */
const partsOf = (kind: number): number => (kind === 5 ? 1 : kind === 2 ? 3 : 0);

/**
 * Which bits are on after the parameters in `bytes` from `from` to before `to`, if `on` were before: `1;38;5;9`. What hangs on a parameter
 * by colons (`4:3`, `38:2::1:2:3`) is its own affair, but that `4:0` is no underline.
 */
export function afterSgr(on: number, bytes: Uint8Array, from: number, to: number): number {
  let now = on;
  /** Of the parameter at hand: its number, the last one that hangs on it, how many do. */
  let [code, sub, subs] = [0, 0, 0];
  /** Parameters that are parts of a colour; `isKind`: the next one says how many. */
  let [toSkip, isKind] = [0, false];
  for (let at = from; at <= to; at++) {
    const byte = at === to ? SEMICOLON : (bytes[at] ?? SEMICOLON);
    if (byte >= ZERO && byte <= NINE) {
      if (subs === 0) code = code * 10 + byte - ZERO;
      else sub = sub * 10 + byte - ZERO;
      continue;
    }
    if (byte === COLON) {
      subs += 1;
      sub = 0;
      continue;
    }
    if (byte !== SEMICOLON) continue;
    const isPart = isKind || toSkip > 0;
    if (isKind) toSkip = partsOf(code);
    else if (toSkip > 0) toSkip -= 1;
    else if (code === 0) now = 0;
    else if (code === 4 && subs === 1 && sub === 0) now &= ~UNDERLINE;
    else if (code < ON.length) now = (now | (ON[code] ?? 0)) & ~(OFF[code] ?? 0);
    isKind = !isPart && subs === 0 && hasColour(code);
    [code, sub, subs] = [0, 0, 0];
  }
  return now;
}
