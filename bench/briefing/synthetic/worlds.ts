// What a project looks like from the inside, by language: its files, its names, how its tests are run and what they print.
import type { Random } from "./random.ts";

type TestRun = { command: string; output: string };
export type World = {
  files: readonly string[];
  names: readonly string[];
  tests: readonly string[];
  /** All pass. */
  green(count: number): TestRun;
  red(count: number, failing: string): TestRun;
  build: TestRun;
};

const vitest: World = {
  files: [
    "src/http/routes.ts",
    "src/store/rows.ts",
    "src/jobs/nightly.ts",
    "src/auth/session.ts",
    "src/lib/money.ts",
    "src/http/errors.ts",
    "src/config/load.ts",
    "src/mail/render.ts",
    "src/store/migrate.ts",
    "src/lib/dates.ts",
  ],
  names: ["parseAmount", "toRow", "withTenant", "loadConfig", "renderMail", "nextRun", "readSession", "mapErrors"],
  tests: [
    "rounds half cents to even",
    "refuses an expired session",
    "keeps the tenant across awaits",
    "retries only on 503",
    "sorts by due date first",
  ],
  green: (count) => ({
    command: "npx vitest run",
    output: ` RUN  v3.2.4 \n\n ✓ test/money.test.ts (12 tests) 18ms\n ✓ test/routes.test.ts (${count - 12} tests) 210ms\n\n Test Files  2 passed (2)\n      Tests  ${count} passed (${count})\n   Duration  1.42s`,
  }),
  red: (count, failing) => ({
    command: "npx vitest run",
    output: ` RUN  v3.2.4 \n\n ✓ test/money.test.ts (12 tests) 18ms\n ❯ test/routes.test.ts (${count - 12} tests | 1 failed) 240ms\n   × ${failing} 31ms\n     → expected 402 to be 200\n\n⎯⎯⎯ Failed Tests 1 ⎯⎯⎯\n\n FAIL  test/routes.test.ts > ${failing}\nAssertionError: expected 402 to be 200 // Object.is equality\n\n Test Files  1 failed | 1 passed (2)\n      Tests  1 failed | ${count - 1} passed (${count})\n   Duration  1.51s`,
  }),
  build: {
    command: "npm run build",
    output: "vite v6.2.0 building for production...\n✓ 214 modules transformed.\ndist/index.js  48.11 kB\n✓ built in 2.31s",
  },
};

const pytest: World = {
  files: [
    "app/routes.py",
    "app/models/order.py",
    "app/tasks/nightly.py",
    "app/auth/session.py",
    "app/money.py",
    "app/errors.py",
    "app/settings.py",
    "app/mail.py",
    "app/db/migrate.py",
    "app/dates.py",
  ],
  names: ["parse_amount", "to_row", "with_tenant", "load_settings", "render_mail", "next_run", "read_session", "map_errors"],
  tests: [
    "test_refund_is_rounded",
    "test_expired_session_is_refused",
    "test_tenant_survives_thread",
    "test_retry_only_on_503",
    "test_due_date_sorts_first",
  ],
  green: (count) => ({
    command: "pytest -q",
    output: `${".".repeat(Math.min(count, 72))}   [100%]\n${count} passed in 3.08s`,
  }),
  red: (count, failing) => ({
    command: "pytest -q",
    output: `${".".repeat(20)}F${".".repeat(20)}   [100%]\n=================================== FAILURES ===================================\n_______________________ ${failing} _______________________\n\n    def ${failing}():\n>       assert total == 1999\nE       assert 2000 == 1999\n\ntests/test_routes.py:88: AssertionError\n=========================== short test summary info ============================\nFAILED tests/test_routes.py::${failing} - assert 2000 == 1999\n1 failed, ${count - 1} passed in 3.21s`,
  }),
  build: { command: "ruff check app", output: "All checks passed!" },
};

