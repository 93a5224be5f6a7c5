// `mem` as a job of the user's shell: stopped, brought back, started in the background, as the agent alone would be.
import { execFileSync } from "node:child_process";
import { openSync } from "node:fs";
import { platform } from "node:os";
import { describe, expect, test } from "vitest";
import { processesOf } from "../support/processes.ts";
import { until } from "../support/until.ts";
import { find, findAgent, isWrapper, sh, stateOf, untilAlone, untilStopped } from "./support/life.ts";
import { openWorld, type World } from "./support/world.ts";

const isLinux = platform() === "linux";

/** A shell with job control: says when its job stops, and brings it back at Enter. */
const asJob = (world: World, run: readonly string[], line = '"$@"; echo "[stopped $?]"; read go; fg >/dev/null; echo "[ended $?]"') =>
  world.direct(["/bin/sh", "-m", "-c", line, "sh", ...run]);
const runOf = (world: World, script: string) => world.mem("run", "--quiet", "--", ...sh(script));
const settings = (tty: string) => execFileSync("stty", ["-a"], { stdio: [openSync(tty, "r"), "pipe", "ignore"], encoding: "utf8" });

/** A screen of its own, a mode, raw keys; says when it is told a size, also while it waits; ends with a key and Enter. */
const TUI = (before: string) =>
  `stty raw -echo; trap 'printf redrawn' WINCH; printf '\\033[?1049h\\033[?2004hREADY'
   ${before}; while [ -z "$key" ]; do read key; done; printf "got:$key"; exit 7`;

describe.runIf(isLinux)("stopped and brought back", () => {
  test("an agent that stops itself: the shell gets a sane terminal, and after `fg` the agent its modes, a redraw and the keys", async () => {
    const world = openWorld();
    const outer = asJob(world, runOf(world, TUI("sleep 0.3; kill -STOP $$")));
    await outer.sees("[stopped 148]");
    expect(outer.text()).toContain("READY\x1b[?1049l\x1b[?2004l");
    expect(settings(outer.tty)).toMatch(/^opost[\s\S]*\sicanon/m);
    outer.type("\r");
    await outer.sees("\x1b[?1049h\x1b[?2004h");
    await outer.sees("redrawn");
    outer.type("k\n");
    await outer.sees("[ended 7]");
    expect(outer.text()).toContain("got:k");
    await untilAlone(world);
  });

  test("more than once", async () => {
    const world = openWorld();
    const again = 'while [ $? -gt 128 ]; do echo "[stopped]"; read go; fg >/dev/null; done; echo "[ended $?]"';
    const outer = asJob(world, runOf(world, "for n in 1 2 3; do echo part $n; kill -STOP $$; done; exit 6"), `"$@"; ${again}`);
    for (const part of [1, 2, 3]) {
      await outer.sees(`part ${part}`);
      await outer.until("it is stopped again", (text) => text.split("[stopped]").length === part + 1);
      outer.type("\r");
    }
    await outer.until("the end", (text) => /\[ended \d+\]/.test(text));
    expect(outer.text()).not.toContain("part 4");
  });

  test("while it is stopped nothing of the agent reaches the terminal, and nothing is lost", async () => {
    const world = openWorld();
    const outer = asJob(
      world,
      runOf(world, "n=0; while [ $n -lt 4000 ]; do n=$((n+1)); echo line $n; [ $n = 2000 ] && kill -STOP $$; done; exit 3"),
    );
    await outer.sees("[stopped 148]");
    expect(outer.text().trimEnd().slice(-40)).toMatch(/line 2000\r\n\[stopped 148\]$/);
    outer.type("\r");
    await outer.sees("[ended 3]");
    const lines = [...outer.text().matchAll(/line (\d+)\r\n/g)].map(([, n]) => Number(n));
    expect(lines).toEqual(Array.from({ length: 4000 }, (_line, n) => n + 1));
  });
});

