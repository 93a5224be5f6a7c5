// Ctrl-Z and back, under a shell with job control as users have it.
import { execFileSync } from "node:child_process";
import { openSync, readFileSync } from "node:fs";
import { platform } from "node:os";
import { describe, expect, test } from "vitest";
import { isStopped } from "../../src/run/job-control.ts";
import type { HarnessOrder } from "../fixtures/run/harness.ts";
import { harnessForTests, node, onTerminal, until, wrapped } from "../support/wrapper.ts";

const harness = harnessForTests();

const sh = (script: string) => ["/bin/sh", "-c", script];
const stty = (tty: string) => execFileSync("stty", ["-a"], { stdio: [openSync(tty, "r"), "pipe", "ignore"], encoding: "utf8" });

/** A shell whose job the wrapper is: it says when the job stops, and brings it back once Enter is pressed. */
const asJob = (order: HarnessOrder) =>
  onTerminal([
    "/bin/sh",
    "-m",
    "-c",
    '"$0" "$@"; echo "[stopped $?]"; read go; fg >/dev/null; echo "[ended $?]"',
    node,
    harness(),
    JSON.stringify(order),
  ]);

const stoppedIn = (pid: number) => isStopped(readFileSync(`/proc/${pid}/stat`, "latin1"));
/** The shell's own child is the wrapper, the wrapper's is the agent. */
const childOf = (pid: number) => Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ")[0]);
const isLinux = platform() === "linux";

/** A signal interrupts the shell's `read`, so it is asked again. */
const READ_KEY = 'while [ -z "$key" ]; do read key; done; printf "got:$key"';
const TUI = "stty raw -echo; printf '\\033[?1049h\\033[?2004hREADY'; trap 'printf redrawn' WINCH";

test.runIf(isLinux)("Ctrl-Z stops the wrapper and the agent, gives a usable terminal, and `fg` brings both back", async () => {
  const outer = asJob({ argv: sh(`${TUI}; ${READ_KEY}; exit 3`), ctrlZ: "ours" });
  await outer.sees("READY");
  const agent = childOf(childOf(outer.pid));
  outer.type("\x1a");
  await outer.sees("[stopped 148]");
  expect(stoppedIn(agent)).toBe(true);
  expect(outer.text()).toContain("READY\x1b[?1049l\x1b[?2004l");
  expect(stty(outer.tty)).toMatch(/^opost[\s\S]*\sicanon/m);

  outer.type("\r");
  await outer.sees("\x1b[?1049h\x1b[?2004hredrawn");
  expect(stoppedIn(agent)).toBe(false);
  await until(() => /^-opost[\s\S]*\s-icanon/m.test(stty(outer.tty)));
  outer.type("k\n");
  await outer.sees("got:k");
  await outer.sees("[ended 3]");
});

/** Gets the key, undoes its mode, says goodbye, and waits to be continued, as if it had been stopped. */
const LEAVES = `stty raw -echo; trap 'printf redrawn' WINCH; trap 'back=1' CONT; printf '\\033[?2004hREADY'; head -c 1 >/dev/null
  printf '\\033[?2004lbye\\r\\n'; while [ -z "$back" ]; do sleep 0.05; done; printf "back "; sleep 0.3; stty size; exit 3`;

test.runIf(isLinux)(
  "an agent that is given Ctrl-Z too leaves its screen itself, and after `fg` comes back itself, told no other size",
  async () => {
    const outer = asJob({ argv: sh(LEAVES), ctrlZ: "shared" });
    await outer.sees("READY");
    const agent = childOf(childOf(outer.pid));
    outer.type("\x1a");
    await outer.sees("[stopped 148]");
    expect(stoppedIn(agent)).toBe(true);
    expect(outer.text()).toContain("READY\x1b[?2004lbye\r\n[stopped 148]");
    outer.type("\r");
    await outer.sees("[ended 3]");
    expect(outer.text()).toContain("back ");
    expect(outer.text()).not.toContain("redrawn");
  },
);

