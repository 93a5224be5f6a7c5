// Esc Esc: the user goes back in the conversation and asks something else. What was taken back is kept, marked, and told to nobody as if it held.
import { expect } from "vitest";
import { type Agent, ask, leave } from "./support/person.ts";
import { claudeWorks, says } from "./support/script.ts";
import type { Terminal } from "./support/terminal.ts";
import { story, type World } from "./support/world.ts";

const FIRST = "First name the queue";
const TAKEN_BACK = "Use redis for the lock";
const INSTEAD = "Use a unique index for it";
const DECIDED = "I decided to use redis because it is fast.";
const CLEAR_LINE = "\x15";

/** Goes back to before the newest prompt, which then stands in the input again. */
const goBack: Readonly<Record<Agent, (terminal: Terminal) => Promise<void>>> = {
  claude: async (terminal) => {
    // The same as Esc Esc, of which the first shows nothing that could be waited for.
    await terminal.say("/rewind");
    await terminal.waitForScreen(/❯ \(current\)/);
    terminal.press("\x1b[A");
    await terminal.waitForScreen(new RegExp(`❯ ${TAKEN_BACK}`));
    terminal.press("\r");
    await terminal.waitForScreen(/❯ 1\. Restore (?:code and )?conversation/);
    terminal.press("\r");
    // Its answer is gone: now it stands in the input only.
    await terminal.waitForScreen(new RegExp(`^(?![\\s\\S]*(?:it is fast|deadlocked))[\\s\\S]*❯\\s${TAKEN_BACK}`));
  },
  codex: async (terminal) => {
    terminal.press("\x1b");
    await terminal.waitForScreen(/esc again to edit/);
    terminal.press("\x1b");
    await terminal.waitForScreen(/rewind/);
    terminal.press("\r");
    await terminal.waitForScreen(/reverted to this point/);
  },
};

async function takesBack(world: World, agent: Agent): Promise<void> {
  world.model.tell(says(TAKEN_BACK, DECIDED));
  const terminal = world.terminal(["mem", "run", agent]);
  await ask(world, terminal, FIRST, /echo: First/);
  await ask(world, terminal, TAKEN_BACK, /it is fast/);
  await terminal.ready();
  await goBack[agent](terminal);
  terminal.press(CLEAR_LINE);
  await ask(world, terminal, INSTEAD, /echo: Use a unique/);
  expect((await leave(terminal, agent)).code).toBe(0);
  await world.settled();

  const [session, ...others] = await world.sessions();
  expect(others).toEqual([]);
  const told = (await world.events(session?.id ?? "")).filter(({ kind }) => kind === "prompt" || kind === "reply");
  expect(told.map(({ text, rewound = false }) => [text, rewound])).toEqual([
    [FIRST, false],
    [`echo: ${FIRST}`, false],
    [TAKEN_BACK, true],
    [DECIDED, true],
    [INSTEAD, false],
    [`echo: ${INSTEAD}`, false],
  ]);
  const briefing = (await world.mem(["brief"])).stdout;
  expect(briefing).toContain(`took back a request and its answer: "${TAKEN_BACK}"`);
  expect(briefing).not.toContain("it is fast");
  expect(briefing).toContain(INSTEAD);
}

story("going back in Claude: one session, what was taken back is marked and not told", (world) => takesBack(world, "claude"));
story("going back in Codex: one session, what was taken back is marked and not told", (world) => takesBack(world, "codex"));

story("going back in Claude with the files put back: they are told as unchanged", async (world) => {
  world.model.tell(claudeWorks(TAKEN_BACK, world.project));
  const terminal = world.terminal(["mem", "run", "claude"]);
  await ask(world, terminal, FIRST, /echo: First/);
  await ask(world, terminal, TAKEN_BACK, /The edit is in src/);
  await terminal.ready();
  await goBack.claude(terminal);
  terminal.press(CLEAR_LINE);
  await ask(world, terminal, INSTEAD, /echo: Use a unique/);
  expect((await leave(terminal, "claude")).code).toBe(0);
  await world.settled();
  const briefing = (await world.mem(["brief"])).stdout;
  expect(briefing).toContain(`took back a request and its answer: "${TAKEN_BACK}"`);
  expect(briefing).toContain("The files edited there were put back, too.");
  expect(briefing).not.toContain("Files changed");
  expect(briefing).not.toContain("deadlocked");
});
