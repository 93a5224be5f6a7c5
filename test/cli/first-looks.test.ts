// What somebody meets who has just begun: sessions without an answer, words that are nearly right, places where there is nothing yet.
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { gitRepo } from "../support/git-repo.ts";
import { claudeFile, claudeTurns, codexFile, codexTurn, hasBuild, leave, type MemHome, memHome, sessionIdOf } from "../support/mem-home.ts";

const HOUR_MS = 3_600_000;
const inBuild = test.skipIf(!hasBuild);
vi.setConfig({ testTimeout: 120_000 }); // each starts mem several times, on machines that may be busy

/** A repository with one session of Claude Code in it. */
function shopWith(world: MemHome, prompt: string, reply: string | undefined, more: object = {}): { shop: string; path: string } {
  const shop = gitRepo(join(world.folder, "shop")).path;
  const at = Date.now() - HOUR_MS;
  const turns = claudeTurns(sessionIdOf(1), shop, at, [[prompt, reply ?? ""]], more);
  const path = leave(claudeFile(world, sessionIdOf(1), shop), at, reply === undefined ? turns.slice(0, 1) : turns);
  return { shop, path };
}

inBuild("a session whose prompt has no answer yet is shown with its goal, and it is said that no answer is recorded", () => {
  const world = memHome();
  const { shop } = shopWith(world, "Paint the shed green and the door red", undefined);
  const told = "Goal\n  Paint the shed green and the door red\n\nNo answer is recorded yet.\n";
  expect(world.mem(shop, "sessions").stdout).toContain("Paint the shed green");
  expect(world.mem(shop, "show", "@1").stdout).toMatch(new RegExp(`\\n\\n${told}$`));
  for (const args of [["show", "@1", "--summary"], ["handoff"]]) expect(world.mem(shop, ...args).stdout).toBe(told);
});

inBuild("a list on a terminal that says it has 0 columns is not cut to nothing", () => {
  const world = memHome();
  const { shop } = shopWith(world, "Sort the ledger by date", "It is sorted.");
  // util-linux's script gives its terminal the size of the one it is itself in: here none.
  expect(world.onTerminal(shop, "sessions").stdout).toContain("Sort the ledger by date");
});

inBuild("a session that an agent left at its limit, without mem, is one at its limit; of another it is said that nobody told", () => {
  const world = memHome();
  const { shop } = shopWith(world, "Sort the ledger by date", "It is sorted.");
  expect(world.json(shop, "show", "@1")).toMatchObject({ state: "unknown" });
  expect(world.mem(shop, "show", "@1").stdout).toContain("state     not known: it was started without mem\n");
  expect(world.mem(shop, "sessions").stdout).not.toContain("unknown");
  const at = Date.now() - HOUR_MS / 2;
  const [prompt, answer] = claudeTurns(sessionIdOf(2), shop, at, [["Sort it by name now", "You've hit your 5-hour limit"]]);
  leave(claudeFile(world, sessionIdOf(2), shop), at, [
    prompt ?? {},
    { ...answer, isApiErrorMessage: true, error: "rate_limit", apiError: "usage_limit_reached" },
  ]);
  expect(world.json(shop, "sessions")).toMatchObject([{ state: "limit" }, { state: "unknown" }]);
  expect(world.mem(shop, "show", "@1").stdout).toContain("state     limit\n");
});

inBuild("ingest says what is known where there is nothing new, and where it looked where there is nothing", () => {
  const world = memHome();
  expect(world.mem(world.folder, "ingest").stdout).toMatch(/^No histories found\. Looked in: ~\/\.claude\/projects, ~\/\.codex\/sessions/);
  const { shop, path } = shopWith(world, "Sort the ledger", "It is sorted.");
  world.mem(shop, "sessions");
  expect(world.mem(shop, "ingest").stdout).toBe("1 history known (~/.claude/projects), nothing new.\n");
  expect(world.mem(shop, "ingest", path).stdout).toBe("1 file read, nothing new.\n");
  const folder = world.mem(shop, "ingest", world.home);
  expect([folder.status, folder.stderr]).toEqual([1, expect.stringContaining(`mem: ${world.home} is a folder.\n`)]);
  expect(world.mem(shop, "ingest", "nosuch.jsonl").stderr).toContain("mem: There is no file nosuch.jsonl.\n");
});

inBuild("a history that is said to be another agent's is refused, and whose it is is told; a damaged one is read as it is called", () => {
  const world = memHome();
  const { shop, path } = shopWith(world, "Sort the ledger", "It is sorted.");
  const wrong = world.mem(shop, "ingest", "--agent", "Codex", path);
  expect([wrong.status, wrong.stdout]).toEqual([2, ""]);
  expect(wrong.stderr).toContain(`${path} is a history of Claude Code, not of Codex.\n     mem ingest --agent claude ${path}\n`);
  const damaged = leave(join(world.folder, "damaged.jsonl"), Date.now(), ['{"type":"user","broken']);
  expect(world.mem(shop, "ingest", "--agent", "codex", damaged).stdout).toBe("1 file read, nothing new, 1 line skipped.\n");
});

