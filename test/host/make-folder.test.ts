import { existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../src/host/make-folder.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("missing parents are made too, for their owner only, and what is there is left", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "a"));
  makeFolder(join(folder, "a", "b", "c"));
  makeFolder(join(folder, "a", "b", "c"));
  expect(statSync(join(folder, "a", "b")).mode & 0o777).toBe(0o700);
});

test("a folder below a file is refused", () => {
  const folder = tempFolder();
  writeFileSync(join(folder, "file"), "");
  expect(() => makeFolder(join(folder, "file", "x", "y"))).toThrow();
});

test.skipIf(!existsSync("/proc/self"))("where nothing can be made it says so at once", () => {
  expect(() => makeFolder("/proc/nope/x")).toThrow("ENOENT");
});
