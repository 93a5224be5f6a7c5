// Where an agent keeps its histories, with the environment that the agent itself will see: relocation variables count.
import { isAbsolute, join, normalize, resolve } from "node:path";
import type { Env } from "../host/host.ts";
import type { AgentSpec } from "../model/agent.ts";

const VARIABLE = /\$\{(\w+)(?::-([^}]*))?\}/g;

/** `${NAME:-default}` and `~` resolved; an empty variable is an unset one, as in the shell. Undefined if a variable has no value at all. */
export function expandPath(text: string, where: { env: Env; home: string; cwd: string }): string | undefined {
  let isKnown = true;
  const filled = text.replace(VARIABLE, (_all, name: string, fallback?: string) => {
    const value = where.env[name] || fallback;
    if (value === undefined) isKnown = false;
    return value ?? "";
  });
  if (!isKnown || filled === "") return undefined;
  if (filled === "~" || filled.startsWith("~/")) return join(where.home, filled.slice(1));
  return isAbsolute(filled) ? normalize(filled) : resolve(where.cwd, filled);
}

/** Absolute folders; empty for agents without a readable history. `home` is the agent's, from its environment. */
export const historyRoots = (spec: AgentSpec, where: { env: Env; home: string; cwd: string }): string[] =>
  (spec.history?.roots ?? []).flatMap((root) => expandPath(root, where) ?? []);
