// The tests at a terminal, with the built program; some of them on other versions of Node, which are installed from npm into a cache
// outside the clone, once. Where one cannot be had, its tests are skipped by name.
//   npm run test:terminal [-- vitest's own arguments, e.g. -t "lost" or test/terminal/fidelity.term.ts]
//   MEM_TEST_ON=24 npm run test:terminal      all of them on that Node, not only those that are about it
//   MEM_TEST_SHORT_RUNS=500 npm run test:terminal -- -t "short runs"      a quarter of an hour
// Cache: ${MEM_TEST_CACHE:-${XDG_CACHE_HOME:-~/.cache}}/mem-run/node/<version>.
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(process.env.MEM_TEST_CACHE ?? process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "mem-run", "node");
/** What is tested beside the Node that runs this. */
const VERSIONS = { 22: "22.23.5", 24: "24.21.0" };
/** Without a network npm tries for many minutes. */
const NO_LONG_WAIT = ["--fetch-retries=1", "--fetch-retry-mintimeout=1000", "--fetch-retry-maxtimeout=2000"];
const INSTALL_WAIT_MS = 300_000;
const PACKAGE = `node-${process.platform}-${process.arch}`;
const { dependencies } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const say = (text) => process.stderr.write(`${text}\n`);
const nodeIn = (folder) => join(folder, "node_modules", PACKAGE, "bin", "node");

/** Our dependencies as that Node gets them (SQLite's newer major, with its library inside), so nothing is compiled. */
const manifest = (version) =>
  JSON.stringify({ private: true, dependencies: { ...dependencies, "better-sqlite3": "^13.2.0", [PACKAGE]: version } }, null, 2);

const isWhole = (folder, version) => {
  if (!existsSync(nodeIn(folder)) || readFileSync(join(folder, "package.json"), "utf8") !== manifest(version)) return false;
  const look = "require('better-sqlite3')(':memory:').close(); require('node-pty'); console.log(process.versions.node)";
  return spawnSync(nodeIn(folder), ["-e", look], { cwd: folder, encoding: "utf8" }).stdout?.trim() === version;
};

/** Installs beside the final place and moves: an interrupted installation is never taken for a finished one. */
function install(version) {
  const folder = join(cache, version);
  if (existsSync(folder) && isWhole(folder, version)) return folder;
  say(`installing Node ${version} into ${folder} (some 130 MB, once)`);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "package.json"), manifest(version));
  // `npm_config_*` of an npm around us may name another folder.
  const flags = ["--no-audit", "--no-fund", "--ignore-scripts", "--loglevel=error", "--prefix", draft, ...NO_LONG_WAIT];
  spawnSync("npm", ["install", ...flags], { cwd: draft, stdio: ["ignore", "ignore", "inherit"], timeout: INSTALL_WAIT_MS });
  if (!isWhole(draft, version)) {
    rmSync(draft, { recursive: true, force: true });
    say(`Node ${version} could not be installed: its tests are skipped`);
    return undefined;
  }
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return folder;
}

const isAlive = (pid) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/** Copies of runs that were killed. */
function sweep(folder) {
  for (const name of readdirSync(folder))
    if (name.startsWith("run-") && !isAlive(Number(name.slice(4)))) rmSync(join(folder, name), { recursive: true, force: true });
}

/** The program beside that Node's dependencies: modules are looked for upwards from where it really is. */
function place(version) {
  const folder = install(version);
  if (folder === undefined) return undefined;
  sweep(folder);
  const copy = join(folder, `run-${process.pid}`);
  for (const part of ["dist", "plugins", "agents.toml", "package.json"]) cpSync(join(root, part), join(copy, part), { recursive: true });
  symlinkSync(nodeIn(folder), join(copy, "node"));
  return copy;
}

const copies = {};
for (const [major, version] of Object.entries(VERSIONS)) {
  const copy = place(version);
  if (copy !== undefined) copies[`MEM_TEST_NODE_${major}`] = copy;
}
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const args = [vitest, "run", "--config", "vitest.terminal.config.ts", ...process.argv.slice(2)];
const ran = spawnSync(process.execPath, args, { cwd: root, env: { ...process.env, ...copies }, stdio: "inherit" });
for (const copy of Object.values(copies)) rmSync(copy, { recursive: true, force: true });
process.exitCode = ran.status ?? 1;
