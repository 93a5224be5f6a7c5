// Notes in a run's folder, for those who cannot wait for a database: plain files, written whole, gone when the run is finished.
import { type Millis, type NativeId, parseRunId } from "./ids.ts";
import type { Redacted } from "./redacted.ts";
import type { Run } from "./run.ts";
import type { Exit } from "./session.ts";
import { isTable, type Table } from "./table.ts";

/** By the wrapper, before the agent starts: the run without its arguments, which nobody has redacted yet. */
export const RUN_NOTE = "run.json";
/** By the wrapper, at the agent's end; it is never longer than this, which is reserved at the start: the disk may be full by then. */
export const EXIT_NOTE = "exit.json";
export const EXIT_NOTE_BYTES = 128;
/** By the recorder: the usage limit that the agent stands at. */
export const LIMIT_NOTE = "limit.json";
/**
 * By the recorder, for the agent's hook: what is given back after a compaction of that session. A run may have several (`/clear`), and an
 * agent started by this one inherits its environment, the folder's name included.
 */
export const compactedNote = (session: NativeId): string => `compact-${session}.json`;

/** `text`: the agent's own message. */
export type LimitNote = { text: Redacted; resetsAt?: Millis };

function parsed(json: string | undefined): Table | undefined {
  try {
    const raw: unknown = JSON.parse(json ?? "");
    return isTable(raw) ? raw : undefined;
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

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const holds = (value: unknown, parts: Readonly<Record<string, (part: unknown) => boolean>>): boolean =>
  isTable(value) && Object.entries(parts).every(([name, isRight]) => isRight(value[name]));

const isPlace = (value: unknown): boolean =>
  holds(value, { kind: isText, name: isText, root: isText, worktree: isText, cwd: isText, keys: isList, ignore: isList });
const isDelivered = (value: unknown): boolean =>
  value === undefined || holds(value, { channel: isText, tokens: isNumber, chars: isNumber, sources: isList });
const isWrapper = (value: unknown): boolean => holds(value, { pid: isNumber });

/** Undefined for anything that is not such a note, whole: what is half written or forged is no run. */
export function parseRunNote(json: string | undefined): Run | undefined {
  const raw = parsed(json);
  const isRun =
    holds(raw, { id: isText, agent: isText, startedAt: isNumber, mode: isText, kind: isText, dir: isText, historyRoots: isList }) &&
    holds(raw, { place: isPlace, wrapper: isWrapper, delivered: isDelivered });
  return isRun && parseRunId(String(raw?.id)) !== undefined ? (raw as unknown as Run) : undefined;
}
