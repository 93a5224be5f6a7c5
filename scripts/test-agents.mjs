// The tests with the real agent CLIs: installs them at pinned versions into a cache outside the clone, once, then runs the stories.
//   npm run test:agents [-- --latest] [-- vitest's own arguments, e.g. -t "^a"]
// Cache: ${MEM_TEST_CACHE:-${XDG_CACHE_HOME:-~/.cache}}/mem-run/agents/<agent>-<version>.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const cache = join(process.env.MEM_TEST_CACHE ?? process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "mem-run", "agents");
const INSTALL_FLAGS = ["--no-audit", "--no-fund", "--no-save", "--ignore-scripts=false", "--loglevel=error"];

const say = (text) => process.stderr.write(`${text}\n`);

const newest = (name) => execFileSync("npm", ["view", `${name}@latest`, "version"], { encoding: "utf8" }).trim();

/** Installs beside the final place and moves: an interrupted installation is never taken for a finished one. */
function install(agent, name, version) {
  const folder = join(cache, `${agent}-${version}`);
  if (existsSync(join(folder, "node_modules", ".bin", agent))) return folder;
  say(`installing ${name}@${version} into ${folder} (some 400 MB, once)`);
  const draft = `${folder}.${process.pid}`;
  mkdirSync(draft, { recursive: true });
  writeFileSync(join(draft, "package.json"), JSON.stringify({ private: true }));
  execFileSync("npm", ["install", ...INSTALL_FLAGS, `${name}@${version}`], { cwd: draft, stdio: ["ignore", "inherit", "inherit"] });
  rmSync(folder, { recursive: true, force: true });
  renameSync(draft, folder);
  return folder;
}

/** A package whose native part did not arrive has a command that says nothing useful: find out now, with a name. */
function check(agent, folder, version) {
  const home = join(cache, "..", "homes", `check-${process.pid}`);
  mkdirSync(home, { recursive: true });
  const env = { PATH: process.env.PATH, HOME: home, DISABLE_AUTOUPDATER: "1", DISABLE_TELEMETRY: "1" };
  const found = spawnSync(join(folder, "node_modules", ".bin", agent), ["--version"], { env, encoding: "utf8", timeout: 60_000 });
  rmSync(home, { recursive: true, force: true });
  if (!found.stdout?.includes(version)) {
    throw new Error(`${agent} in ${folder} does not start: remove that folder and try again.\n${found.stdout}${found.stderr}`);
  }
}

const args = process.argv.slice(2);
const isLatest = args.includes("--latest");
const pinned = JSON.parse(readFileSync(join(root, "test", "agents-real", "versions.json"), "utf8"));
const folders = {};
for (const [agent, entry] of Object.entries(pinned)) {
  const version = isLatest ? newest(entry.package) : entry.version;
  const folder = install(agent, entry.package, version);
  check(agent, folder, version);
  folders[`MEM_TEST_${agent.toUpperCase()}`] = folder;
  say(`${agent} ${version}`);
}
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const ran = spawnSync(
  process.execPath,
  [vitest, "run", "--config", "vitest.agents.config.ts", ...args.filter((arg) => arg !== "--latest")],
  {
    cwd: root,
    env: { ...process.env, ...folders },
    stdio: "inherit",
  },
);
process.exitCode = ran.status ?? 1;
