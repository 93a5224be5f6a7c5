// What the user has set, read once at each start. A bad value is told and costs only itself, never a start.
import { join } from "node:path";
import type { Env } from "../host/host.ts";
import { DEFAULT_CONFIG, type LoadedConfig, SETTING_VARIABLES } from "./config.ts";

/** `readText` gives undefined where there is no such file. */
type ConfigDeps = { readText(path: string): string | undefined };

/** Most people set nothing: then nothing is loaded that could check it. */
export async function loadConfig(deps: ConfigDeps, configFolder: string, env: Env): Promise<LoadedConfig> {
  const file = join(configFolder, "config.toml");
  const isSet = SETTING_VARIABLES.some((name) => env[name]);
  let text: string | undefined;
  try {
    text = deps.readText(file);
  } catch (cause) {
    const { withEnvironment, withoutFile } = await import("./settings.ts");
    return withEnvironment(withoutFile(file, cause), env);
  }
  if (text === undefined && !isSet) return { config: DEFAULT_CONFIG, problems: [] };
  const { settingsOf, withEnvironment } = await import("./settings.ts");
  return withEnvironment(text === undefined ? { config: DEFAULT_CONFIG, problems: [] } : settingsOf(text, file), env);
}