describe.runIf(isLinux)("started in the background", () => {
  const IN_BACKGROUND = '"$@" & echo "[shell]"; read go; jobs; fg >/dev/null; echo "[ended $?]"';

  test("it waits for `fg` instead of taking the shell's keys, as a program alone does; then it is there", async () => {
    const world = openWorld();
    const outer = asJob(world, runOf(world, TUI(":")), IN_BACKGROUND);
    await outer.sees("[shell]");
    const wrapper = await find(world, "a wrapper", isWrapper);
    await untilStopped(wrapper.pid);
    expect(settings(outer.tty)).toMatch(/^opost[\s\S]*\sicanon/m);
    outer.type("\r");
    await outer.sees("READY");
    outer.type("k\n");
    await outer.sees("[ended 7]");
    await untilAlone(world);
  });

  test("ended there by `kill`, it ends its agent", async () => {
    const world = openWorld();
    const outer = asJob(world, runOf(world, TUI(":")), '"$@" & echo "[shell]"; read go; kill %1; wait; echo "[killed]"; read end');
    await outer.sees("[shell]");
    await untilStopped((await find(world, "a wrapper", isWrapper)).pid);
    outer.type("\r");
    await outer.sees("[killed]");
    outer.type("\r");
    await outer.ended;
    await untilAlone(world);
  });

  test("a program that asks for nothing runs to its end, and leaves the terminal as another job has set it", async () => {
    const world = openWorld();
    const program = "echo up; until [ -e go ]; do sleep 0.05; done; exit 7";
    const outer = asJob(world, runOf(world, program), '"$@" & read go; stty raw -echo; touch go; wait $!; echo "[ended $?]"; read end');
    await outer.sees("up");
    outer.type("\n");
    await outer.sees("[ended 7]");
    expect(settings(outer.tty)).toMatch(/^-opost[\s\S]*\s-icanon/m);
    outer.type("\n");
    await outer.ended;
  });

  test("in a session of its own it leaves the shell's terminal alone, too", async () => {
    const world = openWorld();
    const program = "echo up; until [ -e go ]; do sleep 0.05; done; exit 7";
    const outer = asJob(world, runOf(world, program), 'setsid "$@" & read go; touch go; read end');
    await outer.sees("up");
    expect(settings(outer.tty)).toMatch(/^opost[\s\S]*\sicanon/m);
    outer.type("\n");
    outer.type("\n");
    await untilAlone(world);
  });

  test("where its shell goes, it goes on to its end without a word", async () => {
    const world = openWorld();
    const outer = asJob(world, runOf(world, "trap '' HUP; sleep 1; exit 7"), '"$@" & echo "[shell]"; read go');
    await outer.sees("[shell]");
    await findAgent(world);
    outer.type("\n");
    await outer.ended;
    await untilAlone(world);
    expect(outer.text()).toMatch(/^\[shell\]\s+\S*mem: sh is not recorded: [^\r]*\s*$/);
  });
});

describe.runIf(isLinux)("stopped by Ctrl-Z, then", () => {
  const thenDo = (line: string) => `"$@"; echo "[stopped $?]"; ${line}`;

  test("`bg`: a program without a screen goes on, and has the keys again after `fg`", async () => {
    const world = openWorld();
    const program = "echo up; sleep 0.5; echo later; read key; echo got:$key; exit 7";
    const outer = asJob(world, runOf(world, program), thenDo('bg; read go; fg; echo "[ended $?]"'));
    await outer.sees("up");
    outer.type("\x1a");
    await outer.sees("[stopped 148]");
    await outer.sees("later");
    expect(settings(outer.tty)).toMatch(/^opost[\s\S]*\sicanon/m);
    outer.type("shell's\n");
    const wrapper = await find(world, "a wrapper", isWrapper);
    await until("its terminal is raw", 10_000, () => /\s-icanon/.test(settings(outer.tty)) || undefined);
    outer.type("mine\n");
    await outer.sees("got:mine");
    await outer.sees("[ended 7]");
    expect(stateOf(wrapper.pid)).toBe("");
  });

  test("`bg`: one that has only hidden the cursor goes on to its end", async () => {
    const world = openWorld();
    const program = "printf 'up\\033[?25l'; until [ -e go ]; do sleep 0.05; done; printf 'done\\033[?25h'; exit 7";
    const outer = asJob(world, runOf(world, program), thenDo('bg; read go; touch go; wait; echo "[over]"; read end'));
    await outer.sees("up");
    outer.type("\x1a");
    await outer.sees("[stopped 148]");
    outer.type("\n");
    await outer.sees("done");
    await outer.sees("[over]");
    outer.type("\n");
    await untilAlone(world);
  });

  test("`bg`: an agent with a screen is stopped for it again, as it is alone", async () => {
    const world = openWorld();
    const outer = asJob(world, runOf(world, TUI(":")), thenDo('bg; read go; fg >/dev/null; echo "[ended $?]"'));
    await outer.sees("READY");
    const wrapper = await find(world, "a wrapper", isWrapper);
    process.kill(wrapper.pid, "SIGTSTP");
    await outer.sees("[stopped 148]");
    // Its modes are undone at the second stop: of the first, from outside, it did not hear.
    await outer.sees("\x1b[?1049l\x1b[?2004l");
    await untilStopped(wrapper.pid);
    outer.type("\n");
    await outer.sees("redrawn");
    outer.type("k\n");
    await outer.sees("[ended 7]");
  });

  test("`kill`: it ends its agent, and is not stopped at its own end", async () => {
    const world = openWorld();
    const outer = asJob(world, runOf(world, TUI("kill -STOP $$")), thenDo('kill %1; kill -CONT %1; wait; echo "[killed]"; read end'));
    await outer.sees("[killed]");
    await until("the wrapper has ended", 10_000, () => !processesOf(world.home).some(isWrapper) || undefined);
    outer.type("\r");
    await outer.ended;
    await untilAlone(world);
  });
});

test.runIf(isLinux)("SIGTSTP from outside stops `mem` as it stops a program alone, and SIGCONT brings it back", async () => {
  const world = openWorld();
  const outer = asJob(world, runOf(world, TUI(":")));
  await outer.sees("READY");
  const [wrapper, agent] = [await find(world, "a wrapper", isWrapper), await findAgent(world)];
  process.kill(wrapper.pid, "SIGTSTP");
  await outer.sees("[stopped 148]");
  expect(stateOf(wrapper.pid)).toBe("T");
  // The terminal is still raw, as whoever does not hear of its stop leaves it.
  outer.type("\n");
  await until("it goes on", 10_000, () => stateOf(wrapper.pid) !== "T" || undefined);
  outer.type("k\n");
  await outer.sees("[ended 7]");
  expect(stateOf(agent.pid)).toBe("");
});
