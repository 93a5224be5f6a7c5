// Histories that agents left without us, as a person meets them: which project they are of, what is told of them, what a damaged one costs.
import { existsSync, mkdirSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitRepo } from "../support/git-repo.ts";
import { claudeFile, claudeTurns, codexFile, codexTurn, hasBuild, leave, type MemHome, memHome, sessionIdOf } from "../support/mem-home.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const inBuild = test.skipIf(!hasBuild);

type Row = { id: string; native_id: string; project: string; root: string; goal: string; turns: number };
const rows = (world: MemHome, cwd: string, ...args: string[]): Row[] => world.json(cwd, "sessions", ...args) as Row[];

/** One prompt and one answer of Claude Code in that folder. */
function talk(world: MemHome, number: number, cwd: string, at: number, prompt: string, reply = "Done."): string {
  const id = sessionIdOf(number);
  return leave(claudeFile(world, id, cwd), at, claudeTurns(id, cwd, at, [[prompt, reply]]));
}

inBuild("a session of 244 records that ended minutes ago is the newest, and where it was left off; no index of the agent is needed", () => {
  const world = memHome();
  const shop = gitRepo(join(world.folder, "shop")).path;
  talk(world, 1, shop, Date.now() - 48 * HOUR_MS, "Paint the shed green");
  const [id, at] = [sessionIdOf(2), Date.now() - 10 * MINUTE_MS];
  const turns = Array.from({ length: 122 }, (_, step) => [`Take step ${step} of the harbour plan`, `Step ${step} is taken.`] as const);
  leave(claudeFile(world, id, shop), Date.now() - 8 * MINUTE_MS, claudeTurns(id, shop, at, turns));
  expect(rows(world, shop).map((row) => [row.native_id, row.turns])).toEqual([
    [id, 122],
    [sessionIdOf(1), 1],
  ]);
  const { stdout } = world.mem(shop, "brief");
  expect(stdout.indexOf(rows(world, shop)[0]?.id ?? "-")).toBeGreaterThan(stdout.indexOf("## Where we left off"));
  expect(stdout).toContain("Step 121 is taken.");
});

inBuild("a session is of the folder that it recorded, wherever mem runs; elsewhere it is said that there is none", () => {
  const world = memHome();
  const [here, there] = ["here", "there"].map((name) => gitRepo(join(world.folder, name)).path) as [string, string];
  const at = Date.now() - HOUR_MS;
  leave(codexFile(world, sessionIdOf(1), at), at, codexTurn(sessionIdOf(1), there, at, "Tidy the attic", "It is tidy."));
  expect(world.mem(here, "sessions").stdout).toBe("No such sessions here, and 1 in all: mem sessions --all\n");
  expect(world.mem(here, "brief").stdout).not.toContain("attic");
  expect(rows(world, there)).toMatchObject([{ project: "there", root: there, goal: "Tidy the attic" }]);
  expect(world.mem(here, "show", sessionIdOf(1)).stdout).toContain(`there (${there})`);
  const { stderr, stdout } = world.mem("/", "continue", "--dry-run");
  expect(stderr).toContain(`mem: in ${there}\n`);
  expect(stdout).toContain(`resume ${sessionIdOf(1)}`);
});

inBuild.each([
  ["with a remote", { remote: "git@example.com:acme/shop.git" }],
  ["without one", {}],
])("a renamed repository %s has its history, with the old path named", (_, more) => {
  const world = memHome();
  const [before, after] = [join(world.folder, "shop"), join(world.folder, "store")];
  gitRepo(before, more);
  talk(world, 1, before, Date.now() - HOUR_MS, "Paint the shed green");
  world.mem(before, "ingest");
  renameSync(before, after);
  expect(rows(world, after)).toMatchObject([{ goal: "Paint the shed green" }]);
  const { stdout } = world.mem(after, "brief");
  expect(stdout).toContain(`in \`${before}\` on branch`);
  expect(stdout).toContain(`That was another folder: you are in \`${after}\`.`);
});

