import { describe, expect, test } from "vitest";
import { storyOf } from "../../src/handoff/story.ts";
import { checkRuns, isUntested, otherChecks, testsOf } from "../../src/handoff/tests.ts";
import { call, type Draft, edit, events, shell } from "../support/events.ts";

const verdict = (...parts: (Draft | Draft[])[]) => testsOf(checkRuns(storyOf(events(...parts))));

describe.each([
  [
    "vitest",
    "npx vitest run",
    " FAIL  test/a.test.ts > cart > keeps one item\n Test Files  1 failed | 3 passed (4)\n      Tests  1 failed | 20 passed (21)\n",
    "test/a.test.ts > cart > keeps one item",
  ],
  [
    "jest",
    "npx jest",
    "FAIL src/a.test.ts\n  ● cart › keeps one item\n\nTests:       1 failed, 4 passed, 5 total\n",
    "cart › keeps one item",
  ],
  [
    "pytest",
    "uv run pytest -q",
    "FAILED tests/test_a.py::test_cart - AssertionError\n1 failed, 3 passed in 0.12s\n",
    "tests/test_a.py::test_cart",
  ],
  ["go", "go test ./...", "--- FAIL: TestCart (0.00s)\nFAIL\texample.com/shop\t0.003s\nFAIL\n", "TestCart"],
  ["cargo", "cargo test", "test cart::keeps ... FAILED\n\ntest result: FAILED. 2 passed; 1 failed; 0 ignored\n", "cart::keeps"],
  ["node:test", "node --test", "not ok 2 - keeps one item\n# pass 1\n# fail 1\n", "keeps one item"],
  ["mocha", "npx mocha", "  1 passing (4ms)\n  1 failing\n\n  1) cart keeps one item:\n     AssertionError\n", undefined],
  ["rspec", "bundle exec rspec", "3 examples, 1 failure\n\nrspec ./spec/cart_spec.rb:12 # Cart keeps\n", "./spec/cart_spec.rb:12"],
  [
    "tsc",
    "npx tsc --noEmit",
    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable.\n",
    "src/a.ts(3,5): error TS2322: Type 'string' is not assignable.",
  ],
  [
    "eslint",
    "npx eslint .",
    "/x/a.js\n  3:1  error  'a' is unused  no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)\n",
    "3:1 error 'a' is unused no-unused-vars",
  ],
  ["make", "make", "make: *** [build/a.o] Error 1\n", "build/a.o"],
  ["bun", "bun test", " 3 pass\n 1 fail\n", undefined],
  ["unittest", "python -m unittest", "FAIL: test_cart (tests.Cart)\n\nFAILED (failures=1)\n", "test_cart (tests.Cart)"],
])("%s", (_name, command, output, failing) => {
  test("a failure is read from the output even if a pipe hid the exit code", () => {
    const state = verdict(shell(`${command} 2>&1 | tail -40`, output, true));
    expect(state?.passed).toBe(false);
    if (failing !== undefined) expect(state?.failing).toContain(failing);
  });
});

test.each([
  ["vitest run", " Test Files  4 passed (4)\n      Tests  21 passed (21)\n"],
  ["bun test", "[queue] Task 2 failed: expected\n 12 pass\n 0 fail\n"],
  ["pytest", "== 4 passed in 0.20s ==\n"],
  ["cargo test", "test result: ok. 3 passed; 0 failed; 0 ignored\n"],
  ["go test ./...", "ok  \texample.com/shop\t0.003s\n?   \texample.com/x\t[no test files]\n"],
  ["npm test", "3 examples, 0 failures\n"],
])("a pass is read from the runner's own summing up, whatever tests log: %s", (command, output) => {
  expect(verdict(shell(command, output))).toMatchObject({ passed: true, failing: [] });
});

test("only the last verdict counts, and it cites its own events", () => {
  const state = verdict(shell("npm test", "1 failing", false), edit("/p/a.ts"), shell("npm test", "ok", true));
  expect(state).toEqual({ command: "npm test", passed: true, failing: [], from: [5, 6] });
});

test("a red type check is told rather than green tests before it", () => {
  const state = verdict(shell("npm test", "ok"), shell("npx tsc", "a.ts(1,1): error TS1: x", false));
  expect(state?.command).toBe("npx tsc");
  expect(state?.passed).toBe(false);
});

