// Adapter: what agents.toml cannot say about one agent, as functions. An entry names its adapter; nothing else in the program does.
import type { Env } from "../../host/host.ts";
import type { ValuedOptions } from "../../model/agent.ts";

/** `readText` gives undefined where there is no such file, or none that may be read. */
export type UserConfigDeps = { readText(path: string): string | undefined; exists(path: string): boolean };

export type UserConfigRequest = {
  args: readonly string[];
  valued: ValuedOptions;
  /** Spellings of the flag that sets a config value on the command line. */
  flags: readonly string[];
  key: string;
  env: Env;
  home: string;
  cwd: string;
};

/** The user's own value of a config key that is in force for these arguments in this folder; "" if there is none, undefined if nobody can tell. */
export type UserConfig = (deps: UserConfigDeps, request: UserConfigRequest) => Promise<string | undefined>;

export type Adapter = { userConfig?: UserConfig };
