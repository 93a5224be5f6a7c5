// Foreign JSON, read without trust: a field has the type that was asked for, or it is absent.
import { isTable, type Table } from "../model/table.ts";

/** A record of a history, or a part of one. */
export type Rec = Table;

const EMPTY: Rec = {};

/** The object below `key`, or an empty one: reading on from it finds nothing. */
export const rec = (from: Rec, key: string): Rec => {
  const value = from[key];
  return isTable(value) ? value : EMPTY;
};

export const str = (from: Rec, key: string): string | undefined => {
  const value = from[key];
  return typeof value === "string" ? value : undefined;
};

export const num = (from: Rec, key: string): number | undefined => {
  const value = from[key];
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
};

export const flag = (from: Rec, key: string): boolean => from[key] === true;

export const list = (from: Rec, key: string): readonly unknown[] => {
  const value = from[key];
  return Array.isArray(value) ? value : [];
};

/** The objects of a list; what is none is left out. */
export const recs = (from: Rec, key: string): readonly Rec[] => list(from, key).filter(isTable);

/** The object in this text, or undefined: foreign lines are often damaged, which is no exception. */
export function parseRec(text: string): Rec | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isTable(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type ParsedLine = { kind: "record"; record: Rec; lost: boolean } | { kind: "blank" } | { kind: "bad"; why: string };

const RECORD_STARTS = ['{"parentUuid":', '{"timestamp":', '{"type":'];
/** A half record can hold other beginnings; so many are tried. */
const MAX_TRIES = 8;

/** A half line that a crash left and the next record, glued to it: the whole record at its end. */
function gluedRecord(text: string): Rec | undefined {
  for (const start of RECORD_STARTS) {
    let at = text.indexOf(start, 1);
    for (let tries = 0; at > 0 && tries < MAX_TRIES; tries += 1) {
      const record = parseRec(text.slice(at));
      if (record !== undefined) return record;
      at = text.indexOf(start, at + 1);
    }
  }
  return undefined;
}

/** One line of a JSON-lines file; BOM, CR and NUL around a record do no harm. */
export function parseLine(raw: string | undefined, sizeBytes: number): ParsedLine {
  if (raw === undefined) return { kind: "bad", why: `line too long (${Math.round(sizeBytes / 1e6)} MB)` };
  const text = raw.includes("\0") || raw.startsWith("\uFEFF") ? raw.replace(/[\0\uFEFF]/g, "") : raw;
  if (text.trim() === "") return { kind: "blank" };
  const record = parseRec(text);
  if (record !== undefined) return { kind: "record", record, lost: false };
  const glued = gluedRecord(text);
  if (glued !== undefined) return { kind: "record", record: glued, lost: true };
  return { kind: "bad", why: text.trimStart().startsWith("{") ? "not valid JSON (cut off or damaged)" : "not a JSON object" };
}
