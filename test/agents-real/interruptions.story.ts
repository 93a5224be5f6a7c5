// What interrupts a day: the usage limit of one agent, and Ctrl-Z.
import { expect } from "vitest";
import { type Agent, ask, leave } from "./support/person.ts";
import { toldBefore } from "./support/request.ts";
import { says } from "./support/script.ts";
import { story } from "./support/world.ts";

const KNOWN = "I decided to name the queue heron because shorter names collide.";
const TWO_HOURS_S = 2 * 3600;

const usageLimit = () => ({
  status: 429,
  body: {
    error: {
      type: "usage_limit_reached",
      message: "limit",
      plan_type: "plus",
      resets_at: Math.floor(Date.now() / 1000) + TWO_HOURS_S,
    },
  },
});

story("limit. Codex's usage limit: one question on its exit, Enter goes on with Claude, which knows", async (world) => {
  world.model.tell(says("name the queue", KNOWN), { when: "one thing more", turns: [{ error: usageLimit() }] });
  const terminal = world.terminal(["mem", "run", "codex"]);
  await ask(world, terminal, "Please name the queue", /heron/);
  await ask(world, terminal, "And one thing more", /hit your usage limit/);
  await terminal.ready();
  await terminal.say("/quit");
  await terminal.waitForScreen(/mem: .*limit.*\[Enter\]/);
  terminal.press("\r");
  const request = await ask(world, terminal, "Carry on where we are", /echo: Carry on/);
  expect(toldBefore(request, "Carry on where we are")).toContain("heron");
  expect((await leave(terminal, "claude")).code).toBe(0);
  await world.settled();
  const [claude, codex] = await world.sessions();
  expect([codex?.state, claude?.state, claude?.continues]).toEqual(["limit", "ended", codex?.id]);
});

for (const agent of ["claude", "codex"] as const satisfies readonly Agent[]) {
  story(`Ctrl-Z in ${agent} gives the shell back with a sane terminal, and \`fg\` the agent`, async (world) => {
    const terminal = world.terminal(["bash", "--norc", "-i"], { env: { PS1: "SHELL> " } });
    await terminal.waitForScreen(/SHELL>/);
    await terminal.say(`mem run ${agent}`);
    await ask(world, terminal, "First of all", /echo: First/);
    terminal.press("\x1a");
    await terminal.waitForScreen(/Stopped[\s\S]*SHELL>/);
    // What Claude Code says of it, alone too; Codex says nothing.
    expect(/suspended/.test(terminal.screen())).toBe(agent === "claude");
    await terminal.say("stty -a");
    await terminal.waitForScreen(/[^-]icanon[\s\S]*SHELL>/);
    expect(terminal.screen()).toMatch(/[^-]opost/);
    await terminal.say("fg");
    await ask(world, terminal, "Second of all", /echo: Second/);
    await terminal.ready();
    await terminal.say(agent === "claude" ? "/exit" : "/quit");
    await terminal.waitForScreen(/resume[\s\S]*SHELL>$/);
    await terminal.say("exit");
    await terminal.waitForExit();
    await world.settled();
    expect((await world.sessions()).map((session) => [session.state, session.turns])).toEqual([["ended", 2]]);
  });
}
