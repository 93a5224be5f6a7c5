// What the recorder tells the wrapper of a usage limit, in a file of the run's folder.
import type { Millis } from "./ids.ts";
import type { Redacted } from "./redacted.ts";

export const LIMIT_NOTE = "limit.json";

/** `text`: the agent's own message. */
export type LimitNote = { text: Redacted; resetsAt?: Millis };

/** Undefined for anything that is not such a note. */
export function parseLimitNote(json: string): LimitNote | undefined {
  try {
    const raw: unknown = JSON.parse(json);
    if (typeof raw !== "object" || raw === null || !("text" in raw) || typeof raw.text !== "string") return undefined;
    const resetsAt = "resetsAt" in raw && typeof raw.resetsAt === "number" ? raw.resetsAt : undefined;
    return { text: raw.text as Redacted, ...(resetsAt !== undefined && { resetsAt }) };
  } catch {
    return undefined;
  }
}
