import { expect, test } from "vitest";
import { MemError } from "../../src/model/error.ts";
import { loadFault, pairFault } from "../../src/store/driver.ts";

test.each([
  ["20.20.2", "13.2.0", true],
  ["21.7.0", "13.0.0", true],
  ["20.20.2", "12.11.1", false],
  ["22.1.0", "13.2.0", false],
  ["24.0.0", "12.11.1", false],
])("Node %s with driver %s is refused: %s", (node, driver, isRefused) => {
  const fault = pairFault(node, driver);
  expect(fault?.code).toBe(isRefused ? "native-mismatch" : undefined);
  if (isRefused) expect(fault?.message).toContain(node);
});

const failure = (code: string | undefined, message: string): Error => Object.assign(new Error(message), code === undefined ? {} : { code });

test.each([
  [failure("ERR_DLOPEN_FAILED", "was compiled against a different Node.js version using NODE_MODULE_VERSION 115"), "native-mismatch"],
  [failure(undefined, "NODE_MODULE_VERSION 115"), "native-mismatch"],
  [failure(undefined, "Could not locate the bindings file. Tried: …"), "native-missing"],
  [failure("MODULE_NOT_FOUND", "Cannot find module 'better-sqlite3'"), "native-missing"],
])("%s is %s, with a hint", (cause, code) => {
  const fault = loadFault(cause, "20.20.2");
  expect(fault).toBeInstanceOf(MemError);
  expect(fault).toMatchObject({ code, hint: expect.stringContaining("npm rebuild") });
});

test("an unknown failure stays what it is", () => {
  const bug = new TypeError("x");
  expect(loadFault(bug, "20.20.2")).toBe(bug);
});
