// Secrets of every known shape, planted in prompts, in tool output and on the terminal, go through the real program: none is in any file.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { gitRepo } from "../support/git-repo.ts";
import { sharedTempFolder } from "../support/temp-folder.ts";
import { ALL, TOKENS } from "../transcript/secrets.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const MEM = join(ROOT, "dist", "mem.cjs");
const hasBuild = existsSync(MEM);
const folder = sharedTempFolder();

beforeAll(() => {
  for (const name of ["project", "home", "home/.claude/projects/-p"]) mkdirSync(join(folder, name), { recursive: true });
});

const env = () => ({
  PATH: process.env.PATH ?? "",
  HOME: join(folder, "home"),
  TERM: "xterm-256color",
  MEM_DATA_DIR: join(folder, "data"),
});

function mem(...args: string[]) {
  return spawnSync(process.execPath, [MEM, ...args], { cwd: join(folder, "project"), env: env(), encoding: "utf8" });
}

/** All files under the data folder, as bytes. */
function everyFile(): { path: string; bytes: Buffer }[] {
  return readdirSync(join(folder, "data"), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, "data", name))
    .filter((path) => statSync(path).isFile())
    .map((path) => ({ path, bytes: readFileSync(path) }));
}

const base = (more: object) => ({
  sessionId: "11111111-2222-4333-8444-555555555555",
  cwd: join(folder, "project"),
  version: "2.1.332",
  isSidechain: false,
  userType: "external",
  timestamp: "2026-11-30T10:00:00.000Z",
  parentUuid: null,
  ...more,
});

/** A history in which each secret stands once in a prompt and once in a command's output. */
function history(): string {
  const lines = ALL.flatMap(({ text }, at) => {
    const id = String(at).padStart(4, "0");
    const call = { type: "tool_use", id: `toolu_${id}`, name: "Bash", input: { command: `echo ${at}` } };
    const result = { type: "tool_result", tool_use_id: `toolu_${id}`, content: `output: ${text}\n` };
    return [
      base({
        type: "user",
        uuid: `aaaaaaaa-0000-4000-8000-0000000${id}0`,
        message: { role: "user", content: `please use ${text} for it` },
      }),
      base({
        type: "assistant",
        uuid: `bbbbbbbb-0000-4000-8000-0000000${id}1`,
        message: { id: `m${id}`, role: "assistant", content: [call] },
      }),
      base({ type: "user", uuid: `cccccccc-0000-4000-8000-0000000${id}2`, message: { role: "user", content: [result] } }),
    ];
  });
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

test.skipIf(!hasBuild)(`${ALL.length} secrets in prompts and outputs are in no file under the data folder`, () => {
  const path = join(folder, "home/.claude/projects/-p/11111111-2222-4333-8444-555555555555.jsonl");
  writeFileSync(path, history());
  const { stdout, status, stderr } = mem("ingest", path, "--json");
  expect([status, stderr]).toEqual([0, ""]);
  expect((JSON.parse(stdout) as { sessions: { new_events: number }[] }).sessions[0]?.new_events).toBe(ALL.length * 3);
  mem("brief");
  mem("handoff", "@1");
  const files = everyFile();
  expect(files.length).toBeGreaterThan(1);
  const found = ALL.filter(({ secret }) => files.some(({ bytes }) => bytes.includes(secret)));
  expect(found.map((one) => one.name)).toEqual([]);
});

test.skipIf(!hasBuild)("secrets in a branch's name, a commit's subject and a file's name are in no file and in no briefing", () => {
  const secret = TOKENS.find(({ name }) => name.startsWith("github gh"))?.secret ?? "";
  const repo = gitRepo(join(folder, "repo"));
  repo.write("a.txt", "one");
  repo.commit(`drop token ${secret}`);
  repo.git("checkout", "-q", "-b", `fix/${secret}`);
  repo.write(`dump-${secret}.txt`, "two");
  const options = { cwd: repo.path, env: env(), encoding: "utf8" } as const;
  const words = [process.execPath, MEM, "run", "--quiet", "--", "echo", "done"].join(" ");
  spawnSync("script", ["-qec", words, "/dev/null"], { ...options, stdio: "ignore" });
  const until = Date.now() + 15_000;
  while (Date.now() < until && readdirSync(join(folder, "data", "run")).length > 0) spawnSync("sleep", ["0.1"]);
  const told = spawnSync(process.execPath, [MEM, "brief"], options).stdout;
  expect(told).toContain("‹redacted:");
  expect(told).not.toContain(secret);
  const leaks = everyFile().filter(({ bytes }) => bytes.includes(secret));
  expect(leaks.map(({ path }) => path)).toEqual([]);
});

test.skipIf(!hasBuild)(`${TOKENS.length} secrets of known shapes on the terminal are in no file, compressed frames included`, async () => {
  const shown = join(folder, "shown.txt");
  writeFileSync(shown, TOKENS.map(({ text }) => `\x1b[32m${text}\x1b[0m and more\n`).join(""));
  mkdirSync(join(folder, "config"));
  writeFileSync(join(folder, "config", "config.toml"), "[record]\nkeep_days = 7\n");
  const words = [process.execPath, MEM, "run", "--quiet", "--", "cat", shown].map((word) => `'${word}'`).join(" ");
  const { status } = spawnSync("script", ["-qec", words, "/dev/null"], {
    cwd: join(folder, "project"),
    env: { ...env(), MEM_CONFIG_DIR: join(folder, "config") },
    stdio: "ignore",
  });
  expect(status).toBe(0);
  const runs = join(folder, "data", "run");
  await expect.poll(() => readdirSync(runs).length, { timeout: 15_000 }).toBe(0);
  const sessions = JSON.parse(mem("sessions", "--json", "--agent", "program:cat").stdout) as { id: string }[];
  expect(sessions).toHaveLength(1);
  const screen = mem("show", sessions[0]?.id ?? "", "--screen").stdout;
  expect(screen).toContain("and more");
  const files = everyFile();
  const found = TOKENS.filter(({ secret }) => screen.includes(secret) || files.some(({ bytes }) => bytes.includes(secret)));
  expect(found.map((one) => one.name)).toEqual([]);
});
