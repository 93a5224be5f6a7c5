// `kill -9` of the wrapper while the agent has everything on: nothing of ours runs then, and `mem fix-term` puts the terminal right.
import { spawnSync } from "node:child_process";
import { closeSync, constants, existsSync, openSync } from "node:fs";
import { expect, test } from "vitest";
import { EVERYTHING } from "./support/everything-on.ts";
import type { Outer } from "./support/outer.ts";
import { commandLine, find, isWrapper, PROMPT, promptOf, settings } from "./support/shell.ts";
import { stateAfter, UNTOUCHED, watchTerminal } from "./support/terminal-state.ts";
import { openWorld, programs, type World } from "./support/world.ts";

/** The user's own: not what `stty sane` would set. */
const SPECIAL = "stty erase '^H' intr '^X' -echoctl\n";
/** These may be the user's own, so they are left alone. */
const KEPT = { colours: [11], titles: 1, progress: true };

const prompts = (outer: Outer, count: number): Promise<void> =>
  outer.until(`${count} prompts`, (text) => text.split(PROMPT).length > count);

/** Resolves when the shell, at its second prompt, has a terminal that the killed wrapper left as it was. */
async function killedWrapper(world: World, shell: readonly string[]): Promise<{ outer: Outer; before: string }> {
  const outer = await promptOf(world, shell);
  outer.type(SPECIAL);
  await prompts(outer, 2);
  const before = settings(outer);
  const agent = ["/bin/sh", "-c", `printf '${EVERYTHING}'; echo up $((40 + 2)); while :; do sleep 0.1; done`];
  outer.type(`${commandLine([...world.mem("run", "--quiet", "--"), ...agent])}\n`);
  await outer.sees("up 42");
  process.kill((await find(world, "a wrapper", isWrapper)).pid, "SIGKILL");
  await prompts(outer, 3);
  return { outer, before };
}

/** A shell with a line editor sees to the driver's settings by itself. */
const SHELLS = [
  { shell: ["/bin/dash", "-i"], says: "\r\nmem: this terminal was raw; keys, echo and line ends are as usual again" },
  { shell: ["/bin/bash", "--norc", "-i"], says: "mem: this terminal's settings are in order;" },
] as const;

test.each(SHELLS.filter(({ shell }) => existsSync(shell[0])))(
  "in $shell.0 a terminal that a killed wrapper left is as it was again",
  async ({ shell, says }) => {
    const world = openWorld();
    const { outer, before } = await killedWrapper(world, shell);
    expect(await stateAfter(outer.output())).not.toEqual(UNTOUCHED);
    // Ctrl-J for Enter: what a raw terminal sends for Enter ends no line.
    outer.type(`${commandLine(world.mem("fix-term"))}\n`);
    await outer.sees(says);
    await prompts(outer, 4);
    expect(settings(outer)).toBe(before);
    // And it has modes of its own on at the prompt.
    outer.type("exit\n");
    await outer.ended;
    expect(await stateAfter(outer.output())).toEqual({ ...UNTOUCHED, ...KEPT });
  },
);

test("where nothing is wrong it changes nothing: settings, modes, and the cursor stays in its line", async () => {
  const world = openWorld();
  const special = "stty -ixon -iexten erase '^H'; stty -a >before";
  const outer = world.direct([
    "/bin/sh",
    "-c",
    `${special}; printf 'one\\ntwo'; ${commandLine(world.mem("fix-term"))}; echo "[code $?]"; stty -a | diff before - && echo same`,
  ]);
  expect((await outer.ended).code).toBe(0);
  const terminal = watchTerminal();
  await terminal.write(outer.output());
  expect(terminal.view()).toMatch(/^one\ntwomem: this terminal's settings are in order;.*\n[^\n]*\n\[code 0\]\nsame$/);
  expect(terminal.state()).toEqual(UNTOUCHED);
  // Neither a database nor a log.
  expect(existsSync(world.dataDir)).toBe(false);
});

// Node, too, sets terminals back when it ends, to what they were when it began.
for (const { on, program: mem } of programs) {
  test.skipIf(mem === undefined)(`another terminal is put right from outside, ${on}`, async () => {
    const world = openWorld(mem);
    const outer = world.direct([
      "/bin/sh",
      "-c",
      `stty -a >before; stty -icanon -echo -isig -iexten -icrnl -ixon -brkint -opost min 7; printf '${EVERYTHING}up'; read go; stty -a | diff before - && echo same`,
    ]);
    await outer.sees("up");
    const [program = "", ...words] = world.mem("fix-term");
    const stdin = openSync(outer.tty, constants.O_RDONLY | constants.O_NOCTTY);
    const { status, stdout } = spawnSync(program, words, { stdio: [stdin, "pipe", "pipe"], env: { ...world.env }, encoding: "utf8" });
    closeSync(stdin);
    expect([status, stdout]).toEqual([0, expect.stringContaining("this terminal was raw")]);
    outer.type("\n");
    await outer.sees("same");
    expect(await stateAfter(outer.output())).toEqual({ ...UNTOUCHED, ...KEPT });
  });
}

test("without a terminal it says what to do", () => {
  const world = openWorld();
  const [program = "", ...words] = world.mem("fix-term");
  const { status, stdout, stderr } = spawnSync(program, words, { env: { ...world.env }, encoding: "utf8", input: "" });
  expect([status, stdout]).toEqual([1, ""]);
  expect(stderr).toMatch(/There is no terminal here\..*mem fix-term < \/dev\/pts\/3/s);
});
