// Whose history a file is, by what stands in it: the reader that recognises most of its first lines.
import { closeSync, openSync } from "node:fs";
import { wholeLines } from "../transcript/lines.ts";
import type { Reader } from "../transcript/reader.ts";

/** Real histories begin with some tens of records of set-up. */
const LINES_TRIED = 200;

/** Facts about a conversation in the first lines; what is only skipped counts for nothing. */
function recognised(path: string, reader: Reader): number {
  const fd = openSync(path, "r");
  try {
    const state = reader.start(path);
    let count = 0;
    let tried = 0;
    for (const line of wholeLines(fd, { offset: 0, line: 0 })) {
      count += reader.step(state, line).filter((fact) => fact.kind === "event" || fact.kind === "session").length;
      tried += 1;
      if (tried >= LINES_TRIED) break;
    }
    return count;
  } finally {
    closeSync(fd);
  }
}

/** The one that recognises most; undefined if none recognises anything. Throws what opening the file throws. */
export function sniff<Source extends { reader: Reader }>(path: string, sources: readonly Source[]): Source | undefined {
  const rated = sources.map((source) => ({ source, count: recognised(path, source.reader) })).filter(({ count }) => count > 0);
  return rated.sort((a, b) => b.count - a.count)[0]?.source;
}
