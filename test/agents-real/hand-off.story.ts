// a, b: the main job. One agent works in a real terminal; the other one, started after it, knows.
import { expect } from "vitest";
import type { Entry } from "../support/fake-llm/server.mjs";
import { ask, leave } from "./support/person.ts";
import { marksIn, toldBefore } from "./support/request.ts";
import { claudeWorks, codexWorks, FAILING_TEST } from "./support/script.ts";
import { story, type World } from "./support/world.ts";

const FIRST = "Fix the double claim of orders by two workers";
const SECOND = "Carry on where we are";
const ANSWERED = /npm test\s+again\./;
const MAX_TOKENS = 2000;

/** The decision with its reason, the failure, the file and the next step, ahead of the prompt. */
function expectKnows(request: Entry): void {
  const known = toldBefore(request, SECOND);
  expect(known).toContain("unique index");
  expect(known).toContain("two workers deadlocked");
  expect(known).toContain("npm test");
  expect(known).toContain(FAILING_TEST);
  expect(known).toContain("src/claim.js");
  expect(known).toMatch(/skip taken orders/);
}

async function expectThread(world: World, first: string, second: string): Promise<void> {
  await world.settled();
  const [newest, older] = await world.sessions();
  expect([newest?.agent, older?.agent]).toEqual([second, first]);
  expect(newest?.continues).toBe(older?.id);
  expect([newest?.state, newest?.exit, older?.state, older?.exit]).toEqual(["ended", 0, "ended", 0]);
  const { receipt } = await world.show(newest?.id ?? "");
  expect(receipt?.evidence).toBe("history");
  expect(receipt?.tokens).toBeLessThanOrEqual(MAX_TOKENS);
  const events = await world.events(older?.id ?? "");
  expect(events.filter((event) => event.kind === "prompt").map((event) => event.text)).toEqual([FIRST]);
  expect(events.some((event) => event.kind === "tool_result" && event.ok === false)).toBe(true);
}

story("a. after `mem run claude`, `mem run codex --yolo` knows the decision, the failure, the file and the next step", async (world) => {
  world.model.tell(claudeWorks(FIRST, world.project));
  const claude = world.terminal(["mem", "run", "claude"]);
  const unbriefed = await ask(world, claude, FIRST, ANSWERED);
  expect(marksIn(unbriefed)).toEqual([]);
  expect((await leave(claude, "claude")).code).toBe(0);
  const codex = world.terminal(["mem", "run", "codex", "--yolo"]);
  expectKnows(await ask(world, codex, SECOND, /echo: Carry on/));
  expect((await leave(codex, "codex")).code).toBe(0);
  await expectThread(world, "claude", "codex");
});

story("b. after `mem run codex --yolo`, `mem run claude` knows them too", async (world) => {
  world.model.tell(codexWorks(FIRST));
  const codex = world.terminal(["mem", "run", "codex", "--yolo"]);
  await ask(world, codex, FIRST, ANSWERED);
  expect((await leave(codex, "codex")).code).toBe(0);
  const claude = world.terminal(["mem", "run", "claude"]);
  expectKnows(await ask(world, claude, SECOND, /echo: Carry on/));
  expect((await leave(claude, "claude")).code).toBe(0);
  await expectThread(world, "codex", "claude");
});
