// The machine and the user's settings as one value, made once. Everything below gets its parts from here.
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { loadAgents } from "../agents/catalog.ts";
import type { Catalog } from "../agents/entries.ts";
import { historyRoots } from "../agents/history-roots.ts";
import { which } from "../agents/installed.ts";
import type { Clock, Env, Folders, Ids, Log, Proc } from "../host/host.ts";
import { fileLog } from "../host/log.ts";
import type { AgentSpec } from "../model/agent.ts";
import type { AgentId } from "../model/ids.ts";
import type { Config } from "./config.ts";
import { loadConfig } from "./load-config.ts";

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

/** Settings are written by hand; a file that is larger is a wrong file. */
const MAX_SETTINGS_BYTES = 4 * 1024 * 1024;

/** Undefined if there is none. Throws what is wrong with it: a pipe would never end, a folder or a disk is no text. */
export function settingsText(path: string): string | undefined {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return undefined;
  if (!stat.isFile()) throw new Error("it is not a regular file");
  if (stat.size > MAX_SETTINGS_BYTES) throw new Error("it is too large for a file of settings");
  return readFileSync(path, "utf8");
}

/** The agents' own files: what cannot be read counts as not there. */
function textOrNone(path: string): string | undefined {
  try {
    return settingsText(path);
  } catch {
    return undefined;
  }
}

export const userFiles = { readText: textOrNone, exists: existsSync };

const programName = (id: AgentId): string => id.replace(/^program:/, "");

export async function worldOf(machine: Machine, who: string): Promise<World> {
  const { folders, env, cwd, self, clock } = machine;
  const [catalog, settings]: [Catalog, Awaited<ReturnType<typeof loadConfig>>] = await Promise.all([
    loadAgents({ readText: settingsText }, folders.config),
    loadConfig({ readText: settingsText }, folders.config, env),
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

/** For hints: what the user could really start here. */
export function howToStart(world: World): string {
  const agent = world.agents.find((spec) => world.executableOf(spec) !== undefined);
  return agent === undefined
    ? "No agent that mem knows is installed here (`mem agents`); any program runs: mem run -- ./my-agent"
    : `Start one: mem run ${agent.id}`;
}
