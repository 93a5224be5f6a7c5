// Terminal output → the same output with secrets of known shape starred out, byte for byte as long, so that the screen stays as it was.

import type { Span } from "./find-tokens.ts";
import { findSecrets } from "./redact.ts";

type FrameMask = { push(bytes: Uint8Array): Uint8Array; flush(): Uint8Array };

/** The longest unfinished word that is held back until its rest comes. Most reads end at an escape sequence or a line end. */
const CARRY_BYTES = 4096;
/** Text before the carry that is looked at again, so that a name in front of a value is seen with it. */
const CONTEXT_BYTES = 256;

const STAR = 0x2a;
const isVisible = (byte: number): boolean => byte > 0x20 && byte < 0x7f;

const KEY_BEGIN = /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g;
/** The last line of a key, or what stands in none: a key that was cut off ends there. */
const KEY_END = /-----END |[^A-Za-z0-9+/=\s\\"',:|>-]|[A-Za-z]{2} [A-Za-z]{2}/g;
const KEY_BYTES = 32_000;

/** Where the word at the end of the bytes begins that the next ones may go on with; an escape sequence before it counts as its part. */
function openWord(bytes: Uint8Array): number {
  let at = bytes.length;
  while (at > 0 && bytes.length - at < CARRY_BYTES && isVisible(bytes[at - 1] ?? 0)) at -= 1;
  return bytes[at - 1] === 0x1b ? at - 1 : at;
}

const [SPACE, ESC, BEL, BACKSLASH, OPEN_BRACKET, CLOSE_BRACKET] = [0x20, 0x1b, 0x07, 0x5c, 0x5b, 0x5d];
const OSC_BYTES = 512;

/** Where `bytes` stop being within `from` and `to`. */
function skip(bytes: Uint8Array, at: number, from: number, to: number): number {
  let next = at;
  for (let byte = bytes[next]; byte !== undefined && byte >= from && byte <= to; byte = bytes[next]) next += 1;
  return next;
}

/** Index after the escape sequence that begins at `at`; `at` if it is none, or not whole. */
function sequenceEnd(bytes: Uint8Array, at: number): number {
  const kind = bytes[at + 1];
  if (kind === OPEN_BRACKET) {
    const last = skip(bytes, skip(bytes, at + 2, 0x30, 0x3f), 0x20, 0x2f);
    const byte = bytes[last] ?? 0;
    return byte >= 0x40 && byte <= 0x7e ? last + 1 : at;
  }
  if (kind === CLOSE_BRACKET) {
    let last = at + 2;
    while (last < bytes.length && last - at - 2 < OSC_BYTES && bytes[last] !== BEL && bytes[last] !== ESC) last += 1;
    if (bytes[last] === BEL) return last + 1;
    return bytes[last] === ESC && bytes[last + 1] === BACKSLASH ? last + 2 : at;
  }
  const last = skip(bytes, at + 1, 0x20, 0x2f);
  const byte = bytes[last] ?? 0;
  const isFinal = byte >= 0x30 && byte <= 0x7e && byte !== OPEN_BRACKET && byte !== CLOSE_BRACKET;
  return isFinal ? last + 1 : at;
}

/** A character for each byte, and a space for each of an escape sequence: what colours a word is no part of it. By hand, since it sees all output. */
function blanked(bytes: Buffer): string {
  if (!bytes.includes(ESC)) return bytes.toString("latin1");
  const blank = Buffer.from(bytes);
  for (let at = 0, end = 0; at < bytes.length; at += 1) {
    if (at >= end && bytes[at] === ESC) end = sequenceEnd(bytes, at);
    if (at < end) blank[at] = SPACE;
  }
  return blank.toString("latin1");
}

function star(bytes: Uint8Array, text: string, from: number, to: number): void {
  for (let at = Math.max(0, from); at < Math.min(to, bytes.length); at += 1) {
    if (text[at] !== " " && isVisible(bytes[at] ?? 0)) bytes[at] = STAR;
  }
}

/** Stars out the bodies of keys, line after line until their end. What it is given are the new bytes, and the text seen with what came before. */
function keyMask(): (bytes: Uint8Array, text: string, seen: string) => void {
  let left = 0;
  /** One key from here on. Returns where it ended, and remembers how much more of it may come. */
  function starKey(bytes: Uint8Array, text: string, from: number, allowed: number): number {
    KEY_END.lastIndex = from;
    const end = KEY_END.exec(text)?.index;
    const to = Math.min(end ?? text.length, from + allowed);
    star(bytes, text, from, to);
    left = end === undefined ? allowed - (to - from) : 0;
    return to;
  }
  return (bytes, text, seen) => {
    const before = seen.length - text.length;
    let at = left > 0 ? starKey(bytes, text, 0, left) : 0;
    KEY_BEGIN.lastIndex = 0;
    for (let begin = KEY_BEGIN.exec(seen); begin !== null; begin = KEY_BEGIN.exec(seen)) {
      const from = begin.index + begin[0].length - before;
      if (from >= at && from > 0) at = starKey(bytes, text, from, KEY_BYTES);
    }
  };
}

/** Stream of one terminal. What `push` holds back comes with the next one, or with `flush`. */
export function frameMask(): FrameMask {
  const starKeys = keyMask();
  let carry: Buffer = Buffer.alloc(0);
  let context = "";
  /** True if the last word given out was a secret that may go on. */
  let goesOn = false;

  function masked(bytes: Buffer, isFinal: boolean): Uint8Array {
    const text = blanked(bytes);
    const seen = context + text;
    const before = context.length;
    if (goesOn) star(bytes, text, 0, /^[A-Za-z0-9_\-.+/=~]*/.exec(text)?.[0].length ?? 0);
    const spans: Span[] = findSecrets(seen).filter((span) => span.kind !== "private-key");
    for (const span of spans) star(bytes, text, span.start - before, span.end - before);
    starKeys(bytes, text, seen);
    goesOn = !isFinal && spans.some((span) => span.end === seen.length);
    context = text.slice(-CONTEXT_BYTES);
    return bytes;
  }

  return {
    push(chunk) {
      const all = carry.length === 0 ? Buffer.from(chunk) : Buffer.concat([carry, chunk]);
      const from = openWord(all);
      // A word longer than the carry goes out in parts; `goesOn` stars the rest of a secret among them.
      const cut = all.length - from >= CARRY_BYTES ? all.length : from;
      carry = Buffer.from(all.subarray(cut));
      return cut === 0 ? new Uint8Array(0) : masked(all.subarray(0, cut), cut !== all.length);
    },
    flush() {
      const rest = carry;
      carry = Buffer.alloc(0);
      return rest.length === 0 ? new Uint8Array(0) : masked(rest, true);
    },
  };
}
