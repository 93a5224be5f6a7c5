// Text ⇄ milliseconds, pure: reads no clock. The one file below host/ that names Date.
import type { Millis } from "./ids.ts";

/** Milliseconds of an ISO 8601 text, of a number of seconds or of milliseconds; undefined for anything else. */
export function parseTime(raw: unknown): Millis | undefined {
  if (typeof raw === "number") return Number.isFinite(raw) ? Math.round(raw < 1e11 ? raw * 1000 : raw) : undefined;
  if (typeof raw !== "string") return undefined;
  const at = Date.parse(raw);
  return Number.isNaN(at) ? undefined : at;
}

/** `2026-11-30T18:12:00.000Z` */
export const isoTime = (at: Millis): string => new Date(at).toISOString();

/** `2026-11-30 18:12 UTC`: absolute, for texts that are read days later. */
export const dayAndTime = (at: Millis): string => `${isoTime(at).slice(0, 16).replace("T", " ")} UTC`;

/** `2026-11-30T18-12-00Z`: sorts by time and is safe in a file name. */
export const fileTime = (at: Millis): string => `${isoTime(at).slice(0, 19).replaceAll(":", "-")}Z`;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** `just now`, `5 min ago`, `3 h ago`, `2 d ago`, then the date. */
export function ago(at: Millis, now: Millis): string {
  const gone = now - at;
  if (gone < MINUTE) return "just now";
  if (gone < HOUR) return `${Math.floor(gone / MINUTE)} min ago`;
  if (gone < DAY) return `${Math.floor(gone / HOUR)} h ago`;
  if (gone < 30 * DAY) return `${Math.floor(gone / DAY)} d ago`;
  return isoTime(at).slice(0, 10);
}
