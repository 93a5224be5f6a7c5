// After any death of the agent the terminal is as it was: as a terminal emulator sees its modes, and as its driver has its settings.
import { expect, test } from "vitest";
import { CUT_OFF, EVERYTHING } from "./support/everything-on.ts";
import { settings, underShell } from "./support/shell.ts";
import { stateAfter, UNTOUCHED } from "./support/terminal-state.ts";
import { openWorld } from "./support/world.ts";

/** Prints, and ends as `death` says. */
const agent = (output: string, death: string) => ["/bin/sh", "-c", `printf '${output}'; ${death}`];

test("the states are told apart: with everything on, nearly nothing is as it was", async () => {
  const outer = openWorld().direct(agent(EVERYTHING, "exit 0"));
  await outer.ended;
  const left = await stateAfter(outer.output());
  const same = Object.keys(UNTOUCHED).filter((name) => JSON.stringify(left[name]) === JSON.stringify(UNTOUCHED[name]));
  expect(same).toEqual(["originMode", "reverseWraparoundMode", "shifted"]);
});

test.each([
  ["SIGKILL", "kill -KILL $$", 137],
  ["SIGTERM", "kill -TERM $$", 143],
  ["SIGSEGV", "kill -SEGV $$", 139],
  ["SIGABRT", "kill -ABRT $$", 134],
  ["an error", "exit 3", 3],
])("after the agent's end by %s the terminal is as it was", async (_how, death, code) => {
  const outer = underShell(openWorld(), agent(`${EVERYTHING}working ${CUT_OFF}`, death));
  const before = settings(outer);
  await outer.sees(`[code ${code}]`);
  expect(settings(outer)).toBe(before);
  expect(await stateAfter(outer.output())).toEqual(UNTOUCHED);
});

test("after a good end keys and screen are as they were, and what only looks different is as the agent left it", async () => {
  const [world, output] = [openWorld(), `${EVERYTHING}done`];
  const outer = underShell(world, agent(output, "exit 0"));
  const before = settings(outer);
  await outer.sees("[code 0]");
  expect(settings(outer)).toBe(before);
  const without = world.direct(agent(output, "exit 0"));
  await without.ended;
  const LOOKS = ["colour", "link", "cursorStyle", "colours", "titles", "progress"];
  const [left, asLeft] = [await stateAfter(outer.output()), await stateAfter(without.output(), "\x1b[?1049l")];
  for (const name of Object.keys(UNTOUCHED))
    expect([name, left[name]]).toEqual([name, name === "colour" || !LOOKS.includes(name) ? UNTOUCHED[name] : asLeft[name]]);
});

test("an agent that cleans up after itself, or is killed with nothing on, gets no byte of ours", async () => {
  const world = openWorld();
  const clean = "\\033[?1049h\\033[?2004h\\033[>7u\\033[1;31mred\\033[0m\\033[<u\\033[?2004l\\033[?1049l\\033]0;title\\007";
  for (const death of ["exit 0", "kill -KILL $$"]) {
    const [wrapped, direct] = [world.run(agent(clean, death)), world.direct(agent(clean, death))];
    await Promise.all([wrapped.ended, direct.ended]);
    // Where it was killed, one line says so.
    expect(wrapped.text().replace(/\x1b\[2mmem: .*\x1b\[0m\r\n$/, "")).toBe(direct.text());
  }
});