const goTest: World = {
  files: [
    "internal/http/routes.go",
    "internal/store/rows.go",
    "internal/jobs/nightly.go",
    "internal/auth/session.go",
    "internal/money/money.go",
    "internal/http/errors.go",
    "internal/config/load.go",
    "internal/mail/render.go",
    "internal/store/migrate.go",
    "internal/dates/dates.go",
  ],
  names: ["ParseAmount", "toRow", "WithTenant", "LoadConfig", "renderMail", "NextRun", "ReadSession", "mapErrors"],
  tests: ["TestRefundIsRounded", "TestExpiredSessionRefused", "TestTenantSurvivesGoroutine", "TestRetryOnlyOn503", "TestDueDateSortsFirst"],
  green: (count) => ({
    command: "go test ./...",
    output: `ok  \tinternal/http\t0.412s\nok  \tinternal/money\t0.018s\nok  \tinternal/store\t1.${count}s`,
  }),
  red: (count, failing) => ({
    command: "go test ./...",
    output: `ok  \tinternal/money\t0.018s\n--- FAIL: ${failing} (0.02s)\n    routes_test.go:${count}: got 402, want 200\nFAIL\nFAIL\tinternal/http\t0.398s\nok  \tinternal/store\t1.204s\nFAIL`,
  }),
  build: { command: "go vet ./...", output: "" },
};

const cargo: World = {
  files: [
    "src/http/routes.rs",
    "src/store/rows.rs",
    "src/jobs/nightly.rs",
    "src/auth/session.rs",
    "src/money.rs",
    "src/http/errors.rs",
    "src/config.rs",
    "src/mail.rs",
    "src/store/migrate.rs",
    "src/dates.rs",
  ],
  names: ["parse_amount", "to_row", "with_tenant", "load_config", "render_mail", "next_run", "read_session", "map_errors"],
  tests: [
    "money::tests::rounds_half_even",
    "auth::tests::refuses_expired",
    "store::tests::tenant_survives_spawn",
    "http::tests::retries_only_503",
    "dates::tests::due_first",
  ],
  green: (count) => ({
    command: "cargo test",
    output: `    Finished \`test\` profile [unoptimized + debuginfo] target(s) in 0.31s\n     Running unittests src/lib.rs\n\nrunning ${count} tests\ntest result: ok. ${count} passed; 0 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.84s`,
  }),
  red: (count, failing) => ({
    command: "cargo test",
    output: `running ${count} tests\ntest ${failing} ... FAILED\n\nfailures:\n\n---- ${failing} stdout ----\nassertion \`left == right\` failed\n  left: 2000\n right: 1999\n\nfailures:\n    ${failing}\n\ntest result: FAILED. ${count - 1} passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.90s\n\nerror: test failed, to rerun pass \`--lib\``,
  }),
  build: { command: "cargo clippy -- -D warnings", output: "    Finished `dev` profile [unoptimized + debuginfo] target(s) in 4.02s" },
};

const jest: World = {
  ...vitest,
  green: (count) => ({
    command: "npm test",
    output: `> jest\n\nPASS test/money.test.js\nPASS test/routes.test.js\n\nTest Suites: 2 passed, 2 total\nTests:       ${count} passed, ${count} total\nSnapshots:   0 total\nTime:        2.114 s`,
  }),
  red: (count, failing) => ({
    command: "npm test",
    output: `> jest\n\nPASS test/money.test.js\nFAIL test/routes.test.js\n  ● ${failing}\n\n    expect(received).toBe(expected)\n\n    Expected: 200\n    Received: 402\n\nTest Suites: 1 failed, 1 passed, 2 total\nTests:       1 failed, ${count - 1} passed, ${count} total\nSnapshots:   0 total\nTime:        2.301 s`,
  }),
};

const WORLDS = [vitest, pytest, goTest, cargo, jest] as const;

export const worldOf = (random: Random): World => random.pick(WORLDS);

const NOISE_LINES = [
  "npm warn deprecated inflight@1.0.6: This module is not supported",
  "Collecting typing-extensions>=4.6 (from -r requirements.txt)",
  "go: downloading golang.org/x/sync v0.10.0",
  "   Compiling proc-macro2 v1.0.92",
  "Get:14 http://deb.debian.org/debian bookworm/main amd64 libc6-dev",
  "#11 sha256:9f2c extracting 1.2s",
] as const;

/** A long output that says nothing. */
export const chatter = (random: Random, count: number): string =>
  Array.from({ length: count }, (_, at) => `${random.pick(NOISE_LINES)} (${at + 1}/${count})`).join("\n");
