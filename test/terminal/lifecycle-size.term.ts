// The terminal's size: whatever happens to it, the agent has the last one.
import { platform } from "node:os";
import { expect, test } from "vitest";
import { find, isWrapper, sh, untilStopped } from "./support/life.ts";
import type { Outer } from "./support/outer.ts";
import { openWorld } from "./support/world.ts";

const isLinux = platform() === "linux";

test("a terminal without a size: an agent that would be told 0 × 0 without us gets a usual one", async () => {
  const world = openWorld();
  const [size, argv] = [{ cols: 0, rows: 0 }, sh("stty size")];
  const [ours, direct] = [world.run(argv, { size }), world.direct(argv, { size })];
  await Promise.all([ours.ended, direct.ended]);
  expect([ours.text().trim(), direct.text().trim()]).toEqual(["24 80", "0 0"]);
});

test("a terminal that loses its size and gets one again: the agent always has one, and then the new one", async () => {
  const world = openWorld();
  const outer = world.run(sh("echo up; read a; stty size; trap 'stty size; exit 6' WINCH; echo waiting; while :; do sleep 0.05; done"));
  await outer.sees("up");
  outer.resize(0, 0);
  outer.type("\r");
  await outer.sees("24 80");
  await outer.sees("waiting");
  outer.resize(77, 33);
  expect((await outer.ended).code).toBe(6);
  expect(outer.text()).toContain("33 77");
});

/** Draws its size for as long as it runs; a key ends it. */
const DRAWS = sh(
  `n=0; trap 'n=$((n+1))' WINCH; stty -icanon -echo min 0 time 0; echo up
   while key=$(head -c 1); [ -z "$key" ]; do printf '\\033[H%s;' "$(stty size)"; done
   echo "[told $((n > 0)), last $(stty size)]"; exit 5`,
);
const STORM = 400;
const LAST = { cols: 101, rows: 37 };

/** Other sizes, much faster than anybody draws; at the end the last. */
async function storm(outer: Outer): Promise<void> {
  for (let n = 0; n < STORM; n++) {
    outer.resize(20 + ((n * 7) % 200), 5 + ((n * 3) % 60));
    if (n % 8 === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  }
  outer.resize(LAST.cols, LAST.rows);
}

test("hundreds of sizes while the agent draws: the last one wins and stays, as it does without us", async () => {
  const world = openWorld();
  for (const outer of [world.direct(DRAWS), world.run(DRAWS)]) {
    await outer.sees("up");
    await storm(outer);
    await outer.sees(`${LAST.rows} ${LAST.cols};`);
    outer.type("q");
    expect((await outer.ended).code).toBe(5);
    expect(outer.text()).toContain(`[told 1, last ${LAST.rows} ${LAST.cols}]`);
  }
});

test("sizes that change while `mem` starts: the agent has the last one", async () => {
  const world = openWorld();
  const outer = world.run(sh(`echo up; until stty size | grep '^${LAST.rows} ${LAST.cols}$'; do sleep 0.02; done`));
  for (let n = 0; !outer.text().includes("up") && n < 3000; n++) {
    outer.resize(30 + (n % 50), 10 + (n % 20));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  outer.resize(LAST.cols, LAST.rows);
  expect((await outer.ended).code).toBe(0);
});

test("sizes that change while the agent ends harm nobody: its exit code is the run's", async () => {
  const world = openWorld();
  const outer = world.run(sh("echo up; sleep 0.2; exit 9"));
  await outer.sees("up");
  for (let n = 0; !outer.isOver(); n++) {
    outer.resize(80, 20 + (n % 9));
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  expect((await outer.ended).code).toBe(9);
});

test.runIf(isLinux)(
  "a size that changed while `mem` was stopped from outside, in the background of a shell, is the agent's after `fg`",
  async () => {
    const world = openWorld();
    const agent = sh(`echo up; until stty size | grep '^${LAST.rows} ${LAST.cols}$'; do sleep 0.02; done; exit 4`);
    const job = '"$@"; echo "[stopped]"; read go; fg >/dev/null; echo "[ended $?]"';
    const outer = world.direct(["/bin/sh", "-m", "-c", job, "sh", ...world.mem("run", "--quiet", "--", ...agent)]);
    await outer.sees("up");
    const { pid } = await find(world, "a wrapper", isWrapper);
    process.kill(pid, "SIGSTOP");
    await untilStopped(pid);
    await outer.sees("[stopped]");
    outer.resize(LAST.cols, LAST.rows);
    // The terminal is still raw: whoever is stopped like that cannot tidy up.
    outer.type("\n");
    await outer.sees("[ended 4]", 10_000);
  },
);
