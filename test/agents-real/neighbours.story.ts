// j, k, l: several agents in one place, one project in several places, and nothing left behind in either.
import { mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { processesOf } from "../support/processes.ts";
import { ask, leave, requestWith } from "./support/person.ts";
import { told, toldBefore } from "./support/request.ts";
import { says } from "./support/script.ts";
import { differences, treeOf } from "./support/tree.ts";
import { story } from "./support/world.ts";

const SECRET_PLAN = "I decided to name the queue heron because shorter names collide.";

story("j. two agents at once in one folder: a session each, neither briefed as the other's past", async (world) => {
  world.model.tell(says("name the queue", SECRET_PLAN));
  const claude = world.terminal(["mem", "run", "claude"]);
  await ask(world, claude, "Please name the queue", /heron/);
  const prompts = ["The second one here", "The third one here"];
  await Promise.all(prompts.map((prompt) => world.mem(["run", "codex", "exec", prompt])));
  for (const prompt of prompts) expect(toldBefore(requestWith(world, prompt), prompt)).not.toContain("heron");
  await ask(world, claude, "Still the first one", /echo: Still/);
  expect(told(requestWith(world, "Still the first one")).join("\n")).not.toContain("second one here");
  await leave(claude, "claude");
  await world.settled();
  const sessions = await world.sessions();
  expect(sessions.map((session) => session.agent).sort()).toEqual(["claude", "codex", "codex"]);
  expect(sessions.map((session) => session.continues)).toEqual([null, null, null]);
  const said = await Promise.all(
    sessions.map(async (session) => (await world.events(session.id)).filter((event) => event.kind === "prompt")),
  );
  expect(said.map((events) => events.map((event) => event.text).join()).sort()).toEqual(
    ["Please name the queue,Still the first one", ...prompts].sort(),
  );
});

story("k. two worktrees and a subfolder are one project, and know of each other", async (world) => {
  world.model.tell(says("name the queue", SECRET_PLAN));
  const worktree = join(world.home, "work", "shop-two");
  await world.program(["git", "worktree", "add", "-q", "-b", "two", worktree]);
  const subfolder = join(world.project, "src", "deep");
  mkdirSync(subfolder);
  world.trust(worktree);
  world.trust(subfolder);
  await world.mem(["run", "claude", "-p", "Please name the queue"]);
  await world.mem(["run", "codex", "exec", "In the subfolder"], { cwd: subfolder });
  await world.mem(["run", "claude", "-p", "In the other worktree"], { cwd: worktree });
  for (const prompt of ["In the subfolder", "In the other worktree"]) {
    expect(told(requestWith(world, prompt)).join("\n")).toContain("heron");
  }
  await world.settled();
  for (const cwd of [world.project, subfolder, worktree]) {
    const sessions = await world.sessions([], { cwd });
    expect(sessions.map((session) => session.project)).toEqual(["shop", "shop", "shop"]);
    expect(new Set(sessions.map((session) => session.project_id)).size).toBe(1);
    expect(new Set(sessions.map((session) => session.root))).toEqual(new Set([world.project]));
  }
});

story("l. nothing is written into the project or the agents' settings, and no process or background server is left", async (world) => {
  const config = join(world.home, ".codex", "config.toml");
  const settings = readFileSync(config, "utf8");
  const elsewhere = [".local/share/mem", "work"];
  const before = { project: treeOf(world.project), home: treeOf(world.home, elsewhere) };
  await world.mem(["run", "claude", "-p", "A first small thing"]);
  const fresh = world.terminal(["mem", "run", "--fresh", "codex"]);
  await ask(world, fresh, "A second small thing", /echo: A second/);
  await leave(fresh, "codex");
  await world.settled();
  expect(processesOf(world.home)).toEqual([]);
  const briefed = world.terminal(["mem", "run", "codex", "resume", "--last"]);
  await ask(world, briefed, "A third small thing", /echo: A third/);
  await leave(briefed, "codex");
  await world.settled();
  expect(processesOf(world.home)).toEqual([]);
  expect(differences(before.project, treeOf(world.project))).toEqual([]);
  const inHome = differences(before.home, treeOf(world.home, elsewhere));
  const agentsOwn = /^\.(claude|codex|npm|cache)\/(?!settings\.json|hooks)|^\.claude\.json/;
  expect(inHome.filter((path) => !agentsOwn.test(path))).toEqual([]);
  // Codex itself adds a [tui] table.
  expect(readFileSync(config, "utf8").replace(settings, "")).not.toMatch(/hooks|instructions|mcp/);
});
