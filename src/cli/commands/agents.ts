// mem agents: who is known, who is installed, and how well they are known.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { builtInAgents } from "../../agents/catalog.ts";
import { knownVersion } from "../../agents/version.ts";
import type { AgentSpec } from "../../model/agent.ts";
import type { Command } from "../args.ts";
import { type Door, printJson } from "../door.ts";
import { table } from "../print.ts";
import type { World } from "../world.ts";

type AgentRow = {
  id: string;
  name: string;
  path: string | null;
  version: string | null;
  level: AgentSpec["level"];
  history: string | null;
  /** An entry of the user's own, not one of ours changed. */
  yours: boolean;
};

async function rowOf(world: World, spec: AgentSpec): Promise<AgentRow> {
  const path = world.executableOf(spec);
  const version = path === undefined ? undefined : await knownVersion(world, path, join(world.folders.data, "versions.json"));
  const history = world.rootsOf(spec).find((root) => existsSync(root));
  return {
    id: spec.id,
    name: spec.name,
    path: path ?? null,
    version: version ?? null,
    level: spec.level,
    history: history ?? null,
    yours: !builtInAgents().some(({ id }) => id === spec.id),
  };
}

export async function agents(door: Door, command: Extract<Command, { kind: "agents" }>): Promise<number> {
  const rows = await Promise.all(door.world.agents.map((spec) => rowOf(door.world, spec)));
  if (command.isJson) printJson(door, rows);
  else {
    const lines = rows.map((row) => [
      row.id,
      row.name,
      row.path ? (row.version ?? "no answer to --version") : "not installed",
      row.yours ? "yours" : row.level,
      row.path ?? row.history ?? "",
    ]);
    door.io.out(table([["name", "agent", "version", "known", "where"], ...lines], door.io.width));
    door.io.out("\nAny other program on PATH runs too: mem run -- ./my-agent\n");
  }
  return 0;
}
