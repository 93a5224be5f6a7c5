// Text that went through the one door, `transcript/redact.ts`: only such text may be stored or sent.

declare const redacted: unique symbol;
/** Normalised (no ANSI, control or bidi characters but newline and tab), secrets replaced by `‹redacted:kind›`. */
export type Redacted = string & { readonly [redacted]: true };

/** Texts of our own that hold nothing foreign: joins, labels, empty strings. */
export const own = (literal: string): Redacted => literal as Redacted;
