// Every signal that would end a process, sent to the wrapper: the agent is told, nothing is left of it, and the terminal is as it was.
import { expect, test } from "vitest";
import { EVERYTHING } from "./support/everything-on.ts";
import { find, gone, isWrapper, settings, underShell } from "./support/shell.ts";
import { stateAfter, UNTOUCHED } from "./support/terminal-state.ts";
import { openWorld } from "./support/world.ts";

const MARK = "agent-of-the-test";
const isAgent = ({ command }: { command: string }): boolean => command.startsWith(`/bin/sh -c : ${MARK}`);
/** The mark is how it is found. */
const agent = (script: string) => ["/bin/sh", "-c", `: ${MARK}; ${script}`];
const WORK = `printf '${EVERYTHING}'; echo up $((40 + 2)); while :; do sleep 0.05; done`;

test.each([
  ["SIGHUP", 129],
  ["SIGINT", 130],
  ["SIGQUIT", 131],
  ["SIGTERM", 143],
  ["SIGUSR1", 138],
  ["SIGUSR2", 140],
  ["SIGALRM", 142],
] as const)("%s to the wrapper ends the agent by it, and the exit code says so", async (signal, code) => {
  const world = openWorld();
  const outer = underShell(world, agent(WORK));
  const before = settings(outer);
  await outer.sees("up 42");
  const child = await find(world, "an agent", isAgent);
  process.kill((await find(world, "a wrapper", isWrapper)).pid, signal);
  await outer.sees(`[code ${code}]`);
  expect(settings(outer)).toBe(before);
  expect(await stateAfter(outer.output())).toEqual(UNTOUCHED);
  await gone(world, child);
});

test.each(["SIGQUIT", "SIGUSR1"] as const)("an agent that knows what to do at %s does it, and goes on", async (signal) => {
  const world = openWorld();
  const script = `trap 'echo told' ${signal.slice(3)}; echo up $((40 + 2)); read go; echo "on $go"; exit 5`;
  const outer = underShell(world, agent(`${script.replace("read go", "until read go; do :; done")}`));
  await outer.sees("up 42");
  process.kill((await find(world, "a wrapper", isWrapper)).pid, signal);
  await outer.sees("told");
  outer.type("and on\r");
  await outer.sees("[code 5]");
  expect(outer.text()).toContain("on and on");
  // Node's own answer to SIGUSR1 is to open a port for a debugger.
  expect(outer.text()).not.toContain("Debugger");
});

test("SIGPIPE is no reason to end", async () => {
  const world = openWorld();
  const outer = underShell(world, agent("echo up $((40 + 2)); read go; exit 5"));
  await outer.sees("up 42");
  process.kill((await find(world, "a wrapper", isWrapper)).pid, "SIGPIPE");
  outer.type("\r");
  await outer.sees("[code 5]");
});

test("SIGKILL to the wrapper hangs the agent up", async () => {
  const world = openWorld();
  const outer = underShell(world, agent(WORK));
  await outer.sees("up 42");
  const child = await find(world, "an agent", isAgent);
  process.kill((await find(world, "a wrapper", isWrapper)).pid, "SIGKILL");
  await outer.sees("[code 137]");
  await gone(world, child);
});

test("without a terminal of its own the agent gets them as well", async () => {
  const world = openWorld();
  const outer = underShell(world, agent("trap 'echo told' USR1; echo up $((40 + 2)); until read go; do :; done; exit 5"), ["--no-pty"]);
  await outer.sees("up 42");
  process.kill((await find(world, "a wrapper", isWrapper)).pid, "SIGUSR1");
  await outer.sees("told");
  outer.type("\r");
  await outer.sees("[code 5]");
});

test("resizes at the very moment of the agent's end do no harm: its exit code is returned each time", async () => {
  const world = openWorld();
  const runs = 8;
  const run = [...world.mem("run", "--quiet", "--"), "/bin/sh", "-c", '"exit 7"'].join(" ");
  const outer = world.direct(["/bin/sh", "-c", `for n in ${"1 ".repeat(runs)}; do ${run}; echo "[code $?]"; done`]);
  let count = 0;
  const storm = setInterval(() => outer.resize(60 + (count++ % 40), 20 + (count % 10)), 1);
  try {
    await outer.ended;
  } finally {
    clearInterval(storm);
  }
  expect(outer.text().match(/\[code \d+\]/g)).toEqual(Array.from({ length: runs }, () => "[code 7]"));
  expect(count).toBeGreaterThan(runs);
});
