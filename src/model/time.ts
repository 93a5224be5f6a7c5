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

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** `just now`, `5 min ago`, `3 h ago`, `2 d ago`, then the date. */
export function ago(at: Millis, now: Millis): string {
  const gone = now - at;
  if (gone < MINUTE_MS) return "just now";
  if (gone < HOUR_MS) return `${Math.floor(gone / MINUTE_MS)} min ago`;
  if (gone < DAY_MS) return `${Math.floor(gone / HOUR_MS)} h ago`;
  if (gone < 30 * DAY_MS) return `${Math.floor(gone / DAY_MS)} d ago`;
  return isoTime(at).slice(0, 10);
}
