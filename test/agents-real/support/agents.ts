// Where the real CLIs are: a cache outside the clone, filled by scripts/test-agents.mjs, which tells us the folders.
import { existsSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

export type AgentName = "claude" | "codex";

const PINNED = new URL("../versions.json", import.meta.url);

export const cacheRoot = (): string =>
  join(process.env.MEM_TEST_CACHE ?? process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"), "mem-run");

function pinnedFolder(agent: AgentName): string {
  const versions = JSON.parse(readFileSync(PINNED, "utf8")) as Record<AgentName, { version: string }>;
  return join(cacheRoot(), "agents", `${agent}-${versions[agent].version}`);
}

/** Folder with the agent's command in it. `MEM_TEST_CLAUDE`, `MEM_TEST_CODEX`: another installation (`--latest`). */
export function binFolder(agent: AgentName): string {
  const root = process.env[`MEM_TEST_${agent.toUpperCase()}`] ?? pinnedFolder(agent);
  const folder = join(root, "node_modules", ".bin");
  if (!existsSync(join(folder, agent))) throw new Error(`${agent} is not in ${root}: run \`npm run test:agents\``);
  return folder;
}