test.runIf(isLinux)("one that only takes the key is stopped all the same, its modes undone, and redraws after `fg`", async () => {
  const outer = asJob({ argv: sh(`${TUI}; head -c 1 >/dev/null; printf taken; ${READ_KEY}; exit 3`), ctrlZ: "shared" });
  await outer.sees("READY");
  outer.type("\x1a");
  await outer.sees("[stopped 148]");
  expect(outer.text()).toContain("READYtaken\x1b[?1049l\x1b[?2004l");
  outer.type("\r");
  await outer.sees("\x1b[?1049h\x1b[?2004hredrawn");
  outer.type("k\n");
  await outer.sees("got:k");
  await outer.sees("[ended 3]");
});

test.runIf(isLinux)("a size that changed while the agent was stopped is the agent's after `fg`", async () => {
  const outer = asJob({ argv: sh("echo up; until stty size | grep '30 70'; do sleep 0.05; done; exit 5"), ctrlZ: "ours" });
  await outer.sees("up");
  outer.type("\x1a");
  await outer.sees("[stopped 148]");
  outer.resize(70, 30);
  outer.type("\r");
  await outer.sees("30 70");
  await outer.sees("[ended 5]");
});

test.runIf(isLinux)("an agent that stops itself stops us too, and `fg` brings both back", async () => {
  const outer = asJob({ argv: sh("echo up; kill -STOP $$; echo again; exit 4") });
  await outer.sees("[stopped 148]");
  outer.type("\r");
  await outer.sees("again");
  await outer.sees("[ended 4]");
});

test("where no shell could bring us back, Ctrl-Z does nothing for long", async () => {
  const outer = wrapped(harness, { argv: sh(`${TUI}; ${READ_KEY}`), ctrlZ: "ours" });
  await outer.sees("READY");
  outer.type("\x1a");
  await outer.sees("redrawn");
  outer.type("k\n");
  await outer.sees("got:k");
  expect((await outer.ended).code).toBe(0);
});

test("Ctrl-Z of an agent that handles it itself arrives as any key", async () => {
  const outer = wrapped(harness, { argv: sh("stty raw -echo; printf READY; head -c 1 | od -An -tx1") });
  await outer.sees("READY");
  outer.type("\x1a");
  await outer.sees("1a");
});

