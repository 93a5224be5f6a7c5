import { closeSync, mkdtempSync, openSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { wholeLines } from "../../src/transcript/lines.ts";
import { MAX_LINE_BYTES } from "../../src/transcript/reader.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "mem-lines-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function linesOf(content: string | Buffer, from = { offset: 0, line: 0 }) {
  const path = join(folder, "history.jsonl");
  writeFileSync(path, content);
  const fd = openSync(path, "r");
  try {
    return [...wholeLines(fd, from)];
  } finally {
    closeSync(fd);
  }
}

test("an unfinished last line waits until it is whole, and is read then", () => {
  const first = linesOf('{"a":1}\n{"b":');
  expect(first.map((line) => line.text)).toEqual(['{"a":1}']);
  const last = first[0];
  const then = linesOf('{"a":1}\n{"b":2}\n', { offset: last?.end ?? 0, line: last?.line ?? 0 });
  expect(then).toMatchObject([{ text: '{"b":2}', line: 2 }]);
});

test("a last line that is a whole object needs no line end", () => {
  expect(linesOf('{"a":1}\n{"b":2}').map((line) => line.text)).toEqual(['{"a":1}', '{"b":2}']);
});

test("BOM, CRLF and blank lines are not part of any line, and line numbers stay true", () => {
  expect(linesOf('\ufeff{"a":1}\r\n\r\n{"b":2}\r\n')).toMatchObject([
    { text: '{"a":1}', line: 1 },
    { text: '{"b":2}', line: 3 },
  ]);
});

test("a line over the limit is told by its size only, and the next one is read", () => {
  const long = Buffer.alloc(MAX_LINE_BYTES + 1, "x");
  const lines = linesOf(Buffer.concat([long, Buffer.from('\n{"a":1}\n')]));
  expect(lines).toMatchObject([
    { text: undefined, sizeBytes: MAX_LINE_BYTES + 1 },
    { text: '{"a":1}', line: 2 },
  ]);
});

test("lines longer than a chunk, and bytes that are no UTF-8, come through", () => {
  const long = `"${"é".repeat(300_000)}"`;
  expect(linesOf(`${long}\n`)[0]?.text).toBe(long);
  expect(linesOf(Buffer.from([0x22, 0xff, 0xfe, 0x22, 0x0a]))[0]?.text).toBe('"\ufffd\ufffd"');
});
