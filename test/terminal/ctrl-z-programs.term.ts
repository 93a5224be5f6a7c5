// Programs that nobody knows, stopped by Ctrl-Z and brought back at a person's shell, beside the same without `mem`.
import { writeFileSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { until } from "../support/until.ts";
import { isInstalled } from "./support/program.ts";
import { commandLine, PROMPT, promptOf, settings } from "./support/shell.ts";
import { type TerminalState, watchTerminal } from "./support/terminal-state.ts";
import { openWorld, type World } from "./support/world.ts";

type Program = { name: string; argv: string[]; shows: RegExp; leave: string; isEverNew?: true };

const PROGRAMS: readonly Program[] = [
  { name: "vim", argv: ["vim", "-N", "-n", "-i", "NONE", "-u", "NONE", "long.txt"], shows: /^line 0\n[\s\S]*line 22/, leave: ":q!\r" },
  { name: "less", argv: ["less", "long.txt"], shows: /^line 0\n[\s\S]*line 22/, leave: "q" },
  // Draws the machine as it is.
  { name: "htop", argv: ["htop"], shows: /F10/, leave: "q", isEverNew: true },
  { name: "cat", argv: ["sh", "-c", "echo here; exec cat"], shows: /^here/, leave: "\x04" },
];

type Seen = { stopped: TerminalState; settings: string; back: string; after: TerminalState };

/** The program at a shell: Ctrl-Z, a look around, `fg`, and out. `back`: what its screen comes back to. */
async function playedAt(world: World, { argv, shows, leave }: Program, before: readonly string[], back?: string): Promise<Seen> {
  writeFileSync(join(world.project, "long.txt"), Array.from({ length: 90 }, (_, line) => `line ${line}\n`).join(""));
  const takesKeys = before.length > 0 || argv[0] !== "sh";
  const outer = await promptOf(world, ["/bin/sh", "-m", "-i"]);
  const terminal = watchTerminal();
  let isDrawn = terminal.write(outer.output());
  outer.onOutput((bytes) => {
    isDrawn = terminal.write(bytes);
  });
  const showing = (what: string, isThere: (view: string) => boolean) =>
    until(what, 30_000, async () => {
      await isDrawn;
      return isThere(terminal.view()) || undefined;
    });
  /** What is typed before that is the shell's. */
  const hasKeys = () => until("it has its keys", 30_000, () => !takesKeys || /-icanon/.test(settings(outer)) || undefined);
  outer.type(`clear; ${commandLine([...before, ...argv])}\n`);
  await showing("the program's screen", (view) => shows.test(view));
  await hasKeys();
  outer.type("\x1a");
  await showing("the prompt", (view) => /Stopped[\s\S]*ready>$/.test(view));
  const [stopped, stty] = [terminal.state(), settings(outer)];
  outer.clear();
  outer.type("fg\n");
  await outer.until("it is back", (text) => text.includes("fg") && text.length > 4);
  await hasKeys();
  await showing("the program's screen again", (view) => (back === undefined ? argv[0] === "sh" || shows.test(view) : view === back));
  const view = terminal.view();
  outer.clear();
  outer.type(leave);
  await outer.sees(PROMPT);
  outer.type('echo "[code $?]"\n');
  await showing("the end", (view) => view.includes("[code 0]"));
  // vim leaves a title behind on the terminal's stack; `mem` does not.
  return { stopped: { ...stopped, titles: 0 }, settings: stty, back: view, after: { ...terminal.state(), titles: 0 } };
}

for (const program of PROGRAMS) {
  const { name, isEverNew } = program;
  const isHere = platform() === "linux" && isInstalled(name);
  test.skipIf(!isHere)(
    `${name}${isHere ? "" : " (not installed)"} stops at Ctrl-Z and comes back at \`fg\``,
    { timeout: 90_000 },
    async () => {
      const world = openWorld();
      const alone = await playedAt(world, program, []);
      const back = isEverNew || name === "cat" ? undefined : alone.back;
      const ours = await playedAt(world, program, world.mem("run", "--quiet", "--"), back);
      expect(ours.stopped).toEqual(alone.stopped);
      expect(ours.settings).toBe(alone.settings);
      if (isEverNew) expect(ours.back).toMatch(program.shows);
      else if (name !== "cat") expect(ours.back).toBe(alone.back);
      expect(ours.after).toEqual(alone.after);
    },
  );
}
