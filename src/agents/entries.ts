// agents.toml, with the user's own file laid over it, as AgentSpecs. The built-in one is read so when mem is built, a user's at each start.
import builtIn from "../../agents.toml";
import type { AgentSpec } from "../model/agent.ts";
import { MemError } from "../model/error.ts";
import { type AgentId, parseAgentId } from "../model/ids.ts";
import { isTable, type Table } from "../model/table.ts";
import { nearest } from "./nearest.ts";
import { parseToml } from "./parse-toml.ts";
import { ENTRY_KEYS, parseSpec } from "./spec-schema.ts";
import { tomlProblem } from "./toml-text.ts";

const BUILT_IN_FILE = "agents.toml of mem";
/** A table of agents by hand is a few kB; more is a wrong file. */
const MAX_FILE_CHARS = 1_000_000;

export type Catalog = { agents: AgentSpec[]; problems: string[] };

/** Tables inside an entry are merged key by key; everything else of `over` replaces. A way to brief is one value. */
function overlay(under: Table, over: Table): Table {
  const merged: Record<string, unknown> = { ...under };
  for (const [key, value] of Object.entries(over)) {
    const old = merged[key];
    merged[key] = isTable(value) && isTable(old) && key !== "brief" && key !== "resumed" ? { ...old, ...value } : value;
  }
  return merged;
}

/** An entry of a file, by its key. */
type Named = { file: string; id: string };

function bad({ file, id }: Named, what: string, hint?: string): MemError {
  return new MemError("bad-agents-file", `${file}: agent "${id}": ${what}.`, hint === undefined ? {} : { hint });
}

/** The table `agents` of a file. Throws MemError("bad-agents-file"). */
function agentsTable(raw: unknown, file: string): Readonly<Record<string, Table>> {
  const agents = isTable(raw) ? (raw.agents ?? {}) : undefined;
  if (!isTable(agents)) throw new MemError("bad-agents-file", `${file}: "agents" has to be a table: [agents.NAME].`);
  const stray = isTable(raw) ? Object.keys(raw).find((key) => key !== "agents") : undefined;
  if (stray !== undefined) {
    throw new MemError("bad-agents-file", `${file}: unknown key "${stray}".`, { hint: "Every agent is a table [agents.NAME]." });
  }
  const tables: Record<string, Table> = {};
  for (const [id, entry] of Object.entries(agents)) {
    if (!isTable(entry)) throw bad({ file, id }, `has to be a table: [agents.${id}]`);
    tables[id] = entry;
  }
  return tables;
}

/** The entry with everything that it is `like` below it. */
function inherit(entries: Readonly<Record<string, Table>>, { file, id }: Named, seen: readonly string[] = []): Table {
  const entry = entries[id];
  if (entry === undefined) throw bad({ file, id: seen.at(-1) ?? id }, `like = "${id}": there is no such agent`);
  if (seen.includes(id)) throw bad({ file, id }, `like = … goes in a circle: ${[...seen, id].join(" → ")}`);
  const { like, ...own } = entry;
  if (like === undefined) return own;
  if (typeof like !== "string") throw bad({ file, id }, "like: expected the name of an agent");
  const { name: _name, ...under } = inherit(entries, { file, id: like }, [...seen, id]);
  return overlay(under, own);
}

function parseOne(entries: Readonly<Record<string, Table>>, id: string, file: string): AgentSpec {
  const agentId = parseAgentId(id);
  if (agentId === undefined || id.startsWith("program:")) throw bad({ file, id }, "a name has letters, digits and . _ + - only");
  const parsed = parseSpec(agentId, inherit(entries, { file, id }));
  if (parsed.ok) return parsed.spec;
  const { key, expected, isUnknownKey } = parsed.problem;
  if (!isUnknownKey) throw bad({ file, id }, `${key}: expected ${expected}`);
  const close = nearest(key, ENTRY_KEYS);
  throw bad({ file, id }, `unknown key "${key}"`, close === undefined ? "docs/agents-toml.md lists all keys." : `Did you mean "${close}"?`);
}

/** The agents of one file, in its order. Throws MemError("bad-agents-file") that names file, agent, key and what was expected. */
export function parseAgents(raw: unknown, file: string): AgentSpec[] {
  const entries = agentsTable(raw, file);
  return Object.keys(entries).map((id) => parseOne(entries, id, file));
}

const sentence = (error: MemError): string => (error.hint === undefined ? error.message : `${error.message} ${error.hint}`);

/** Both files as one. An entry of the user's that cannot be read is a problem of its own: the agent stays as it was, the others count. */
export function mergeAgents(own: unknown, user: unknown, userFile: string): Catalog {
  const base = agentsTable(own, BUILT_IN_FILE);
  const problems: string[] = [];
  const attempt = <T>(work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof MemError)) throw error;
      problems.push(sentence(error));
      return undefined;
    }
  };
  const over = attempt(() => agentsTable(user, userFile)) ?? {};
  const entries: Record<string, Table> = { ...base };
  for (const [id, entry] of Object.entries(over)) entries[id] = overlay(base[id] ?? {}, entry);
  const agents = Object.keys(entries).flatMap((id) => {
    const merged = attempt(() => parseOne(entries, id, id in over ? userFile : BUILT_IN_FILE));
    return merged ?? (id in base ? parseOne(base, id, BUILT_IN_FILE) : []);
  });
  return { agents, problems };
}

/** The agents that come with mem, and a program that we know nothing of. */
export function parseBuiltIn(): { agents: AgentSpec[]; program: AgentSpec } {
  const program = parseSpec("program:unnamed" as AgentId, { level: "unknown", brief: "file" });
  if (!program.ok) throw new Error(`program spec: ${program.problem.key}`);
  return { agents: parseAgents(builtIn, BUILT_IN_FILE), program: program.spec };
}

/** The user's file laid over ours. Throws what is wrong with the text as TOML. */
export function withUsersOwn(text: string, file: string): Catalog {
  if (text.length > MAX_FILE_CHARS) throw new Error("too large to be a table of agents");
  return mergeAgents(builtIn, parseToml(text.replace(/^\uFEFF/, "")), file);
}

/** Where the user's file cannot be read. */
export const withoutUsersOwn = (own: AgentSpec[], file: string, cause: unknown): Catalog => ({
  agents: own,
  problems: [`${file} cannot be read, so your own agents are missing: ${tomlProblem(cause)}`],
});
