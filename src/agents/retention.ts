// How long an agent keeps its own history files before it deletes them, by the user's own settings of that agent. Only read, never changed.
import type { Env } from "../host/host.ts";
import type { AgentSpec } from "../model/agent.ts";
import { isTable } from "../model/table.ts";
import { expandPath } from "./history-roots.ts";

/** `by`: who says so. "unreadable": the settings could say otherwise, `why` nobody can tell. `file` is the settings'. */
export type Retention = { days: number; file: string; key: string } & ({ by: "setting" | "default" } | { by: "unreadable"; why: string });

/** `readText` gives undefined where there is no such file, and throws why one that is there cannot be read. */
type RetentionDeps = { readText(path: string): string | undefined };

const isDays = (raw: unknown): raw is number => typeof raw === "number" && Number.isFinite(raw) && raw >= 1;

/** The value of a key of a JSON file; undefined if the file or the key is not there. Throws a sentence about what is wrong. */
function settingIn(text: string | undefined, key: string): unknown {
  if (text === undefined || text.trim() === "") return undefined;
  let raw: unknown;
  try {
    raw = JSON.parse(text.replace(/^\uFEFF/, ""));
  } catch {
    throw new Error("it is not JSON"); // what the parser says quotes the file, which may hold keys
  }
  if (!isTable(raw)) throw new Error("it is no table of settings");
  return raw[key];
}

/** Undefined for agents of which nothing is known that deletes histories. */
export function retentionOf(deps: RetentionDeps, spec: AgentSpec, where: { env: Env; home: string; cwd: string }): Retention | undefined {
  const known = spec.history?.retention;
  const file = known && expandPath(known.settings, where);
  if (known === undefined || file === undefined) return undefined;
  const { key, days } = known;
  try {
    const value = settingIn(deps.readText(file), key);
    if (value === undefined) return { days, file, key, by: "default" };
    if (!isDays(value)) throw new Error(`${key} is no number of days`);
    return { days: value, file, key, by: "setting" };
  } catch (cause) {
    return { days, file, key, by: "unreadable", why: cause instanceof Error ? cause.message : String(cause) };
  }
}
