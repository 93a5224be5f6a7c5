// A history far larger than the heap, with a line that is larger still, goes through the real program.
import { spawnSync } from "node:child_process";
import { closeSync, existsSync, mkdirSync, openSync, writeSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MEM = join(ROOT, "dist", "mem.cjs");
const HEAP_MB = 112;
const REPLIES = 32_000;
const REPLY_CHARS = 5000;
const LONG_LINE_CHARS = 40 * 1024 * 1024;
const NATIVE_ID = "11111111-2222-4333-8444-555555555555";

const record = (n: number, role: "user" | "assistant", text: string): string =>
  `${JSON.stringify({
    type: role,
    sessionId: NATIVE_ID,
    uuid: `u${n}`,
    cwd: "/nowhere/shop",
    version: "2.1.332",
    timestamp: new Date(Date.UTC(2026, 10, 1) + n * 1000).toISOString(),
    message: { role, content: role === "user" ? text : [{ type: "text", text }] },
  })}\n`;

function writeHistory(path: string): void {
  const file = openSync(path, "w");
  writeSync(file, record(0, "user", "Fix the pagination of the orders list."));
  writeSync(file, record(1, "user", "x".repeat(LONG_LINE_CHARS)));
  const filler = "page two repeats rows of page one since the order is not unique per shop; ".repeat(REPLY_CHARS / 74);
  for (let n = 2; n < REPLIES; n += 1) writeSync(file, record(n, n % 20 === 0 ? "user" : "assistant", `Step ${n}. ${filler}`));
  writeSync(file, record(REPLIES, "assistant", "We decided to order by created_at and then id, because id alone is not unique."));
  closeSync(file);
}

test.skipIf(!existsSync(MEM))("a history larger than the heap is read, summarised, briefed and shown", { timeout: 180_000 }, () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "home"));
  const path = join(folder, `${NATIVE_ID}.jsonl`);
  writeHistory(path);
  const env = {
    PATH: process.env.PATH ?? "",
    HOME: join(folder, "home"),
    MEM_DATA_DIR: join(folder, "data"),
    NODE_OPTIONS: `--max-old-space-size=${HEAP_MB}`,
  };
  const mem = (...args: string[]) =>
    spawnSync(process.execPath, [MEM, ...args], { cwd: folder, env, encoding: "utf8", maxBuffer: 1024 * 1024 * 1024 });

  const read = mem("ingest", path, "--json");
  expect(read.stderr).toBe("");
  expect(JSON.parse(read.stdout)).toMatchObject({
    sessions: [{ native_id: NATIVE_ID, events: REPLIES, skipped: [{ line: 2, why: "line too long (42 MB)" }] }],
  });
  const summary = JSON.parse(mem("show", NATIVE_ID, "--summary", "--json").stdout);
  expect(summary.goal.text).toContain("Fix the pagination");
  expect(summary.decisions.at(-1).text).toContain("created_at and then id");
  expect(mem("brief", "--session", NATIVE_ID).stdout).toContain("created_at and then id");
  // More text than one string can be made from at this heap.
  expect(JSON.parse(mem("show", NATIVE_ID, "--events", "--json").stdout)).toHaveLength(REPLIES);
});
