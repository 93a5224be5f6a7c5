// A history file, from where reading stopped to its end → whole lines. Never holds more than one line of the file.
import { fstatSync, readSync } from "node:fs";
import { type HistoryLine, MAX_LINE_BYTES } from "./reader.ts";

/** `end`: offset of the byte after the line's end, where reading goes on. */
type WholeLine = HistoryLine & { end: number };

const CHUNK_BYTES = 256 * 1024;
const NEWLINE = 0x0a;
const BOM = "\ufeff";

const isBlank = (text: string | undefined): boolean => text !== undefined && text.trim() === "";

function toText(parts: readonly Buffer[], isFirst: boolean): string {
  const whole = parts.length === 1 && parts[0] ? parts[0] : Buffer.concat(parts);
  const text = whole.toString("utf8");
  const start = isFirst && text.startsWith(BOM) ? 1 : 0;
  return text.slice(start, text.endsWith("\r") ? -1 : undefined);
}

/** A last line without its end is whole if it is a whole JSON value: an object that is closed cannot go on. */
function isWholeJson(text: string | undefined): boolean {
  if (text === undefined || !text.startsWith("{")) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Collects the bytes of one line, and lets go of them once there are more than the limit. */
function lineBuffer() {
  let parts: Buffer[] = [];
  let sizeBytes = 0;
  return {
    add(bytes: Buffer): void {
      sizeBytes += bytes.length;
      // Copied, since the chunk's memory is used again for the next read.
      if (sizeBytes <= MAX_LINE_BYTES) parts.push(Buffer.from(bytes));
      else parts = [];
    },
    take(isFirst: boolean): { text: string | undefined; sizeBytes: number } {
      const line = { text: sizeBytes > MAX_LINE_BYTES ? undefined : toText(parts, isFirst), sizeBytes };
      parts = [];
      sizeBytes = 0;
      return line;
    },
    size: (): number => sizeBytes,
  };
}

/**
 * Lines of the open file `fd` after `offset`; `line` is the number of the line before them. Blank lines are left out but counted.
 * An unfinished last line is not given (it will be, once it is whole), unless it already is a whole JSON object.
 */
export function* wholeLines(fd: number, from: { offset: number; line: number }): Generator<WholeLine> {
  const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
  const collected = lineBuffer();
  let { offset: at, line } = from;
  const end = fstatSync(fd).size;
  while (at < end) {
    const count = readSync(fd, chunk, 0, Math.min(CHUNK_BYTES, end - at), at);
    if (count === 0) break;
    let start = 0;
    for (let stop = chunk.indexOf(NEWLINE); stop !== -1 && stop < count; stop = chunk.indexOf(NEWLINE, start)) {
      collected.add(chunk.subarray(start, stop));
      start = stop + 1;
      line += 1;
      const whole = collected.take(line === 1);
      if (!isBlank(whole.text)) yield { ...whole, line, end: at + start };
    }
    collected.add(chunk.subarray(start, count));
    at += count;
  }
  if (collected.size() === 0) return;
  const rest = collected.take(line === 0);
  if (isWholeJson(rest.text)) yield { ...rest, line: line + 1, end: at };
}
