// The machine and the user's settings as one value, made once. Everything below gets its parts from here.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Catalog, loadAgents } from "../agents/catalog.ts";
import { historyRoots } from "../agents/history-roots.ts";
import { which } from "../agents/installed.ts";
import type { Clock, Env, Folders, Ids, Log, Proc } from "../host/host.ts";
import { fileLog } from "../host/log.ts";
import type { AgentSpec } from "../model/agent.ts";
import type { AgentId } from "../model/ids.ts";
import { type Config, loadConfig } from "./config.ts";

/** What only `main.ts` and `recorder.ts` can know: the process itself. */
export type Machine = {
  clock: Clock;
  ids: Ids;
  proc: Proc;
  env: Env;
  folders: Folders;
  cwd: string;
  nodeVersion: string;
  /** The Node that runs us. */
  nodePath: string;
  /** Folder with agents.toml, plugins/, dist/. */
  packageDir: string;
  /** Real path of our own program: never taken for an agent. */
  self: string;
};

export type World = Machine & {
  log: Log;
  config: Config;
  agents: readonly AgentSpec[];
  /** What is wrong with the user's own files, one sentence each; nothing of it stops anything. */
  problems: readonly string[];
  agentName(id: AgentId): string;
  specOf(id: AgentId): AgentSpec | undefined;
  executableOf(spec: AgentSpec): string | undefined;
  rootsOf(spec: AgentSpec): readonly string[];
};

export const textOrNone = (path: string): string | undefined => {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return undefined; // not there, or not ours to read
  }
};

export const userFiles = { readText: textOrNone, exists: existsSync };

const programName = (id: AgentId): string => id.replace(/^program:/, "");

export async function worldOf(machine: Machine, who: string): Promise<World> {
  const { folders, env, cwd, self, clock } = machine;
  const [catalog, settings]: [Catalog, Awaited<ReturnType<typeof loadConfig>>] = await Promise.all([
    loadAgents(userFiles, folders.config),
    loadConfig(userFiles, folders.config, env),
  ]);
  const { agents } = catalog;
  const specOf = (id: AgentId): AgentSpec | undefined => agents.find((agent) => agent.id === id);
  return {
    ...machine,
    log: fileLog(join(folders.logs, "mem.jsonl"), clock, who),
    config: settings.config,
    agents,
    problems: [...catalog.problems, ...settings.problems],
    agentName: (id) => specOf(id)?.name ?? programName(id),
    specOf,
    executableOf: (spec) => which({ env, cwd, self }, spec.command[0] ?? spec.id),
    rootsOf: (spec) => historyRoots(spec, { env, home: folders.home, cwd }),
  };
}

/** For hints: an agent that the user could really start. */
export const exampleAgent = (world: World): string =>
  (world.agents.find((spec) => world.executableOf(spec) !== undefined) ?? world.agents[0])?.id ?? "AGENT";
