// A history's text, read as the recorder reads it: line by line, the state stored in between if asked for.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DraftEvent, Fact } from "../../src/model/event.ts";
import type { Reader } from "../../src/transcript/reader.ts";

export function factsOf(reader: Reader, path: string, text: string): Fact[] {
  const state = reader.start(path);
  return text.split("\n").flatMap((line, at) => {
    const raw = line.endsWith("\r") ? line.slice(0, -1) : line;
    return reader.step(state, { line: at + 1, text: raw, sizeBytes: Buffer.byteLength(raw) });
  });
}

export const eventsOf = (facts: readonly Fact[]): DraftEvent[] => facts.flatMap((fact) => (fact.kind === "event" ? [fact.event] : []));

/** Records as lines, for histories that a test makes up. */
export const lines = (...records: readonly unknown[]): string => records.map((record) => JSON.stringify(record)).join("\n");

export function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .sort();
}

export const textOf = (path: string): string => readFileSync(path, "utf8");
