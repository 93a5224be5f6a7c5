// All adapters, by the name that an entry of agents.toml gives. The contract test fails on an entry whose adapter is missing here.
import type { AgentSpec } from "../../model/agent.ts";
import type { Adapter, UserConfigDeps, UserConfigRequest } from "./adapter.ts";
import { codexUserConfig } from "./codex.ts";

export const adapters: Readonly<Record<string, Adapter>> = {
  codex: { userConfig: codexUserConfig },
};

type UserConfigQuestion = Pick<UserConfigRequest, "args" | "env" | "home" | "cwd">;

/**
 * The user's own value of the config key that carries this agent's briefing; "" if there is none. Undefined if no briefing travels in a
 * config value, or nobody can tell the user's: then it must not be replaced.
 */
export async function userConfigOf(deps: UserConfigDeps, spec: AgentSpec, question: UserConfigQuestion): Promise<string | undefined> {
  const via = spec.brief.find((one) => one.kind === "config");
  const read = spec.adapter === undefined ? undefined : adapters[spec.adapter]?.userConfig;
  if (via?.kind !== "config" || read === undefined) return undefined;
  return read(deps, { ...question, valued: spec.valued, flags: via.flags, key: via.key });
}
