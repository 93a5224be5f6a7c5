// `/resume` inside Claude Code: the run goes over to an older conversation, and that is the one gone on with afterwards.
import { expect } from "vitest";
import { ask, leave } from "./support/person.ts";
import { story } from "./support/world.ts";

story("switched. `/resume` inside Claude: no empty session is left, and the one that was used is gone on with", async (world) => {
  await world.mem(["run", "claude", "-p", "Please count the herons"]);
  await world.mem(["run", "claude", "-p", "Please count the otters"]);
  await world.settled();
  const herons = (await world.sessions()).find((session) => session.goal?.includes("herons"));
  const terminal = world.terminal(["mem", "run", "claude"]);
  await terminal.ready();
  await terminal.say(`/resume ${herons?.native_id}`);
  await terminal.waitForScreen(/Please count the herons/);
  await ask(world, terminal, "And the egrets", /echo: And the/);
  expect((await leave(terminal, "claude")).code).toBe(0);
  await world.settled();
  const sessions = await world.sessions();
  expect(sessions.map((session) => [session.native_id === herons?.native_id, session.turns, session.state, session.exit])).toEqual([
    [true, 2, "ended", 0],
    [false, 1, "ended", 0],
  ]);
  expect((await world.mem(["run", "--dry-run"])).stdout).toContain(`--resume ${herons?.native_id}`);
});
