import { expect, test } from "vitest";
import { openWorld } from "./support/world.ts";

test("the agent's exit code is the run's", async () => {
  const world = openWorld();
  const outer = world.run(["/bin/sh", "-c", "printf hello; exit 7"]);
  expect(await outer.ended).toEqual({ code: 7, signal: 0 });
  expect(outer.text()).toMatch(/^hello/);
});
