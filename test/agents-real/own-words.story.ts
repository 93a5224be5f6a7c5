// g, h: what the user writes after the agent's name is the agent's, and what comes back is the agent's too.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { until } from "../support/until.ts";
import { requestWith } from "./support/person.ts";
import { startProgram } from "./support/program.ts";
import { told } from "./support/request.ts";
import { says } from "./support/script.ts";
import { story, type World } from "./support/world.ts";

const KNOWN = "I decided to name the queue heron because shorter names collide.";
const STREAM_WAIT_MS = 30_000;

/** A session to be briefed of, so that our own words have to find room beside the user's. */
async function somethingKnown(world: World): Promise<void> {
  world.model.tell(says("name the queue", KNOWN));
  await world.mem(["run", "claude", "-p", "Please name the queue"]);
  await world.settled();
}

const knownTo = (world: World, prompt: string) => told(requestWith(world, prompt)).join("\n");

/** The kinds of the lines of a JSON stream, as they came. */
const kindsOf = (stdout: string): string[] =>
  stdout
    .trim()
    .split("\n")
    .map((line) => String((JSON.parse(line) as { type: unknown }).type));

story("g. `claude -p … | cat` through mem gives the same bytes", async (world) => {
  await somethingKnown(world);
  const plain = await world.program(["sh", "-c", 'claude -p "Tell me of herons" | cat']);
  const wrapped = await world.program(["sh", "-c", 'mem run claude -p "Tell me of herons" | cat']);
  expect(wrapped.stdout).toBe(plain.stdout);
  expect(plain.stdout).toContain("echo: Tell me");
});

story("g. a JSON stream of `claude -p` comes through while the agent works, line for line", async (world) => {
  await somethingKnown(world);
  const argv = ["claude", "-p", "--verbose", "--output-format", "stream-json", "!bash sleep 3"];
  const direct = await world.program(argv);
  const program = startProgram({ argv: ["mem", "run", ...argv], env: world.env, cwd: world.project });
  let isOver = false;
  const outcome = program.outcome.finally(() => {
    isOver = true;
  });
  const isSeenEarly = () => (program.stdout().includes('"tool_use"') && !isOver) || undefined;
  await until("a line of the stream is seen while the agent works", STREAM_WAIT_MS, isSeenEarly);
  expect(kindsOf((await outcome).stdout)).toEqual(kindsOf(direct.stdout));
});

story("g. `claude mcp list` runs plain: same output, no session", async (world) => {
  const direct = await world.program(["claude", "mcp", "list"]);
  const wrapped = await world.program(["mem", "run", "claude", "mcp", "list"]);
  expect([wrapped.stdout, wrapped.code]).toEqual([direct.stdout, direct.code]);
  await world.settled();
  expect(await world.sessions()).toEqual([]);
  expect(world.model.main()).toEqual([]);
});

story("h. Claude: the user's own --append-system-prompt, --settings and --resume still hold", async (world) => {
  await somethingKnown(world);
  await world.mem(["run", "claude", "--append-system-prompt", "Answer in rhyme.", "-p", "With my own words"]);
  expect(knownTo(world, "With my own words")).toContain("Answer in rhyme.");
  expect(knownTo(world, "With my own words")).toContain("heron");

  const hook = { hooks: [{ type: "command", command: "echo THE-USERS-OWN-HOOK" }] };
  await world.mem(["run", "claude", "--settings", JSON.stringify({ hooks: { SessionStart: [hook] } }), "-p", "With my own hook"]);
  expect(knownTo(world, "With my own hook")).toContain("THE-USERS-OWN-HOOK");
  expect(knownTo(world, "With my own hook")).toContain("heron");

  const id = "0b9c1d2e-3f40-4a51-8b62-c3d4e5f60718";
  await world.mem(["run", "claude", "--session-id", id, "-p", "With my own id"]);
  await world.mem(["run", "claude", "--resume", id, "-p", "And once more"]);
  expect(knownTo(world, "And once more")).toContain("With my own id");
  await world.settled();
  const mine = (await world.sessions()).filter((session) => session.native_id === id);
  expect(mine.map((session) => session.turns)).toEqual([2]);
});

story("h. Codex: the user's own developer_instructions, on the command line and in config.toml, still hold", async (world) => {
  await somethingKnown(world);
  await world.mem(["run", "codex", "-c", "developer_instructions=Answer in rhyme.", "exec", "With my own words"]);
  expect(knownTo(world, "With my own words")).toContain("Answer in rhyme.");
  expect(knownTo(world, "With my own words")).toContain("heron");

  const home = join(world.home, "codex-home");
  mkdirSync(home);
  const config = join(world.home, ".codex", "config.toml");
  writeFileSync(join(home, "config.toml"), `developer_instructions = "Speak like a sailor."\n${readFileSync(config, "utf8")}`);
  await world.mem(["run", "codex", "exec", "With my config"], { env: { CODEX_HOME: home } });
  expect(knownTo(world, "With my config")).toContain("Speak like a sailor.");
  expect(knownTo(world, "With my config")).toContain("heron");

  await world.settled();
  const [newest] = await world.sessions();
  await world.mem(["run", "codex", "exec", "resume", newest?.native_id ?? "", "And once more"], { env: { CODEX_HOME: home } });
  expect(knownTo(world, "And once more")).toContain("With my config");
  await world.settled();
  expect((await world.sessions())[0]?.turns).toBe(2);
});
