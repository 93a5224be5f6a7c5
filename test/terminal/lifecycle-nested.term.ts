// Runs in runs, multiplexers in runs and runs in multiplexers, and what an agent leaves behind.
import { spawnSync } from "node:child_process";
import { platform } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { until } from "../support/until.ts";
import { recording, sessionsOf, sh, untilAlone } from "./support/life.ts";
import { openWorld, type World } from "./support/world.ts";

const isLinux = platform() === "linux";
const hasTmux = spawnSync("tmux", ["-V"]).status === 0;

/** A command line for a shell: each word in quotes. */
const line = (words: readonly string[]): string => words.map((word) => `'${word.replaceAll("'", `'\\''`)}'`).join(" ");

test.runIf(isLinux)(
  "a run inside a run is recorded once: the outer one sees all of it; terminal, keys and exit code pass both",
  async () => {
    const world = openWorld();
    const inner = world.mem("run", "--quiet", "--", ...sh('[ -t 0 ] && [ -t 1 ] && echo inside; read key; echo "got:$key"; exit 6'));
    const outer = world.run(sh(`${line(inner)}; exit $?`));
    await outer.sees("inside");
    outer.type("k\r");
    await outer.sees("got:k");
    expect((await outer.ended).code).toBe(6);
    await untilAlone(world);
    expect(sessionsOf(world)).toMatchObject([{ exit: 6 }]);
  },
);

test.runIf(isLinux)("a grandchild that keeps the terminal open, or floods it, keeps nobody: the run ends with its agent", async () => {
  const world = openWorld();
  const holds = world.run(sh("(trap '' HUP; exec sleep 60) & echo bye; exit 4"));
  expect((await holds.ended).code).toBe(4);
  expect(holds.text()).toContain("bye\r\n");
  const floods = world.run(sh("(trap '' HUP; exec yes) & echo bye; exit 5"));
  expect((await floods.ended).code).toBe(5);
});

/** tmux with a server of the test's own. */
function tmuxOf(world: World) {
  const tmux = (...words: string[]) => ["tmux", "-S", join(world.root, "tmux"), "-f", "/dev/null", ...words];
  const ask = (...words: string[]) => {
    const [file = "", ...args] = tmux(...words);
    return spawnSync(file, args, { env: world.env, cwd: world.project, encoding: "utf8" });
  };
  onTestFinished(() => void ask("kill-server"));
  const shows = (text: string) => until(`tmux shows ${text}`, 40_000, () => ask("capture-pane", "-p").stdout.includes(text) || undefined);
  return { argv: tmux, ask, shows };
}

describe.runIf(isLinux && hasTmux)("tmux", () => {
  test.each(["kill-pane", "kill-server"])("%s around a run: the agent is told, its session is recorded, nothing is left", async (how) => {
    const world = openWorld();
    const tmux = tmuxOf(world);
    const run = world.mem("run", "--quiet", "--", ...sh("trap 'exit 3' HUP; echo up; while :; do sleep 0.05; done"));
    tmux.ask("new-session", "-d", "-x", "90", "-y", "20", line(run));
    await tmux.shows("up");
    await recording(world);
    tmux.ask(how);
    await untilAlone(world);
    expect(sessionsOf(world)).toMatchObject([{ state: "ended", exit: 3 }]);
  });

  test("started from a run: it is drawn, and a run in it that outlives the one around it is recorded for itself", async () => {
    const world = openWorld();
    const tmux = tmuxOf(world);
    const outer = world.run(tmux.argv("new-session", "-x", "80", "-y", "24", "echo up; PS1='$ ' exec sh"));
    await outer.sees("up");
    const inner = world.mem("run", "--quiet", "--", ...sh("echo inner-up; read key; exit 8"));
    tmux.ask("send-keys", `${line(inner)}; echo code=$?`, "Enter");
    await tmux.shows("inner-up");
    tmux.ask("send-keys", "k", "Enter");
    await tmux.shows("code=8");
    await until("the inner one is recorded", 40_000, () => sessionsOf(world).some(({ exit }) => exit === 8) || undefined);
    tmux.ask("detach-client");
    expect((await outer.ended).code).toBe(0);
    tmux.ask("kill-server");
    await untilAlone(world);
    expect(sessionsOf(world)).toHaveLength(2);
  });
});