inBuild("a session in a worktree that an agent made in its own folder is of the repository, also once the worktree is gone", () => {
  const world = memHome();
  const repo = gitRepo(join(world.folder, "shop"));
  const worktree = join(world.home, ".codex", "worktrees", "a1b2", "shop");
  repo.git("worktree", "add", "-q", worktree);
  const at = Date.now() - HOUR_MS;
  leave(codexFile(world, sessionIdOf(1), at), at, codexTurn(sessionIdOf(1), worktree, at, "Sweep the yard", "It is swept."));
  expect(rows(world, worktree)).toMatchObject([{ project: "shop", root: repo.path }]);
  repo.git("worktree", "remove", worktree);
  expect(rows(world, repo.path)).toMatchObject([{ project: "shop", goal: "Sweep the yard" }]);
  expect(world.mem(repo.path, "brief").stdout).toContain("Sweep the yard");
});

inBuild("in a subfolder of a repository, and of a plain folder that is known, it is the same project, and its name is told", () => {
  const world = memHome();
  const shop = gitRepo(join(world.folder, "shop")).path;
  const notes = join(world.folder, "notes");
  for (const [number, root, name] of [
    [1, shop, "shop"],
    [2, notes, "notes"],
  ] as const) {
    const deep = join(root, "packages", "x");
    mkdirSync(deep, { recursive: true });
    talk(world, number, root, Date.now() - HOUR_MS, `Sort the ${name}`);
    expect(rows(world, root)).toHaveLength(1);
    expect(rows(world, deep)).toEqual(rows(world, root));
    expect(world.mem(deep, "brief").stdout).toContain(`Project: ${name} (\``);
  }
});

inBuild(
  "a plain folder's history is found from a folder deep in it, though nothing of it was ever read; one beside it is not its own",
  () => {
    const world = memHome();
    const notes = join(world.folder, "notes");
    const deep = join(notes, "packages", "x");
    mkdirSync(deep, { recursive: true });
    mkdirSync(join(notes, "other"));
    talk(world, 1, notes, Date.now() - HOUR_MS, "Sort the notes");
    talk(world, 2, join(notes, "other"), Date.now() - HOUR_MS, "Sort the others");
    expect(rows(world, deep)).toHaveLength(1);
    expect(world.mem(deep, "brief").stdout).toContain("Sort the notes");
  },
);

inBuild("a line that is cut in the middle of a thousand costs that line, is named, and the end is in the briefing", () => {
  const world = memHome();
  const shop = gitRepo(join(world.folder, "shop")).path;
  const [id, at] = [sessionIdOf(1), Date.now() - HOUR_MS];
  const turns = Array.from({ length: 500 }, (_, step) => [`Take step ${step}`, `Step ${step} is taken.`] as const);
  const lines = claudeTurns(id, shop, at, turns).map((record) => JSON.stringify(record));
  lines[500] = (lines[500] ?? "").slice(0, 90);
  const path = leave(claudeFile(world, id, shop), at, lines);
  const { stdout, stderr, status } = world.mem(shop, "ingest");
  expect([stdout, status]).toEqual(["1 file read, 999 new events in 1 session, 1 line skipped.\n", 0]);
  expect(stderr).toBe(`mem: ${path}, line 501, was skipped: not valid JSON (cut off or damaged)\n`);
  expect(world.mem(shop, "brief").stdout).toContain("Step 499 is taken.");
});

inBuild("of many lines that are skipped ten are named, and the others counted; --json names all", () => {
  const damaged = Array.from({ length: 25 }, () => '{"type":"user","broken');
  const [told, asJson] = [memHome(), memHome()];
  for (const world of [told, asJson]) {
    const [id, at] = [sessionIdOf(1), Date.now() - HOUR_MS];
    leave(claudeFile(world, id, world.folder), at, [...damaged, ...claudeTurns(id, world.folder, at, [["Go on", "Done."]])]);
  }
  const lines = told.mem(told.folder, "ingest").stderr.trimEnd().split("\n");
  expect([lines.length, lines.at(-1)]).toEqual([11, "mem: and 15 more"]);
  expect(asJson.json(asJson.folder, "ingest")).toMatchObject({ sessions: [{ skipped: damaged.map((_, at) => ({ line: at + 1 })) }] });
});

