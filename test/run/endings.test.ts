// How a run ends that does not end by itself, and what the terminal is like afterwards.
import { execFileSync } from "node:child_process";
import { existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import xterm from "@xterm/headless";
import { expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { fixture, harnessForTests, node, type Outer, onTerminal, until, wrapped } from "../support/wrapper.ts";

const harness = harnessForTests();

const sh = (script: string) => ["/bin/sh", "-c", script];
const LOOP = "while :; do sleep 0.05; done";
const settings = (outer: Outer) => execFileSync("stty", ["-a"], { stdio: [openSync(outer.tty, "r"), "pipe", "ignore"], encoding: "utf8" });

/** Starts a shell on the terminal that stays after the wrapper, so that the terminal can be looked at. */
const underShell = (order: object, after: string) =>
  onTerminal(["/bin/sh", "-c", `"$0" "$@"; echo "[code $?]"; ${after}`, node, harness(), JSON.stringify(order)]);

test.each(["TERM", "HUP", "INT"] as const)("SIG%s reaches the child, and its answer is ours", async (signal) => {
  const outer = wrapped(harness, { argv: sh(`trap 'echo told; exit 5' ${signal}; echo up; ${LOOP}`) });
  await outer.sees("up");
  process.kill(outer.pid, `SIG${signal}`);
  const end = await outer.ended;
  expect(outer.text()).toContain("told");
  // After a hang-up the wrapper ends by it too, as a shell expects.
  expect(end.code).toBe(signal === "HUP" ? 129 : 5);
});

test.each([
  ["TERM", { code: 143, signal: 15, asked: true, isHungUp: false }],
  ["INT", { code: 130, signal: 2, isHungUp: false }],
] as const)("a child that SIG%s ends is said to have been told to end only where it was", async (signal, ended) => {
  const report = join(tempFolder(), "report");
  const outer = wrapped(harness, { argv: sh(`echo up; ${LOOP}`), report });
  await outer.sees("up");
  process.kill(outer.pid, `SIG${signal}`);
  await outer.ended;
  expect(JSON.parse(readFileSync(report, "utf8")).ended).toEqual(ended);
});

test("a child that somebody else kills was not told to end", async () => {
  const report = join(tempFolder(), "report");
  await wrapped(harness, { argv: sh("kill -TERM $$"), report }).ended;
  expect(JSON.parse(readFileSync(report, "utf8")).ended).toEqual({ code: 143, signal: 15, isHungUp: false });
});

/** Gone, or not yet buried. */
const isDead = (pid: number): boolean => !existsSync(`/proc/${pid}`) || / Z /.test(readFileSync(`/proc/${pid}/stat`, "latin1"));

test("a child that does not want to end is killed with its group once its time is over", async () => {
  const outer = wrapped(harness, { argv: sh(`trap '' TERM; sleep 300 & echo "grandchild $!"; echo up; ${LOOP}`), graceMs: 200 });
  await outer.sees("up");
  const grandchild = Number(/grandchild (\d+)/.exec(outer.text())?.[1]);
  expect(isDead(grandchild)).toBe(false);
  process.kill(outer.pid, "SIGTERM");
  expect((await outer.ended).code).toBe(137);
  await until(() => isDead(grandchild));
});

test("a second SIGINT does not start the clock: agents take it as `stop this turn`", async () => {
  const outer = wrapped(harness, { argv: sh(`trap 'echo int' INT; echo up; sleep 0.8; sleep 0.8; exit 6`), graceMs: 100 });
  await outer.sees("up");
  process.kill(outer.pid, "SIGINT");
  process.kill(outer.pid, "SIGINT");
  expect((await outer.ended).code).toBe(6);
});

test("a closed terminal hangs the child up, and we end by the hang-up without a crash", async () => {
  const mark = join(tempFolder(), "hup");
  const report = join(tempFolder(), "report");
  const outer = wrapped(harness, { argv: sh(`trap 'echo hup >${mark}; exit 3' HUP; echo up; ${LOOP}`), report });
  await outer.sees("up");
  outer.close();
  expect(await outer.ended).toEqual({ code: 129, signal: 1 });
  expect(existsSync(mark)).toBe(true);
  expect(JSON.parse(readFileSync(report, "utf8")).ended).toEqual({ code: 3, asked: true, isHungUp: true });
});

test("a closed terminal ends a child that ignores it, also while it prints", async () => {
  const outer = wrapped(harness, { argv: sh("trap '' HUP TERM; echo up; while :; do echo more; done"), graceMs: 300 });
  await outer.sees("up");
  outer.close();
  expect((await outer.ended).signal).toBe(1);
});

test("when we are killed the child is hung up, though the recorder lives", async () => {
  const folder = tempFolder();
  const recorder = [node, fixture("run/recorder.mjs"), join(folder, "feed")];
  const outer = wrapped(harness, { argv: sh(`trap 'touch ${folder}/hup; exit' HUP; echo up; ${LOOP}`), recorder });
  await outer.sees("up");
  await until(() => existsSync(join(folder, "feed")));
  process.kill(outer.pid, "SIGKILL");
  await outer.ended;
  await until(() => existsSync(join(folder, "hup")) && existsSync(join(folder, "feed.ended")));
});

test("the terminal's settings are back after a normal end, and after a killed child", async () => {
  for (const script of ["exit 0", "kill -KILL $$"]) {
    const outer = underShell({ argv: sh(`sleep 0.2; ${script}`) }, "read go");
    const before = settings(outer);
    await outer.sees("[code");
    expect(settings(outer)).toBe(before);
    expect(before).toContain(" icanon");
  }
});

test("while the agent runs the terminal changes nothing on the way", async () => {
  const outer = wrapped(harness, { argv: sh("echo up; sleep 0.5") });
  await outer.sees("up");
  expect(settings(outer)).toMatch(/-icanon[\s\S]*-opost|-opost[\s\S]*-icanon/);
  await outer.ended;
});

async function modesAfter(bytes: Buffer): Promise<unknown> {
  const terminal = new xterm.Terminal({ allowProposedApi: true, cols: 80, rows: 24 });
  await new Promise<void>((resolve) => terminal.write(bytes, resolve));
  return { ...terminal.modes, screen: terminal.buffer.active.type };
}

const TUI = "\\033[?1049h\\033[?25l\\033[?1000h\\033[?1006h\\033[?1004h\\033[?2004h\\033[?2031h\\033[?1h\\033[>7u\\033[>4;2m";

test("what a killed agent left on is off again", async () => {
  const outer = wrapped(harness, { argv: sh(`printf '${TUI}up'; kill -KILL $$`) });
  expect((await outer.ended).code).toBe(137);
  expect(await modesAfter(outer.output())).toEqual(await modesAfter(Buffer.from("")));
  for (const undo of ["\x1b[<1u", "\x1b[>4m", "\x1b[?2031l", "\x1b[?25h", "\x1b[?1049l"]) expect(outer.text()).toContain(undo);
});

test("so is what an agent left on that ended by itself", async () => {
  const outer = wrapped(harness, { argv: sh("printf '\\033[?2004h'; exit 0") });
  await outer.ended;
  expect(outer.text()).toBe("\x1b[?2004h\x1b[?2004l");
});

test("an agent that left nothing on gets no byte of ours, even if it was killed", async () => {
  const outer = wrapped(harness, {
    argv: sh(
      `printf '${TUI}\\033[31mx\\033[0m'; printf '\\033[>4m\\033[<u\\033[?1l\\033[?2031l\\033[?2004l\\033[?1004l\\033[?1006l\\033[?1000l\\033[?25h\\033[?1049l'; kill -KILL $$`,
    ),
  });
  await outer.ended;
  expect(outer.text().endsWith("\x1b[?25h\x1b[?1049l")).toBe(true);
});