test("green lint after red tests does not hide them", () => {
  const state = verdict(shell("npm test", "1 failing", false), shell("npx eslint .", "", true));
  expect(state).toMatchObject({ command: "npm test", passed: false });
});

test("a runner that is not installed gives no verdict, and a run without a result neither", () => {
  expect(verdict(shell("pytest", "bash: pytest: command not found", false))).toBeUndefined();
  expect(verdict(call("Bash", "npm test"))).toBeUndefined();
});

test("the verdict in the very last tool result counts though nobody speaks of it", () => {
  expect(verdict(shell("npm test", "ok"), shell("npm test", " FAIL  a.test.ts > b\n Tests  1 failed | 1 passed (2)", false))).toMatchObject(
    {
      passed: false,
      failing: ["a.test.ts > b"],
    },
  );
});

test("at most twenty failing names are kept", () => {
  const output = Array.from({ length: 50 }, (_, index) => `--- FAIL: Test${index} (0.00s)`).join("\n");
  expect(verdict(shell("go test ./...", output, false))?.failing).toHaveLength(20);
});

test("what the runner counted is told in its own words, of tests only what passed and failed", () => {
  const counts = (command: string, output: string) => verdict(shell(command, output))?.counts;
  expect(counts("npx vitest run", " Test Files  4 passed (4)\n      Tests  21 passed (21)\n")).toBe("21 passed");
  expect(counts("npx jest", "Test Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, 18 passed, 19 total\n")).toBe(
    "1 failed, 18 passed",
  );
  expect(counts("make lint && bun test", "0 issues.\n 12 pass\n 0 fail\n")).toBe("12 pass, 0 fail");
  expect(counts("golangci-lint run", "0 issues.\n")).toBe("0 issues");
  expect(counts("cargo test", "test result: ok. 3 passed; 0 failed\n\ntest result: ok. 0 passed; 0 failed\n")).toBeUndefined();
  expect(counts("go test ./...", "ok  \texample.com/shop\t0.003s\n")).toBeUndefined();
});

test("a run of a part is told as one, and the last run of everything beside it, as is each other kind of check", () => {
  const parts = [
    shell("npm test", "Tests:       1 failed, 4 passed, 5 total", false),
    shell("npx eslint .", ""),
    shell("npx jest cart.test.ts", "Tests:       2 passed, 2 total"),
  ];
  const runs = checkRuns(storyOf(events(...parts)));
  const tests = testsOf(runs);
  expect(tests).toMatchObject({ command: "npx jest cart.test.ts", passed: true, isPart: true });
  expect(otherChecks(runs, tests).map(({ command, passed }) => ({ command, passed }))).toEqual([
    { command: "npm test", passed: false },
    { command: "npx eslint .", passed: true },
  ]);
  expect(verdict(shell("npm test", "Tests:       5 passed, 5 total"))?.isPart).toBeUndefined();
});

test("that no tests were run is known where commands were", () => {
  const untested = (...parts: (Draft | Draft[])[]) => isUntested(storyOf(events(...parts)), checkRuns(storyOf(events(...parts))));
  expect(untested(shell("npm run build", "ok"))).toBe(true);
  expect(untested(shell("npm test", "Tests:       5 passed, 5 total"))).toBe(false);
  expect(untested(edit("/p/a.ts"))).toBe(false);
});

test("what a linter finds is red, though a pipe hid its exit code; the same form in the output of tests is not", () => {
  const go = "pkg/cart.go:20:10: error returned from external package is unwrapped (wrapcheck)\n1 issues:\n* wrapcheck: 1\n";
  expect(verdict(shell("golangci-lint run 2>&1 | tail -20", go))).toMatchObject({
    passed: false,
    failing: ["pkg/cart.go:20:10: error returned from external package is unwrapped (wrapcheck)"],
  });
  expect(verdict(shell("flake8", "shop/cart.py:3:80: E501 line too long (81 > 79 characters)\n"))).toMatchObject({ passed: false });
  expect(verdict(shell("golangci-lint run", "0 issues.\n"))).toMatchObject({ passed: true });
});
