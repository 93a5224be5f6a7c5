#!/usr/bin/env node
// npm run demo: the loop of mem, with two small agents of our own in a project of their own. Nothing outside one temporary folder is touched.
import { execFile } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { makeProject } from "./project.mjs";
import { openTerminal } from "./terminal.mjs";

const MEM = fileURLToPath(new URL("../dist/mem.cjs", import.meta.url));
const AGENT = fileURLToPath(new URL("./agent.mjs", import.meta.url));
const ENDS_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 200;
const execute = promisify(execFile);

const print = (text = "") => process.stdout.write(`${text}\n`);
const act = (title) => print(`\n── ${title} ${"─".repeat(Math.max(0, 74 - title.length))}\n`);

/** Two agents as any user would add them: data in agents.toml, no code. */
const agentsToml = (root) =>
  ["scout", "pilot"]
    .map((name) => {
      const histories = join(root, "histories", name);
      return `[agents.${name}]
name = "${name === "scout" ? "Scout" : "Pilot"}"
command = ${JSON.stringify([process.execPath, AGENT, name, histories])}
brief = { via = "args", args = ["--brief", "{brief}"] }
session = { choose = ["--session-id", "{uuid}"] }
history = { reader = "claude", roots = ${JSON.stringify([histories])} }
`;
    })
    .join("\n");

/** The user's environment with a home, data and configuration of the demo's own. */
function environment(root) {
  const foreign = /^(?:MEM_|XDG_|GIT_|CLAUDE|CODEX)/;
  const kept = Object.entries(process.env).filter(([name]) => !foreign.test(name));
  return { ...Object.fromEntries(kept), HOME: join(root, "home"), MEM_DATA_DIR: join(root, "data"), MEM_CONFIG_DIR: join(root, "config") };
}

const FOREIGN_VARIABLES = ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "MEM_QUIET", "MEM_ON_LIMIT", "MEM_BRIEF_TOKENS"];