inBuild("an agent may be named as lists print it", () => {
  const world = memHome();
  const { shop } = shopWith(world, "Sort the ledger", "It is sorted.");
  for (const name of ["Claude Code", "CLAUDE", "claude"]) {
    expect(world.mem(shop, "sessions", "--agent", name).stdout).toContain("Sort the ledger");
    expect(world.mem(shop, "ingest", "--agent", name).stdout).toBe("1 history known (~/.claude/projects), nothing new.\n");
  }
  expect(world.mem(shop, "sessions", "--agent", "cladue").stderr).toContain("Did you mean claude?");
});

inBuild("a program that is not there, or cannot be started, is told as a program", () => {
  const world = memHome();
  writeFileSync(join(world.folder, "notes"), "");
  const told = (...args: string[]): string => world.mem(world.folder, "run", ...args).stderr;
  for (const args of [["./nosuch"], ["--", "./nosuch"]])
    expect(told(...args)).toMatch(/^mem: There is no program \.\/nosuch\.\n.*mem run -- \.\/my-agent\n$/);
  expect(told("--", "nosuch")).toMatch(/^mem: There is no program "nosuch" on PATH\.\n/);
  expect(told("./notes")).toBe("mem: ./notes is no program that can be started.\n     If it is one: chmod +x ./notes\n");
  expect(told("nosuch")).toMatch(/^mem: No agent is called "nosuch"\.\n.*mem run -- \.\/my-agent\n$/);
});

inBuild("where there is nothing to go on with, the advice is one that can be taken", () => {
  const world = memHome();
  expect(world.mem(world.folder, "sessions").stdout).toBe("No sessions yet. Start one: mem run claude\n");
  const bare = world.withEnv({ PATH: join(world.folder, "nothing") });
  expect(bare.mem(world.folder, "sessions").stdout).toContain("No agent that mem knows is installed here (`mem agents`)");
  const empty = gitRepo(join(world.folder, "empty")).path;
  expect(world.mem(empty, "handoff").stderr).toContain("mem: There is no session in empty yet, so there is nothing to sum up.\n");
  const { shop } = shopWith(world, "Sort the ledger", "It is sorted.");
  const { stderr, status } = world.mem(shop, "run", "--resume", "codex");
  expect(status).toBe(1);
  expect(stderr).toMatch(
    /Codex has no session to go on with in shop\.\n +The newest here is Claude Code's session of .*: `mem run` goes on with it\./,
  );
});

inBuild("a fault in the settings is told by doctor once, a line each", () => {
  const world = memHome();
  mkdirSync(join(world.folder, "config"));
  writeFileSync(join(world.folder, "config", "config.toml"), "[run]\nquiet = 7\nnosuch = 1\n");
  const { stdout, stderr } = world.mem(world.folder, "doctor");
  expect(stderr).toBe("");
  expect(stdout).toMatch(/\nFAULT settings {5}\/.*: run\.quiet has to be true or false\.\n {19}\/.*: unknown key run\.nosuch\./);
  expect(stdout).toMatch(/\nnote {2}agents {7}Claude Code, Codex\n/);
  expect(world.mem(world.folder, "sessions").stderr).toContain("run.quiet has to be true or false");
});

inBuild("an agent of one's own is yours, and one that does not tell its version is said to give no answer", () => {
  const world = memHome();
  mkdirSync(join(world.folder, "config"));
  writeFileSync(join(world.folder, "config", "agents.toml"), '[agents.acme]\nname = "Acme"\n');
  world.program("acme", "exit 3");
  world.program("claude", 'echo "2.1.332 (Claude Code)"');
  const { stdout } = world.mem(world.folder, "agents");
  expect(stdout).toMatch(/\nacme +Acme +no answer to --version +yours +\//);
  expect(stdout).toMatch(/\nclaude +Claude Code +2\.1\.332 +verified +\//);
});

inBuild("a dry run says why there is no pseudo-terminal, and which key of the agent's config carries the briefing", () => {
  const world = memHome();
  const shop = gitRepo(join(world.folder, "shop")).path;
  const at = Date.now() - HOUR_MS;
  leave(codexFile(world, sessionIdOf(1), at), at, codexTurn(sessionIdOf(1), shop, at, "Tidy the attic", "It is tidy."));
  const plan = (...args: string[]): string => world.mem(shop, "run", "--dry-run", ...args).stdout;
  expect(plan("codex")).toContain(" -c developer_instructions=‹briefing›");
  expect(plan("codex")).toContain("mode: inherit, on mem's own streams, as stdin or stdout is no terminal (the screen is not recorded)\n");
  expect(plan("--no-pty", "codex")).toContain("as --no-pty says");
});

inBuild("a list has a header; of one project its name is not repeated in each line", () => {
  const world = memHome();
  const { shop } = shopWith(world, "Sort the ledger", "It is sorted.");
  expect(world.mem(shop, "sessions").stdout).toMatch(/^id +last +agent +state +goal\n/);
  expect(world.mem(shop, "sessions", "--all").stdout).toMatch(/^id +last +project +agent +state +goal\n/);
});

inBuild("mem brief --why tells what each line rests on, beside the text itself", () => {
  const world = memHome();
  const { shop } = shopWith(world, "Sort the ledger by date", "It is sorted.");
  const { stdout, stderr } = world.mem(shop, "brief", "--why");
  expect(stdout).toBe(world.mem(shop, "brief").stdout);
  expect(stderr).toMatch(/What each line rests on:\n(?: {2}.*\n)* {2}left, [0-9a-z]{8} event 1: Goal: Sort the ledger by date\n/);
  expect(world.json(shop, "brief")).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ events: [1], in: true })]) });
});
