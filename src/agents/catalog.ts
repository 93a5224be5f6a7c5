// The catalog of agents. Everything that lists or names agents reads this.
import { basename, join } from "node:path";
import builtIn from "../../agents.toml?parsed";
import type { AgentSpec } from "../model/agent.ts";
import { MemError } from "../model/error.ts";
import { type AgentId, parseAgentId } from "../model/ids.ts";
import type { Catalog } from "./entries.ts";
import { nearest } from "./nearest.ts";

/** The agents that come with mem: read and checked when it was built. */
export const builtInAgents = (): AgentSpec[] => [...builtIn.agents];

/** `readText` gives undefined where there is no such file. */
type CatalogDeps = { readText(path: string): string | undefined };

/** All agents; a user's file that cannot be used is told in `problems` and never stops an agent. */
export async function loadAgents(deps: CatalogDeps, configFolder: string): Promise<Catalog> {
  const file = join(configFolder, "agents.toml");
  try {
    const text = deps.readText(file);
    if (text === undefined) return { agents: builtInAgents(), problems: [] };
    return (await import("./entries.ts")).withUsersOwn(text, file);
  } catch (cause) {
    return (await import("./entries.ts")).withoutUsersOwn(builtInAgents(), file, cause);
  }
}

/** By its key, or by a path whose last part is the agent's command (`/opt/bin/acme`). */
export function findAgent(agents: readonly AgentSpec[], asked: string): AgentSpec | undefined {
  const byId = agents.find((agent) => agent.id === asked);
  if (byId !== undefined || !/[\\/]/.test(asked)) return byId;
  const file = basename(asked.replaceAll("\\", "/")).replace(/\.(exe|cmd|bat|ps1)$/i, "");
  return agents.find((agent) => agent.command.length === 1 && agent.command[0] === file);
}

/** As people write it, and lists print it: by its key or its name, whatever the case. */
export function agentCalled(agents: readonly AgentSpec[], asked: string): AgentSpec | undefined {
  const wanted = asked.toLowerCase();
  return agents.find(({ id }) => id === asked) ?? agents.find(({ id, name }) => [id, name].some((one) => one.toLowerCase() === wanted));
}

/** For `mem run` with a name that is neither an agent nor a program. */
export function noSuchAgent(agents: readonly AgentSpec[], asked: string): MemError {
  const close = nearest(
    asked,
    agents.map((agent) => agent.id),
  );
  const hint = `${close === undefined ? "" : `Did you mean ${close}? `}\`mem agents\` lists them all; any other program runs too: mem run -- ./my-agent`;
  return new MemError("agent-not-found", `No agent is called "${asked}".`, { hint, exitCode: 2 });
}

/** Any program: told by a file named in its environment, recorded from the screen. `command` is its name or path. */
export function programSpec(command: string): AgentSpec {
  const name = basename(command.replaceAll("\\", "/")).replace(/[^\w.+-]/g, "_");
  return { ...builtIn.program, id: programId(name), name, command: [command] };
}

function programId(name: string): AgentId {
  const id = parseAgentId(`program:${name.replace(/^[^A-Za-z0-9]+/, "").slice(0, 64)}`);
  if (id !== undefined) return id;
  const unnamed = parseAgentId("program:unnamed");
  if (unnamed === undefined) throw new Error("program ids must parse");
  return unnamed;
}
