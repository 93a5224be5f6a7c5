// The checks that projects run: how each is called, and what its output says. Data, and pure readings of it.
import type { Redacted } from "../model/redacted.ts";
import { clip, flat, less } from "./clip.ts";
import { bare } from "./shell.ts";

export type CheckKind = "tests" | "types" | "lint" | "build";

const CALLS: readonly (readonly [CheckKind, RegExp])[] = [
  [
    "tests",
    /^(?:vitest|jest|mocha|ava|tap|pytest|py\.test|unittest|nose2|tox|nox|rspec|phpunit|ctest|cypress run|playwright test|karma|bats|behave|cucumber)\b/,
  ],
  [
    "tests",
    /^(?:go|cargo|npm|pnpm|yarn|bun|deno|mix|dotnet|swift|flutter|dart|gradle|\.\/gradlew|mvn|\.\/mvnw|sbt|lein|zig build|bazel|rails|rake|make|just|task|mise run|mise|composer|cargo nextest)\s+(?:\S+\s+){0,3}?(?:t|run\s+)?\S*test\S*/,
  ],
  [
    "tests",
    /^(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?(?:t|test|spec|e2e)\b|^cargo nextest\b|^node\s+(?:\S+\s+)*--test\b|^(?:node|tsx|deno|ruby|php|python3?)\s+\S*tests?\b\S*|^\.?\/?\S*(?:run[-_]?tests?|test)\.sh\b/,
  ],
  [
    "types",
    /^(?:tsc|vue-tsc|mypy|pyright|basedpyright|cargo check|go vet|flow|ty check)\b|^(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?\S*type-?check\S*/,
  ],
  [
    "lint",
    /^(?:eslint|biome|oxlint|prettier|ruff|flake8|pylint|black|golangci-lint|cargo (?:clippy|fmt)|rubocop|stylelint|shellcheck|gofmt)\b|^(?:npm|pnpm|yarn|bun|make|mise run|just|task)\s+(?:run\s+)?\S*(?:lint|check|quality)\S*/,
  ],
  [
    "build",
    /^(?:make|cmake --build|ninja|cargo build|go build|gradle|\.\/gradlew|mvn|dotnet build|swift build|vite build|next build|webpack|rollup|esbuild|tsup|zig build|xcodebuild|docker (?:compose )?build)\b|^(?:npm|pnpm|yarn|bun)\s+(?:run\s+)?\S*build\S*/,
  ],
];

/** The last check in a command line (pipes and `&&` included); tests beat others. Undefined if there is none. */
export function checkIn(commands: readonly string[]): { kind: CheckKind; command: string } | undefined {
  let found: { kind: CheckKind; command: string } | undefined;
  for (const simple of commands) {
    const call = bare(simple);
    const kind = CALLS.find(([, pattern]) => pattern.test(call))?.[0];
    if (kind !== undefined && !/\s--(?:help|version)\b/.test(call) && (found?.kind !== "tests" || kind === "tests"))
      found = { kind, command: simple };
  }
  return found;
}

/** Names of failing tests or places of errors, as runners print them; one pattern a runner, first group is the name. */
const FAILING: readonly RegExp[] = [
  /^\s*FAIL\s+(\S.*?)(?:\s+\[.*\])?$/, // vitest, jest, go packages
  /^\s*[×✗✘✖]\s+(?!\d+ problems?)(\S.*?)(?:\s+\(?\d+(?:\.\d+)?\s?m?s\)?)?$/, // vitest, node:test, mocha, playwright
  /^\s*●\s+(?!Console\b|Test suite failed|Deprecation|Validation)(\S.*)$/, // jest
  /^(?:FAILED|ERROR)\s+(\S+::\S.*?)(?:\s+-\s.*)?$/, // pytest
  /^\s*--- FAIL: (\S+)/, // go
  /^test (\S+) \.\.\. FAILED$/, // cargo
  /^\s*not ok \d+ -? ?(.*?)(?:\s+# .*)?$/, // tap, node:test
  /^(?:FAIL|ERROR): (\S+ \(.*\))$/, // unittest
  /^rspec (\S+:\d+)/, // rspec
  /^(\S+\(\d+,\d+\): error TS\d+: .*)$/, // tsc
  /^(\S+:\d+:\d+ - error TS\d+: .*)$/, // tsc --pretty
  /^(\S+:\d+(?::\d+)?: error: .*)$/, // mypy, gcc
  /^\s+\d+\) (\S.*[^:])$/, // mocha, playwright
  /^(\S+ > \S.*) FAILED$/, // gradle
  /^\s+Failed (\S+) \[/, // dotnet
  /^make(?:\[\d+\])?: \*\*\* \[(.*?)\]/, // make
  /^error(\[E\d+\]: .*)$/, // rustc
  /^\s+(\d+:\d+\s+error\s+.*)$/, // eslint
  /^(\S+\.\w+:\d+:\d+: \S.{0,400} \([a-z]{3,20}\))\s*$/, // golangci-lint
  /^(\S+\.\w+:\d+:\d+: [A-Z]{1,3}\d{2,4} .*)$/, // flake8, ruff
];

/** Lines in which a runner sums up; the first group, where there is one, counts failures. The last such line of each counts. */
const SUMMARIES: readonly RegExp[] = [
  /^\s*Tests\s+(?:(\d+) failed)?.*\(\d+\)\s*$/gm, // vitest
  /^\s*Test Files\s+(?:(\d+) failed)?.*\(\d+\)\s*$/gm,
  /^Tests:\s+(?:(\d+) failed)?.*total\s*$/gm, // jest
  /^\s*(\d+) fail\s*$/gm, // bun
  /^=*\s?(?:(\d+) failed)?[^=\n]*\b(?:passed|failed|error)\b[^=\n]* in \d[\d.]*s\b.*$/gm, // pytest
  /^test result: (?:ok|(FAILED))\..*$/gm, // cargo
  /^[#ℹ] fail (\d+)\s*$/gm, // node:test, tap
  /^\s+(\d+) failing\b.*$/gm, // mocha
  /^\s+\d+ passing\b.*$/gm,
  /^\d+ examples?, (\d+) failures?.*$/gm, // rspec
  /^OK(?: \(.*)?$/gm, // unittest, phpunit
  /^(FAILED) \(.*\)$|^(FAILURES!)$/gm,
  /^(?:ok|(FAIL))\s+\S+\s+(?:[\d.]+s|\(cached\)).*$/gm, // go
  /\bFailed:\s+(\d+), Passed:\s+\d+/gm, // dotnet
  /^Tests run: \d+, Failures: (\d+).*$/gm, // maven
];

/** Marks of failure where no summing up is known. */
const MARKS: Record<CheckKind, RegExp> = {
  tests: /^\s*FAIL\b|^--- FAIL|error: could not compile|\[build failed\]|^make.*\*\*\*/m,
  types: /error TS\d+|Found [1-9]\d* errors?|^error\[E|[1-9]\d* errors? in \d+ file/m,
  lint: /[1-9]\d* problems? \([1-9]|^Found [1-9]\d* (?:errors?|diagnostics?)|Code style issues|would reformat|^[1-9]\d* issues?[:.]?\s*$|^\S+\.\w+:\d+:\d+: (?:\S.{0,400} \([a-z]{3,20}\)\s*$|[A-Z]{1,3}\d{2,4} )/m,
  build: /error TS\d+|error: could not compile|^make.*\*\*\*|BUILD FAILED|Build failed|^ERROR in|npm ERR!/m,
};

/** Whether the runner itself says that all passed; undefined if it says nothing we know. */
function summedUp(output: string): boolean | undefined {
  const counts = SUMMARIES.flatMap((pattern) => {
    const last = [...output.matchAll(pattern)].at(-1);
    return last === undefined ? [] : [last[1] ?? last[2] ?? "0"];
  });
  return counts.length === 0 ? undefined : counts.every((count) => count === "0");
}

const NEVER_RAN = /command not found|not recognized as|No such file or directory$|Missing script|Unknown command|no test files\]\s*$/m;

const OUTPUT_SCANNED = 24_000; // characters of the output's end: verdicts stand last
const MAX_FAILING = 20;
const NAME_CHARS = 160;

function failingIn(output: Redacted): Redacted[] {
  const names = new Map<string, Redacted>();
  for (const line of output.split("\n")) {
    if (line.length > 600) continue;
    for (const pattern of FAILING) {
      const name = pattern.exec(line)?.[1];
      if (name === undefined) continue;
      const text = clip(flat(less(output, () => name)), NAME_CHARS);
      if (text !== "") names.set(text.toLowerCase(), text);
      break;
    }
    if (names.size === MAX_FAILING) break;
  }
  return [...names.values()];
}

export type Verdict = { passed: boolean; failing: Redacted[]; counts?: Redacted };

const COUNT = /(?<![\w.,:/-])(\d[\d,]*) (passed|passing|pass|failed|failing|failures?|fail|errors?|issues?|problems?)\b/gi;
const OF_TESTS = /^(?:pass|fail)/i;
const SUMMED_CHARS = 1_500; // counts stand at the end
const SUITES = /^\s*(?:Test (?:Files|Suites)|Snapshots)\b.*$/gm;
const MAX_COUNTS = 3;

/** `21 passed, 1 failed`: what the runner counted, each word once. Where it sums up several times, nobody knows the whole. */
function countsIn(kind: CheckKind, output: Redacted): Redacted | undefined {
  const end = output.slice(-SUMMED_CHARS).replace(SUITES, "");
  if ((end.match(/^test result: /gm) ?? []).length > 1) return undefined;
  const counts = new Map<string, string>();
  for (const [whole, , word = ""] of end.matchAll(COUNT))
    if (kind !== "tests" || OF_TESTS.test(word)) counts.set(word.toLowerCase(), whole);
  const told = [...counts.values()].slice(0, MAX_COUNTS);
  return told.length === 0 ? undefined : less(output, () => told.join(", "));
}

/**
 * What a finished check said. The exit code may be that of a pipe's last command, so the output decides first.
 * Undefined if the check did not run at all.
 */
export function verdictOf(kind: CheckKind, output: Redacted, ok: boolean | undefined): Verdict | undefined {
  const end = less(output, (whole) => whole.slice(-OUTPUT_SCANNED));
  const says = summedUp(end) ?? (MARKS[kind].test(end) ? false : undefined);
  if (says === undefined && ok === false && NEVER_RAN.test(end)) return undefined;
  const passed = says !== false && ok !== false;
  const counts = countsIn(kind, end);
  return { passed, failing: passed ? [] : failingIn(end), ...(counts && { counts }) };
}
