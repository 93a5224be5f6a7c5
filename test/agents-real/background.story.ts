// A conversation that Claude Code has in its own background server: it refuses to resume it elsewhere, so mem does not try.
import { expect } from "vitest";
import { processesOf } from "../support/processes.ts";
import { until } from "../support/until.ts";
import { leave } from "./support/person.ts";
import { story } from "./support/world.ts";

const WAIT_MS = 20_000;

story(
  "background. a session that Claude has in the background is passed over and said; once it was stopped it is gone on with",
  async (world) => {
    await world.mem(["run", "claude", "-p", "Please count the herons"]);
    await world.settled();
    await world.program(["claude", "--bg", "Please count the otters"]);
    const newest = async () => (await world.sessions())[0];
    const isKnown = async () => ((await newest())?.goal?.includes("otters") ? true : undefined);
    await until("the session in the background is known", WAIT_MS, isKnown);
    const [otters, herons] = await world.sessions();
    const passed = await world.mem(["run", "--dry-run"]);
    expect(passed.stderr).toMatch(/passed over Claude Code's session of .*: it is still running/);
    expect(passed.stdout).toContain(`--resume ${herons?.native_id}`);
    expect((await world.program(["claude", "-p", "--resume", otters?.native_id ?? "", "A second voice"])).code).toBe(1);

    await world.program(["claude", "stop", otters?.native_id?.slice(0, 8) ?? ""]);
    const isResumed = async () => ((await world.mem(["run", "--dry-run"])).stdout.includes(otters?.native_id ?? "-") ? true : undefined);
    await until("the stopped session is resumed", WAIT_MS, isResumed);
    await world.program(["claude", "daemon", "stop", "--any"]);
  },
);

story("background. Codex under us starts no server that outlives it, and shows no warning that it does not", async (world) => {
  const terminal = world.terminal(["mem", "run", "--fresh", "codex"]);
  await terminal.ready();
  // The line that it writes once all is up, warnings included.
  await terminal.waitForScreen(/for agents/);
  expect(terminal.screen()).not.toMatch(/warning/i);
  expect((await leave(terminal, "codex")).code).toBe(0);
  expect(processesOf(world.home).filter(({ command }) => command.includes("app-server"))).toEqual([]);
  await world.settled();
});
