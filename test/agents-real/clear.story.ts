// f: `/clear` makes a second conversation in the middle of a run. Both are kept, and the next start goes on from the second.
import { expect } from "vitest";
import { type Agent, ask, leave } from "./support/person.ts";
import { story, type World } from "./support/world.ts";

const BEFORE = "First we talk about herons";
const AFTER = "Then we talk about otters";

async function clearInTheMiddle(world: World, agent: Agent): Promise<void> {
  const terminal = world.terminal(["mem", "run", agent]);
  await ask(world, terminal, BEFORE, /echo: First/);
  await terminal.ready();
  await terminal.say("/clear");
  await ask(world, terminal, AFTER, /echo: Then/);
  expect((await leave(terminal, agent)).code).toBe(0);
  await world.settled();
  const [second, first, ...others] = await world.sessions();
  expect(others).toEqual([]);
  expect([second?.agent, first?.agent]).toEqual([agent, agent]);
  expect(second?.native_id).not.toBe(first?.native_id);
  const prompts = async (id = "") => (await world.events(id)).filter((event) => event.kind === "prompt").map((event) => event.text);
  expect(await prompts(first?.id)).toEqual([BEFORE]);
  expect(await prompts(second?.id)).toEqual([AFTER]);
  const plan = await world.mem(["run", "--dry-run"]);
  expect(plan.stdout).toContain(second?.native_id);
}

story("f. `/clear` in the middle of Claude: two sessions, and the newer one is gone on with", (world) => clearInTheMiddle(world, "claude"));
story("f. `/clear` in the middle of Codex: two sessions, and the newer one is gone on with", (world) => clearInTheMiddle(world, "codex"));
