// c, d, e: going on without naming anything, from anywhere, from what one chooses, or from nothing.
import { expect } from "vitest";
import { ask, leave, requestWith } from "./support/person.ts";
import { told, toldBefore } from "./support/request.ts";
import { says } from "./support/script.ts";
import { story, type World } from "./support/world.ts";

const CLAUDE_SAID = "I decided to name the queue heron because shorter names collide.";
const CODEX_SAID = "I decided to cap retries at seven because the provider bans after eight.";

const claudeTurn = (world: World, prompt: string) => world.mem(["run", "claude", "-p", prompt]);
const codexTurn = (world: World, prompt: string) => world.mem(["run", "codex", "exec", prompt]);

story(
  "c. `mem run` without a name resumes natively, tells what happened since where it can, else starts anew and says so",
  async (world) => {
    world.model.tell(says("name the queue", CLAUDE_SAID), says("limit the retries", CODEX_SAID));
    await claudeTurn(world, "Please name the queue");
    const alone = world.terminal(["mem", "run"]);
    const resumed = await ask(world, alone, "And now alone", /echo: And now/);
    expect(toldBefore(resumed, "And now alone")).toContain("Please name the queue");
    await leave(alone, "claude");
    await world.settled();
    const [claude, ...others] = await world.sessions();
    expect([claude?.agent, others]).toEqual(["claude", []]);

    await codexTurn(world, "Please limit the retries");
    const back = world.terminal(["mem", "run", "--resume", "claude"]);
    const since = told(await ask(world, back, "What has happened", /echo: What has/)).join("\n");
    expect(since).toContain("Please name the queue");
    expect(since).toContain("seven");
    await leave(back, "claude");
    await world.settled();

    // Codex can't be told when it resumes (its hook wants the user's consent): anew, briefed, and said.
    const anew = world.terminal(["mem", "run", "--resume", "codex"]);
    const request = await ask(world, anew, "Go on then", /echo: Go on/);
    expect(toldBefore(request, "Go on then")).toContain("heron");
    expect(anew.raw()).toMatch(/mem: .*(anew|new session)/i);
    await leave(anew, "codex");
  },
);

story("d. `mem continue` from / goes to the project worked on last, and says where", async (world) => {
  world.model.tell(says("name the queue", CLAUDE_SAID));
  await claudeTurn(world, "Please name the queue");
  await world.settled();
  const terminal = world.terminal(["mem", "continue"], { cwd: "/" });
  const request = await ask(world, terminal, "From anywhere", /echo: From any/);
  expect(toldBefore(request, "From anywhere")).toContain("Please name the queue");
  expect(told(request).join("\n")).toContain(world.project);
  expect(terminal.raw()).toMatch(/mem: .*shop/);
  await leave(terminal, "claude");
  await world.settled();
  const sessions = await world.sessions(["--all"], { cwd: "/" });
  expect(sessions.map((session) => [session.agent, session.cwd])).toEqual([["claude", world.project]]);
});

story("e. `--fresh` briefs of nothing, `--from` of the session named", async (world) => {
  world.model.tell(says("name the queue", CLAUDE_SAID), says("limit the retries", CODEX_SAID));
  await claudeTurn(world, "Please name the queue");
  await codexTurn(world, "Please limit the retries");
  await world.settled();
  const chosen = (await world.sessions()).find((session) => session.agent === "claude")?.id ?? "";

  await world.mem(["run", "--fresh", "codex", "exec", "Nothing known"]);
  expect(told(requestWith(world, "Nothing known")).join("\n")).not.toMatch(/heron|seven/);
  await world.mem(["run", "--from", chosen, "codex", "exec", "The one I chose"]);
  const known = toldBefore(requestWith(world, "The one I chose"), "The one I chose");
  expect(known).toContain("heron");
  await world.settled();
  const sessions = await world.sessions();
  const withGoal = (goal: string) => sessions.find((session) => session.goal?.includes(goal));
  expect(withGoal("The one I chose")?.continues).toBe(chosen);
  expect(withGoal("Nothing known")?.continues).toBeNull();
});
