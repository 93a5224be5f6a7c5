// Cutting redacted text. The one place of the hand-off where a string becomes Redacted: what is left of a redacted text is redacted too.
import type { Redacted } from "../model/redacted.ts";

/** What `cut` leaves of a text; `cut` may only take away, or put white space in its place. */
export const less = (text: Redacted, cut: (text: string) => string): Redacted => cut(text) as Redacted;

export const part = (text: Redacted, from: number, to?: number): Redacted => less(text, (whole) => whole.slice(from, to));

/** One line: white space of any length becomes one space. */
export const flat = (text: Redacted): Redacted => less(text, (whole) => whole.replace(/\s+/g, " ").trim());

const MORE = "…";

/** Where to cut `line` so that at most `chars` stay: at a word if one ends near, never inside a placeholder or a surrogate pair. */
function cutAt(line: string, chars: number): number {
  const head = line.slice(0, chars);
  const space = head.lastIndexOf(" ");
  let at = space > chars * 0.6 ? space : chars;
  const opened = line.lastIndexOf("‹", at - 1);
  if (opened >= 0 && line.indexOf("›", opened) >= at) at = opened;
  const last = line.charCodeAt(at - 1);
  return last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
}

/** One line of at most `chars` characters; a longer text is cut at a word and ends with `…`. */
export function clip(text: Redacted, chars: number): Redacted {
  const line = flat(part(text, 0, chars * 4));
  const isWhole = text.length <= chars * 4;
  if (line.length <= chars && isWhole) return line;
  const at = line.length < chars ? line.length : cutAt(line, chars - MORE.length);
  return less(line, (whole) => `${whole.slice(0, at).trimEnd()}${MORE}`);
}

/** Head and tail of a long text in at most `chars` characters: an answer says first what it is and last what is left. */
export function ends(text: Redacted, chars: number): Redacted {
  const line = flat(text);
  if (line.length <= chars) return line;
  const head = clip(line, Math.floor(chars * 0.6));
  const from = line.length - (chars - head.length - 1);
  const space = line.indexOf(" ", from);
  const start = space < 0 || space > line.length - 20 ? from : space + 1;
  const first = line.charCodeAt(start);
  const isLowSurrogate = first >= 0xdc00 && first <= 0xdfff;
  return less(line, (whole) => `${head} ${whole.slice(isLowSurrogate ? start + 1 : start)}`);
}

const EMPHASIS = /(^|[\s("'])\*\*([^\s*](?:[^*\n]{0,300}[^\s*])?)\*\*/gm;

/** Without the marks of bold text, which mean nothing once a sentence stands alone. */
export const unbold = (text: Redacted): Redacted => (text.includes("**") ? less(text, (whole) => whole.replace(EMPHASIS, "$1$2")) : text);
