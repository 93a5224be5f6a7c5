// The terminal goes away, or the wrapper does: the agent is ended, its session is written down, and no process is left.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { until } from "../support/until.ts";
import { find, findAgent, isWrapper, recording, sessionsOf, sh, stateOf, untilAlone, untilStopped } from "./support/life.ts";
import { openWorld, type World } from "./support/world.ts";

const isLinux = platform() === "linux";
/** What an agent gets for ending by itself, and what a busy machine may add. */
const [GRACE_MS, SLACK_MS] = [10_000, 40_000];

const SAYS_SO = "trap 'echo hup >$HOME/told; exit 3' HUP";
const IGNORES = "trap '' HUP";
const WAITS = "while :; do sleep 0.05; done";
const FLOODS = "while :; do head -c 20000 /dev/zero | tr '\\\\0' a; sleep 0.02; done";

const wasTold = (world: World) => existsSync(join(world.home, "told"));

describe.runIf(isLinux)("a terminal that is closed", () => {
  test.each([
    ["that is quiet", WAITS],
    ["in the middle of its output", FLOODS],
  ])("an agent %s is told, as without us, and its end is recorded", async (_when, work) => {
    const world = openWorld();
    const outer = world.run(sh(`${SAYS_SO}; echo up; ${work}`));
    await outer.sees("up");
    await recording(world);
    outer.close();
    // As a program that the terminal's end has ended, not by a crash of Node's.
    expect(await outer.ended).toEqual({ code: 129, signal: 1 });
    await untilAlone(world);
    expect(wasTold(world)).toBe(true);
    expect(sessionsOf(world)).toMatchObject([{ state: "ended", exit: 3 }]);
  });

  test("a shell with `mem` as its job: the shell, `mem` and the agent are ended", async () => {
    const world = openWorld();
    const line = `"$@"; echo "[shell again]"`;
    const run = world.mem("run", "--quiet", "--", ...sh(`${SAYS_SO}; echo up; ${WAITS}`));
    const outer = world.direct(["/bin/sh", "-m", "-c", line, "sh", ...run]);
    await outer.sees("up");
    await recording(world);
    outer.close();
    await untilAlone(world);
    expect(wasTold(world)).toBe(true);
    expect(sessionsOf(world)).toMatchObject([{ state: "ended", exit: 3 }]);
  });

  test("a job that is stopped is ended all the same", async () => {
    const world = openWorld();
    const line = `"$@"; echo "[stopped]"; read forever`;
    const run = world.mem("run", "--quiet", "--", ...sh(`${SAYS_SO}; echo up; kill -STOP $$; ${WAITS}`));
    const outer = world.direct(["/bin/sh", "-m", "-c", line, "sh", ...run]);
    await outer.sees("[stopped]");
    await untilStopped((await find(world, "a wrapper", isWrapper)).pid);
    outer.close();
    await untilAlone(world);
    expect(wasTold(world)).toBe(true);
    expect(sessionsOf(world)).toMatchObject([{ state: "ended", exit: 3 }]);
  });

  test("an agent that ignores it, its children and its flood are killed after their time, and it is recorded", async () => {
    const world = openWorld();
    const outer = world.run(sh(`${IGNORES}; sleep 300 & echo up; ${FLOODS}`));
    await outer.sees("up");
    await recording(world);
    const closedAt = Date.now();
    outer.close();
    expect((await outer.ended).signal).toBe(1);
    expect(Date.now() - closedAt).toBeGreaterThanOrEqual(GRACE_MS - 100);
    await untilAlone(world, SLACK_MS);
    expect(sessionsOf(world)).toMatchObject([{ state: "ended", exit: 137 }]);
  });
});

describe.runIf(isLinux)("the wrapper killed with -9", () => {
  test("an agent that ignores the loss of its terminal is ended by the recorder, after its time, with its children", async () => {
    const world = openWorld();
    const outer = world.run(sh(`${IGNORES}; sleep 300 & echo up; ${WAITS}`));
    await outer.sees("up");
    await recording(world);
    const agent = await findAgent(world);
    const killedAt = Date.now();
    outer.kill("SIGKILL");
    await outer.ended;
    await until("the agent is gone", GRACE_MS + SLACK_MS, () => stateOf(agent.pid) === "" || undefined);
    expect(Date.now() - killedAt).toBeGreaterThanOrEqual(GRACE_MS - 100);
    await untilAlone(world, SLACK_MS);
    expect(sessionsOf(world)).toMatchObject([{ state: "crashed", exit: null }]);
  });

  test("an agent that has the user's own terminal is left alone: that one lives", async () => {
    const world = openWorld();
    writeFileSync(join(world.home, "go-on"), "");
    const agent = sh(`echo up; while [ -e $HOME/go-on ]; do sleep 0.05; done; echo done >$HOME/done`);
    const run = world.mem("run", "--quiet", "--no-pty", "--", ...agent);
    const outer = world.direct(["/bin/sh", "-c", `"$@"; echo "[wrapper gone]"; read end`, "sh", ...run]);
    await outer.sees("up");
    await recording(world);
    process.kill((await find(world, "a wrapper", isWrapper)).pid, "SIGKILL");
    await outer.sees("[wrapper gone]");
    await new Promise((resolve) => setTimeout(resolve, GRACE_MS + 1500));
    spawnSync("rm", [join(world.home, "go-on")]);
    const done = join(world.home, "done");
    await until("it goes on to its own end", SLACK_MS, () => (existsSync(done) && readFileSync(done, "utf8") === "done\n") || undefined);
  });
});
