// Notes in a run's folder, for those who cannot wait for a database: plain files, written whole, gone when the run is finished.
import type { Millis } from "./ids.ts";
import type { Redacted } from "./redacted.ts";
import type { Run } from "./run.ts";
import type { Exit } from "./session.ts";

/** By the wrapper, before the agent starts: the run without its arguments, which nobody has redacted yet. */
export const RUN_NOTE = "run.json";
/** By the wrapper, at the agent's end. */
export const EXIT_NOTE = "exit.json";
/** By the recorder: the usage limit that the agent stands at. */
export const LIMIT_NOTE = "limit.json";
/** By the recorder, for the agent's hook: what is given back after a compaction. */
export const COMPACTED_NOTE = "compact.json";

/** `text`: the agent's own message. */
export type LimitNote = { text: Redacted; resetsAt?: Millis };

function parsed(json: string | undefined): Record<string, unknown> | undefined {
  try {
    const raw: unknown = JSON.parse(json ?? "");
    return typeof raw === "object" && raw !== null ? (raw as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

/** Undefined for anything that is not such a note. */
export function parseLimitNote(json: string | undefined): LimitNote | undefined {
  const raw = parsed(json);
  if (typeof raw?.text !== "string") return undefined;
  return { text: raw.text as Redacted, ...(typeof raw.resetsAt === "number" && { resetsAt: raw.resetsAt }) };
}

/** Undefined for anything that is not such a note. */
export function parseExitNote(json: string | undefined): Exit | undefined {
  const raw = parsed(json);
  if (typeof raw?.code !== "number") return undefined;
  return { code: raw.code, ...(typeof raw.signal === "number" && { signal: raw.signal }), ...(raw.asked === true && { asked: true }) };
}

/** Undefined for anything that is not such a note. Its insides are ours: nobody else writes there. */
export function parseRunNote(json: string | undefined): Run | undefined {
  const raw = parsed(json);
  return typeof raw?.id === "string" && typeof raw.place === "object" && typeof raw.wrapper === "object"
    ? (raw as unknown as Run)
    : undefined;
}
