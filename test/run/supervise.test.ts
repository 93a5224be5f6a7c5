// Whole runs on real terminals: what the user's terminal gets and gives.
import { execFileSync } from "node:child_process";
import { openSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { harnessForTests, node, onTerminal, reportIn, wrapped } from "../support/wrapper.ts";

const harness = harnessForTests();

const sh = (script: string) => ["/bin/sh", "-c", script];
const endOf = async (script: string) => {
  const outer = wrapped(harness, { argv: sh(script) });
  return { ...(await outer.ended), text: outer.text() };
};

test("a raw child's output reaches the terminal byte for byte", async () => {
  expect((await endOf("stty raw; printf 'a\\nb\\r\\nc\\td\\n'")).text).toBe("a\nb\r\nc\td\n");
});

test("a cooked child's line ends in one CR LF", async () => {
  expect((await endOf("echo x; echo y")).text).toBe("x\r\ny\r\n");
});

test("UTF-8 that falls on the edges of what is read at once arrives whole", async () => {
  const { text } = await endOf('i=0; while [ $i -lt 3000 ]; do printf "é日😀"; i=$((i+1)); done');
  expect(text).toBe("é日😀".repeat(3000));
});

test("every byte value arrives, both ways", async () => {
  const outer = wrapped(harness, { argv: sh("stty raw -echo; printf READY; exec head -c 256 | od -An -v -tx1 | tr -d ' \\n'") });
  await outer.sees("READY");
  const all = Buffer.from(Array.from({ length: 256 }, (_byte, value) => value));
  outer.type(all);
  await outer.ended;
  expect(outer.text()).toBe(`READY${all.toString("hex")}`);
});

test("what the terminal is asked gets its answer, and neither is touched", async () => {
  const outer = wrapped(harness, { argv: sh("stty raw -echo; printf '\\033[6n\\033[c'; exec head -c 6 | od -An -tx1 | tr -d ' \\n'") });
  await outer.sees("\x1b[6n\x1b[c");
  outer.type("\x1b[3;1R");
  await outer.ended;
  expect(outer.text()).toBe("\x1b[6n\x1b[c1b5b333b3152");
});

test.each([
  ["exit 0", 0],
  ["exit 7", 7],
  ["kill -TERM $$", 143],
  ["kill -KILL $$", 137],
])("`%s` ends with %i", async (script, code) => {
  expect((await endOf(script)).code).toBe(code);
});

test("the environment and TERM arrive as they were, the variables of multiplexers too", async () => {
  const env = { TMUX: "/tmp/t,1,0", STY: "1.x", WINDOW: "2", COLUMNS: "99", LINES: "9", TERM: "screen-256color", ODD: "a=b\nc" };
  const outer = wrapped(harness, { argv: ["/usr/bin/env", "-0"] }, { env });
  await outer.ended;
  const lines = outer.text().split("\0");
  for (const [name, value] of Object.entries(env)) expect(lines).toContain(`${name}=${value.replaceAll("\n", "\r\n")}`);
});

test("keys that the user gave another meaning have it in the child's terminal too", async () => {
  const start = 'stty erase "^H" intr "^G"; exec "$0" "$@"';
  const script = "until stty -a | grep 'intr = ^G' | grep 'erase = ^H'; do sleep 0.05; done; stty -a";
  const outer = onTerminal(["/bin/sh", "-c", start, node, harness(), JSON.stringify({ argv: sh(script) })]);
  expect((await outer.ended).code).toBe(0);
  expect(outer.text()).toMatch(/kill = \^U.*\s[\s\S]*\sicanon/);
});

test("the child starts with the terminal's size and follows it", async () => {
  const outer = wrapped(harness, { argv: sh("stty size; trap 'stty size; exit' WINCH; while :; do sleep 0.05; done") }, { size: [91, 17] });
  await outer.sees("17 91");
  outer.resize(50, 30);
  await outer.sees("30 50");
  expect((await outer.ended).code).toBe(0);
});

test("a terminal without a size gives the child a usual one", async () => {
  const start = 'stty cols 0 rows 0; exec "$0" "$@"';
  const outer = onTerminal(["/bin/sh", "-c", start, node, harness(), JSON.stringify({ argv: sh("stty size") })]);
  await outer.ended;
  expect(outer.text()).toBe("24 80\r\n");
});

test("a terminal that loses its size does not take it from the child", async () => {
  const outer = wrapped(harness, { argv: sh("echo up; read go; stty size") });
  await outer.sees("up");
  execFileSync("stty", ["cols", "0", "rows", "0"], { stdio: [openSync(outer.tty, "r"), "ignore", "ignore"] });
  outer.type("\r");
  await outer.ended;
  expect(outer.text()).toContain("24 80");
});

test("changes of size while the child ends harm nobody", async () => {
  const outer = wrapped(harness, { argv: sh("echo up; sleep 0.3; exit 9") });
  await outer.sees("up");
  let rows = 20;
  const timer = setInterval(() => outer.resize(80, 20 + (rows++ % 9)), 2);
  try {
    expect((await outer.ended).code).toBe(9);
  } finally {
    clearInterval(timer);
  }
});

test("a grandchild that keeps the terminal open does not keep us, and one that floods it neither", async () => {
  expect(await endOf("(trap '' HUP; sleep 5) & echo bye")).toMatchObject({ code: 0, text: "bye\r\n" });
  expect((await endOf("(trap '' HUP; exec yes) & echo bye; exit 4")).code).toBe(4);
});

test("one megabyte pasted to a child that gives it back comes back whole", async () => {
  const outer = wrapped(harness, { argv: sh("stty raw -echo; printf READY; exec head -c 1000000") });
  await outer.sees("READY");
  const pasted = Buffer.alloc(1_000_000, "0123456789abcde\r");
  outer.type(pasted);
  await outer.ended;
  expect(outer.output().subarray("READY".length).equals(pasted)).toBe(true);
});

test("one megabyte pasted to a child asleep waits for it, without a busy loop", async () => {
  const report = join(tempFolder(), "report");
  const outer = wrapped(harness, { argv: sh("stty raw -echo; printf READY; sleep 2; head -c 1000000 | wc -c"), report });
  await outer.sees("READY");
  outer.type(Buffer.alloc(1_000_000, "x"));
  await outer.ended;
  expect(outer.text()).toContain("1000000");
  expect(reportIn(report).cpuMs).toBeLessThan(1000);
});

test("a terminal that reads slowly gets everything, while our memory stays flat", async () => {
  const report = join(tempFolder(), "report");
  const outer = wrapped(harness, { argv: sh("printf READY; head -c 10000000 /dev/zero; echo END"), report });
  await outer.sees("READY");
  outer.pause();
  await new Promise((resolve) => setTimeout(resolve, 700));
  outer.resume();
  await outer.ended;
  expect(outer.output().length).toBe("READYEND\r\n".length + 10_000_000);
  expect(reportIn(report).peakKb).toBeLessThan(100 * 1024);
});
