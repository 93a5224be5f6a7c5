import { mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fileLog } from "../../src/host/log.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { tempFolder } from "../support/temp-folder.ts";

const MB = 1024 * 1024;

test("a line is JSON with the time, who wrote it, and an error as one text", () => {
  const path = join(tempFolder(), "logs", "mem.jsonl");
  fileLog(path, fakeClock(0), "recorder").error("sink dropped", { cause: new TypeError("gone") });
  expect(JSON.parse(readFileSync(path, "utf8"))).toEqual({
    at: "1970-01-01T00:00:00.000Z",
    level: "error",
    who: "recorder",
    event: "sink dropped",
    cause: "TypeError: gone",
  });
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("the file stays small, also while one process writes for hours", () => {
  const path = join(tempFolder(), "mem.jsonl");
  const log = fileLog(path, fakeClock(0), "recorder");
  for (let line = 0; line < 3000; line++) log.error("summary failed", { cause: "x".repeat(1000) });
  expect(statSync(path).size).toBeLessThan(1.1 * MB);
  expect(statSync(`${path}.old`).size).toBeLessThan(1.1 * MB);
});

test("a log that cannot be written stops nothing", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "file"), "");
  mkdirSync(join(folder, "folder"));
  for (const path of [join(folder, "file", "mem.jsonl"), join(folder, "folder")])
    expect(() => fileLog(path, fakeClock(0), "mem").info("started")).not.toThrow();
});