/** `mem` with the demo's home, data and settings, from any folder: what is kept can be looked at as it was played. */
function writeOpener({ root, env, project }) {
  const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`;
  const own = ["HOME", "MEM_DATA_DIR", "MEM_CONFIG_DIR"].map((name) => `${name}=${quoted(env[name])}`);
  const lines = [
    "#!/bin/sh",
    `cd ${quoted(project)} || exit 1`,
    `unset ${FOREIGN_VARIABLES.join(" ")}`,
    `export ${own.join(" ")}`,
    `exec ${quoted(process.execPath)} ${quoted(MEM)} "$@"`,
  ];
  writeFileSync(join(root, "mem"), `${lines.join("\n")}\n`, { mode: 0o755 });
}

function tellKept({ root }) {
  const opener = join(root, "mem");
  print(`Kept: ${root}. To look around in it, from any folder:`);
  print(`  ${opener}\n  ${opener} show @1\n  ${opener} brief\n  rm -r ${root}`);
}

function prepare() {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "mem-demo-")));
  const demo = { root, env: environment(root), project: join(root, "till") };
  for (const folder of ["home", "config", "till"]) mkdirSync(join(root, folder));
  writeFileSync(join(root, "config", "agents.toml"), agentsToml(root));
  return demo;
}

async function mem(demo, ...args) {
  const { stdout } = await execute(process.execPath, [MEM, ...args], { cwd: demo.project, env: demo.env, maxBuffer: 16 * 1024 * 1024 });
  return stdout;
}

const sessions = async (demo) => JSON.parse(await mem(demo, "sessions", "--json"));

/** The recorder outlives the agent by a moment: until its run is finished, its folder is there. */
async function recorded(demo) {
  const runs = join(demo.root, "data", "run");
  for (let waited = 0; waited < ENDS_WITHIN_MS; waited += LOOK_EVERY_MS) {
    if (!existsSync(runs) || readdirSync(runs).length === 0) return;
    await pause(LOOK_EVERY_MS);
  }
  throw new Error(`the recorder did not finish within ${ENDS_WITHIN_MS / 1000} s`);
}

/** What Ctrl-C closes, so that the folder can be removed after it. */
let openedTerminal;
let isInterrupted = false;
process.once("SIGINT", () => {
  isInterrupted = true;
  openedTerminal?.close();
});

/** Runs an agent under mem in a real terminal and says these things to it; gives back its exit code. */
async function converse(demo, name, prompts) {
  print(`$ mem run ${name}`);
  const terminal = openTerminal([process.execPath, MEM, "run", name], { cwd: demo.project, env: demo.env });
  openedTerminal = terminal;
  for (const prompt of prompts) {
    if (!(await terminal.sees(new RegExp(`${name}> $`)))) break;
    await terminal.types(prompt);
  }
  // At a usage limit mem asks whether to go on with another agent. We say no: the next act starts one by name.
  const refusal = terminal.sees(/\[q\]/).then((isAsked) => isAsked && terminal.types("q"));
  const [code] = await Promise.all([terminal.ended(), refusal]);
  await recorded(demo);
  if (isInterrupted) throw new Error("interrupted");
  return code;
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else yield path;
  }
}

function listing(root) {
  for (const path of filesBelow(join(root, "data"))) {
    print(`  ${String(statSync(path).size).padStart(8)} bytes  ${relative(root, path)}`);
  }
}

/** What has to be true for the loop to have worked; `given` is the briefing as the second agent got it. */
async function checks(demo, given) {
  const all = await sessions(demo);
  const [first, second] = ["scout", "pilot"].map((name) => all.find(({ agent }) => agent === name));
  return [
    ["Scout's session is stored, and known to have stopped at its limit", first?.state === "limit"],
    ["Pilot was told the decision, with its reason", /instead of using a decimal library.*because the till has to run/.test(given)],
    ["Pilot was told what had been tried and did not work", given.includes("toFixed(2) did not work")],
    ["Pilot was told the failing test", given.includes("a refund is rounded like a sale")],
    ["Pilot was told the changed file", given.includes("src/money.js")],
    ["Pilot's session is known to continue Scout's", first !== undefined && second?.continues === first.id],
  ];
}

/** The briefing, as the second agent's own history says it was given. */
function briefingGiven(demo) {
  const folder = join(demo.root, "histories", "pilot");
  const records = [...filesBelow(folder)].flatMap((path) =>
    readFileSync(path, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  );
  return records.find(({ type }) => type === "attachment")?.attachment.systemPrompt.join("\n") ?? "";
}

async function play(demo) {
  makeProject(demo.project, demo.env);
  act("1. Scout works on a till that is a cent off, until its usage limit");
  await converse(demo, "scout", [
    "Receipts are a cent off: 1.005 gives 100 cents, not 101. Fix it and run the tests.",
    "Should we take a decimal library?",
    "Then make the refund right.",
  ]);

  act("2. Pilot has never been here, and already knows");
  const code = await converse(demo, "pilot", ["Fix the test that is still red.", "exit"]);

  act("3. What was stored");
  print(`$ mem sessions\n${await mem(demo, "sessions")}`);
  print(`$ mem show @1\n${await mem(demo, "show", "@1")}`);
  print("Files:");
  listing(demo.root);

  act("Did the loop work?");
  const results = [["Pilot's exit code came through", code === 0], ...(await checks(demo, briefingGiven(demo)))];
  for (const [claim, isTrue] of results) print(`  ${isTrue ? "yes" : "NO "}  ${claim}`);
  return results.every(([, isTrue]) => isTrue);
}

async function main() {
  if (!existsSync(MEM)) {
    print("dist/mem.cjs is not there yet: run `npm install` (or `npm run build`) first.");
    return false;
  }
  const isKept = process.argv.includes("--keep");
  const demo = prepare();
  print(`Two small agents of our own, a project and mem's data: all in ${demo.root}`);
  try {
    const worked = await play(demo);
    print(
      worked ? "\nIt did. With your own agents: `mem run claude`, later `mem run codex`." : "\nIt did not: please report the lines above.",
    );
    return worked;
  } finally {
    if (isKept) {
      writeOpener(demo);
      tellKept(demo);
    } else {
      rmSync(demo.root, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      print("The demo's folder is removed; `npm run demo -- --keep` leaves it to look around.");
    }
  }
}

main().then(
  (worked) => {
    process.exitCode = worked ? 0 : 1;
  },
  (error) => {
    const needsGit = error.code === "ENOENT" && error.path === "git";
    process.stderr.write(`\nThe demo stopped: ${needsGit ? "it needs git on PATH" : error.message}\n`);
    process.exitCode = 1;
  },
);
