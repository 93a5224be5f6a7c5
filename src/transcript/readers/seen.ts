// What a reader has met already: short lists that are stored with its state.
import { createHash } from "../../host/hash.ts";

const REMEMBERED = 48;

/** Twelve hexadecimal digits that stand for a text. */
export const digest = (text: string): string => createHash("sha1").update(text).digest("hex").slice(0, 12);

/** Adds to a list that stays short: twins are near each other. */
export function note<T>(seen: T[], item: T): void {
  seen.push(item);
  if (seen.length > REMEMBERED) seen.shift();
}

/** True the first time. */
export function isNew(seen: string[], item: string): boolean {
  if (seen.includes(item)) return false;
  note(seen, item);
  return true;
}
