// i: kill -9 of each part. Nothing but the turn in flight is lost, and the next `mem` says what it finished.
import { expect } from "vitest";
import { type Found, processesOf } from "../support/processes.ts";
import { until } from "../support/until.ts";
import { ask, leave } from "./support/person.ts";
import { story, type World } from "./support/world.ts";

const DONE = "The whole first turn";
const IN_FLIGHT = "The turn in flight";
const PROCESS_WAIT_MS = 20_000;
const SIGKILL_CODE = 137;

const isRecorder = (found: Found) => /recorder\.c?js/.test(found.command);
const isWrapper = (found: Found) => /mem\.c?js (run|continue)/.test(found.command);
const isAgent = (found: Found) => /(^|\/)(claude|codex)( |$)/.test(found.command) && !isWrapper(found);

const find = (world: World, what: string, matches: (found: Found) => boolean): Promise<Found> =>
  until(`there is ${what}`, PROCESS_WAIT_MS, () => processesOf(world.home).find(matches));

/** One whole turn, and a second one whose answer is coming, slowly. */
async function workUntilInFlight(world: World, agent: "claude" | "codex", argv: readonly string[] = ["mem", "run", agent]) {
  world.model.tell({ when: IN_FLIGHT, turns: [{ text: "slow ".repeat(400), chunkMs: 200 }] });
  const terminal = world.terminal(argv);
  await ask(world, terminal, DONE, /echo: The whole/);
  await ask(world, terminal, IN_FLIGHT, /slow slow/);
  return terminal;
}

async function textsOf(world: World): Promise<string[]> {
  const [session, ...others] = await world.sessions();
  expect(others).toEqual([]);
  expect(session?.state).not.toBe("live");
  return (await world.events(session?.id ?? "")).map((event) => `${event.kind}: ${event.text}`);
}

const FIRST_TURN = [`prompt: ${DONE}`, `reply: echo: ${DONE}`];

story("i. kill -9 of the agent: its turns are kept, the session is told as crashed, the terminal is given back", async (world) => {
  const shell = ["sh", "-c", 'mem run codex; echo "code=$?"; stty -a'];
  const terminal = await workUntilInFlight(world, "codex", shell);
  process.kill((await find(world, "an agent", isAgent)).pid, "SIGKILL");
  await terminal.waitForExit();
  expect(terminal.modesOn()).toEqual([]);
  const left = terminal.normalScreen();
  expect(left).toContain(`code=${SIGKILL_CODE}`);
  expect(left).toMatch(/[^-]icanon/);
  expect(left).toMatch(/[^-]opost/);
  expect(left).toMatch(/mem: .*mem (run|continue)/s);
  await world.settled();
  expect((await world.sessions())[0]?.state).toBe("crashed");
  expect(await textsOf(world)).toEqual(expect.arrayContaining([...FIRST_TURN, `prompt: ${IN_FLIGHT}`]));
});

story("i. kill -9 of the wrapper: the agent ends, the recorder finishes, nothing is left", async (world) => {
  const terminal = await workUntilInFlight(world, "claude");
  process.kill((await find(world, "a wrapper", isWrapper)).pid, "SIGKILL");
  await terminal.waitForExit();
  await world.settled();
  expect(await textsOf(world)).toEqual(expect.arrayContaining([...FIRST_TURN, `prompt: ${IN_FLIGHT}`]));
});

story("i. kill -9 of the recorder: the agent does not notice, another recorder takes over", async (world) => {
  const terminal = world.terminal(["mem", "run", "claude"]);
  await ask(world, terminal, DONE, /echo: The whole/);
  const first = await find(world, "a recorder", isRecorder);
  process.kill(first.pid, "SIGKILL");
  await ask(world, terminal, "And on it goes", /echo: And on/);
  await find(world, "another recorder", (found) => isRecorder(found) && found.pid !== first.pid);
  expect((await leave(terminal, "claude")).code).toBe(0);
  await world.settled();
  expect(await textsOf(world)).toEqual([...FIRST_TURN, "prompt: And on it goes", "reply: echo: And on it goes"]);
  expect((await world.sessions())[0]?.state).toBe("ended");
});

story("i. kill -9 of wrapper and recorder at once: the next `mem` of any kind finishes, and says so", async (world) => {
  const terminal = await workUntilInFlight(world, "codex");
  const recorder = await find(world, "a recorder", isRecorder);
  const wrapper = await find(world, "a wrapper", isWrapper);
  process.kill(recorder.pid, "SIGKILL");
  process.kill(wrapper.pid, "SIGKILL");
  await terminal.waitForExit();
  await world.settled();
  const next = await world.mem(["sessions"]);
  expect(next.stderr).toMatch(/mem: .*(finished|cut off)/i);
  await world.settled();
  expect(await textsOf(world)).toEqual(expect.arrayContaining([...FIRST_TURN, `prompt: ${IN_FLIGHT}`]));
});
