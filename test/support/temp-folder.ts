import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";

const make = (): string => realpathSync(mkdtempSync(join(tmpdir(), "mem-test-")));
const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 });

/** A new empty folder, as a real path; gone when the test is over. Call it inside a test. */
export function tempFolder(): string {
  const path = make();
  onTestFinished(() => remove(path));
  return path;
}

/** The same for all tests of a file. Call it outside of tests. */
export function sharedTempFolder(): string {
  const path = make();
  afterAll(() => remove(path));
  return path;
}