describe.runIf(isLinux)("Ctrl-Z of a program that nobody knows", () => {
  const unknown = (argv: string[]) => asJob({ argv, ctrlZ: "auto" });

  test("stops one at once that the system would have stopped", async () => {
    const outer = unknown(sh("echo up; read key; echo got:$key; exit 3"));
    await outer.sees("up");
    outer.type("\x1a");
    await outer.sees("[stopped 148]");
    outer.type("\r");
    await until(() => !stoppedIn(childOf(childOf(outer.pid))));
    outer.type("k\n");
    await outer.sees("got:k");
    await outer.sees("[ended 3]");
  });

  /** Tidies its screen, stops itself, which the system discards, and is back at once, all in one write. */
  const SUSPENDS = "\\033[?1049l\\033[?1049hAGAIN";

  test.each([
    ["by the key", `${TUI}; head -c 1 >/dev/null; printf '${SUSPENDS}'; ${READ_KEY}; exit 3`],
    ["by the signal", `trap "printf '${SUSPENDS}'" TSTP; ${TUI.replace("-echo", "-echo isig")}; ${READ_KEY}; exit 3`],
  ])("stops one that leaves its screen for it, %s, though it is back already", async (_how, script) => {
    const outer = unknown(sh(script));
    await outer.sees("READY");
    outer.type("\x1a");
    await outer.sees("[stopped 148]");
    // The pieces it comes in decide whether it was back on its screen when we looked.
    expect(outer.text()).toMatch(/READY\x1b\[\?1049l(\x1b\[\?1049hAGAIN\x1b\[\?1049l)?\x1b\[\?2004l\[stopped 148\]/);
    outer.type("\r");
    await outer.sees("redrawn");
    await outer.sees("AGAIN");
    for (const mode of ["1049", "2004"]) expect(outer.text().split("[stopped 148]")[1]).toContain(`\x1b[?${mode}h`);
    outer.type("k\n");
    await outer.sees("got:k");
    await outer.sees("[ended 3]");
  });

  test("stops one that catches the signal and shows nothing of it", async () => {
    const outer = unknown(sh(`trap 'echo told' TSTP; echo up; ${READ_KEY}; exit 3`));
    await outer.sees("up");
    outer.type("\x1a");
    await outer.sees("[stopped 148]");
    expect(outer.text()).toMatch(/told\r+\n/);
  });

  test("pressed many times stops it once", async () => {
    const outer = unknown(sh(`echo up; ${READ_KEY}; exit 3`));
    await outer.sees("up");
    for (let times = 0; times < 6; times += 1) {
      outer.type("\x1a");
      await new Promise((resolve) => setTimeout(resolve, 4));
    }
    await outer.sees("[stopped 148]");
    outer.type("\r");
    outer.type("k\n");
    await outer.sees("[ended 3]");
  });

  test("stops one once that stops itself at the signal", async () => {
    const outer = unknown(sh(`trap 'echo bye; kill -STOP $$; echo back' TSTP; echo up; ${READ_KEY}; exit 3`));
    await outer.sees("up");
    outer.type("\x1a");
    await outer.sees("[stopped 148]");
    outer.type("\r");
    await outer.sees("back");
    // Longer than anybody waits for an agent to leave.
    await new Promise((resolve) => setTimeout(resolve, 1200));
    outer.type("k\n");
    await outer.sees("[ended 3]");
  });

  test("as a keyboard protocol's sequence is a key as any other, though the byte would be a signal", async () => {
    const outer = unknown(sh(`echo up; ${READ_KEY}; exit 3`));
    await outer.sees("up");
    outer.type("\x1b[122;5u");
    await new Promise((resolve) => setTimeout(resolve, 1200));
    outer.type("k\n");
    await outer.sees("got:");
    await outer.sees("[stopped 3]");
  });

  test("is left to one that takes it as any key", async () => {
    const outer = unknown(sh(`${TUI}; head -c 1 | od -An -tx1; trap '' USR1; sleep 1.5; printf still; ${READ_KEY}; exit 3`));
    await outer.sees("READY");
    outer.type("\x1a");
    await outer.sees("1a");
    await outer.sees("still");
    outer.type("k\n");
    await outer.sees("[stopped 3]");
  });

  test("is left to a shell, which stops its own job", async () => {
    const outer = unknown(["/bin/bash", "--norc", "--noprofile", "-i"]);
    await outer.sees("bash-");
    outer.type("sh -c 'echo in''side; exec cat'\n");
    await outer.sees("inside");
    outer.type("\x1a");
    await outer.sees("Stopped");
    // Only once it reads again: a key that makes a signal takes what was typed before with it.
    await until(() => /Stopped[\s\S]*bash-/.test(outer.text()));
    outer.type("\x1a");
    outer.type("kill -9 %1; disown -a; exit 5\n");
    await outer.sees("[stopped 5]");
  });
});

test.runIf(isLinux)("we are stopped and continued from outside: the terminal is ours again", async () => {
  const outer = wrapped(harness, { argv: sh(`${TUI}; ${READ_KEY}`) });
  await outer.sees("READY");
  process.kill(outer.pid, "SIGSTOP");
  await until(() => stoppedIn(outer.pid));
  execFileSync("stty", ["sane"], { stdio: [openSync(outer.tty, "r"), "ignore", "ignore"] });
  process.kill(outer.pid, "SIGCONT");
  await outer.sees("redrawn");
  outer.type("k\n");
  await outer.sees("got:k");
});