inBuild("a sub-agent's file fifty times as long, and damaged, stops neither its own session nor another", () => {
  const world = memHome();
  const shop = gitRepo(join(world.folder, "shop")).path;
  const [id, at] = [sessionIdOf(1), Date.now() - HOUR_MS];
  talk(world, 1, shop, at, "Survey the mine", "A helper was down there: it is safe.");
  talk(world, 2, shop, at + MINUTE_MS, "Count the carts");
  const turns = Array.from({ length: 50 }, (_, step) => [`look ${step}`, "shaft ".repeat(200)] as const);
  const inner: (object | string)[] = claudeTurns(id, shop, at + 100, turns, { isSidechain: true, agentId: "a1" });
  inner[50] = '{"type":"assistant","broken';
  const path = leave(join(claudeFile(world, id, shop).replace(".jsonl", ""), "subagents", "agent-a1.jsonl"), at, inner);
  const read = world.json(shop, "ingest") as { sessions: { path: string; native_id: string; skipped: object[] }[] };
  expect(read.sessions.map((one) => one.native_id).sort()).toEqual([id, id, sessionIdOf(2)]);
  expect(read.sessions.find((one) => one.path === path)?.skipped).toMatchObject([{ line: 51 }]);
  expect(rows(world, shop).map((row) => [row.goal, row.turns])).toEqual([
    ["Count the carts", 1],
    ["Survey the mine", 1],
  ]);
  expect(world.mem(shop, "brief").stdout).not.toContain("shaft");
});

inBuild("an answer written as three records, a block each with one message id, is one turn", () => {
  const world = memHome();
  const shop = gitRepo(join(world.folder, "shop")).path;
  const [id, at] = [sessionIdOf(1), Date.now() - HOUR_MS];
  const [prompt, answer] = claudeTurns(id, shop, at, [["Fix the lock", ""]]) as [object, { message: object }];
  const blocks = [
    { type: "thinking", thinking: "It sticks." },
    { type: "text", text: "The lock is oiled." },
    { type: "tool_use", id: "t1", name: "Bash", input: { command: "turn key" } },
  ];
  const records = blocks.map((block, index) => ({
    ...answer,
    uuid: `${id}-b${index}`,
    message: { ...answer.message, content: [block], usage: { output_tokens: 7 } },
  }));
  leave(claudeFile(world, id, shop), at, [prompt, ...records]);
  expect(rows(world, shop)).toMatchObject([{ turns: 1 }]);
  const events = world.json(shop, "show", "@1", "--events") as { kind: string }[];
  expect(events.map((event) => event.kind)).toEqual(["prompt", "thinking", "reply", "tool_call"]);
});

inBuild("a session whose history names no folder is of no project, and nothing is started for it in another folder", () => {
  const world = memHome();
  const at = Date.now() - HOUR_MS;
  leave(codexFile(world, sessionIdOf(1), at), at, codexTurn(sessionIdOf(1), undefined, at, "Where am I", "Nowhere."));
  expect(rows(world, world.folder, "--all")).toMatchObject([{ native_id: sessionIdOf(1), project: "no project", cwd: "" }]);
  const { stderr, status } = world.mem("/", "continue");
  expect([status, stderr]).toEqual([1, expect.stringContaining("it was in no project")]);
  for (const cwd of ["/", "/tmp", world.home]) expect(world.mem(cwd, "run", "--dry-run").status).toBe(1);
});

inBuild("lists ask git nothing, however many repositories there are", () => {
  const world = memHome();
  const repos = Array.from({ length: 4 }, (_, at) => gitRepo(join(world.folder, `repo-${at}`)).path);
  for (const [number, cwd] of repos.entries()) talk(world, number, cwd, Date.now() - HOUR_MS, "Look around");
  world.mem(world.folder, "ingest");
  const asked = join(world.folder, "asked");
  world.program("git", `echo "$@" >>'${asked}'`);
  expect(rows(world, world.folder, "--all")).toHaveLength(4);
  for (const args of [[], ["sessions", "--all"], ["show", "@1"]]) expect(world.mem(repos[0] ?? "", ...args).status).toBe(0);
  expect(existsSync(asked)).toBe(false);
  world.mem(repos[0] ?? "", "brief");
  expect(existsSync(asked)).toBe(true);
});
