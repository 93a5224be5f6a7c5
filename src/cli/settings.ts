// config.toml and MEM_* variables → Config, checked key by key.
import * as v from "valibot";
import { nearest } from "../agents/nearest.ts";
import { parseToml } from "../agents/parse-toml.ts";
import { tomlProblem } from "../agents/toml-text.ts";
import type { Env } from "../host/host.ts";
import { isTable, type Table } from "../model/table.ts";
import { type Config, DEFAULT_CONFIG, type LoadedConfig, type SETTING_VARIABLES } from "./config.ts";

/** A hand-written file of settings has a few kB; more is a wrong file. */
const MAX_FILE_CHARS = 1_000_000;

/** What a key's value makes of the settings, and what is wrong with it; both, where only a part of it is. */
type Applied = { config: Config; problem?: string };
type Key = { apply(config: Config, raw: unknown): Applied };

function key<T>(schema: v.GenericSchema<unknown, T>, wants: string, set: (config: Config, value: T) => Config): Key {
  const apply = (config: Config, raw: unknown): Applied => {
    const parsed = v.safeParse(schema, raw);
    return parsed.success ? { config: set(config, parsed.output) } : { config, problem: `has to be ${wants}` };
  };
  return { apply };
}

function regexProblem(source: string): string | undefined {
  try {
    return new RegExp(source).test("") ? "matches the empty text" : undefined;
  } catch (cause) {
    return cause instanceof Error ? cause.message : "invalid";
  }
}

/** One bad expression must not switch off the others: what they hide would be stored. */
function regexes(name: "patterns" | "allow"): Key {
  const apply = (config: Config, raw: unknown): Applied => {
    const parsed = v.safeParse(v.array(v.string()), raw);
    if (!parsed.success) return { config, problem: "has to be a list of regular expressions" };
    const bad = parsed.output.flatMap((source) => regexProblem(source) ?? []);
    const good = parsed.output.filter((source) => regexProblem(source) === undefined);
    const next = { ...config, redact: { ...config.redact, [name]: good } };
    return bad.length === 0 ? { config: next } : { config: next, problem: `holds an expression that cannot be used: ${bad.join("; ")}` };
  };
  return { apply };
}

const whole = (from: number, to: number) => v.pipe(v.number(), v.integer(), v.minValue(from), v.maxValue(to));

/** Every key there is. */
const KEYS: Readonly<Record<string, Key>> = {
  "run.quiet": key(v.boolean(), "true or false", (config, isQuiet) => ({ ...config, run: { ...config.run, isQuiet } })),
  "run.on_limit": key(v.pipe(v.string(), v.minLength(1)), '"ask", "stop" or the name of an agent', (config, onLimit) => ({
    ...config,
    run: { ...config.run, onLimit },
  })),
  "brief.tokens": key(whole(100, 100_000), "a whole number from 100 to 100000", (config, tokens) => ({ ...config, brief: { tokens } })),
  "redact.patterns": regexes("patterns"),
  "redact.allow": regexes("allow"),
  "record.keep_days": key(whole(0, 36_500), "a whole number of days, 0 for none", (config, keepDays) => ({
    ...config,
    record: { keepDays },
  })),
};

/** Flag beats environment beats file: these lie between the two. */
const VARIABLES: Readonly<Record<(typeof SETTING_VARIABLES)[number], { key: string; read(text: string): unknown }>> = {
  MEM_QUIET: { key: "run.quiet", read: (text) => (/^(1|true|yes)$/i.test(text) ? true : /^(0|false|no)$/i.test(text) ? false : text) },
  MEM_ON_LIMIT: { key: "run.on_limit", read: (text) => text },
  MEM_BRIEF_TOKENS: { key: "brief.tokens", read: (text) => (/^\d+$/.test(text) ? Number(text) : text) },
};

/** `section.key` and value of everything in the file; what is no section stands under its own name. */
function flattened(raw: Table): [string, unknown][] {
  return Object.entries(raw).flatMap(([section, inside]): [string, unknown][] =>
    isTable(inside) ? Object.entries(inside).map(([name, value]): [string, unknown] => [`${section}.${name}`, value]) : [[section, inside]],
  );
}

/** Settings of a parsed file. Never throws: each bad or unknown key is one sentence in `problems`. */
function parseConfig(raw: unknown, file: string): LoadedConfig {
  if (!isTable(raw)) return { config: DEFAULT_CONFIG, problems: [`${file}: has to be a table of settings.`] };
  const problems: string[] = [];
  let config = DEFAULT_CONFIG;
  for (const [name, value] of flattened(raw)) {
    const known = KEYS[name];
    if (known === undefined) {
      const close = nearest(name, Object.keys(KEYS));
      problems.push(`${file}: unknown key ${name}.${close === undefined ? "" : ` Did you mean ${close}?`}`);
      continue;
    }
    const applied = known.apply(config, value);
    config = applied.config;
    if (applied.problem !== undefined) problems.push(`${file}: ${name} ${applied.problem}.`);
  }
  return { config, problems };
}

/** The same with the environment's say over the file's. */
export function withEnvironment(loaded: LoadedConfig, env: Env): LoadedConfig {
  return Object.entries(VARIABLES).reduce(({ config, problems }: LoadedConfig, [name, variable]) => {
    const text = env[name];
    const applied = text ? KEYS[variable.key]?.apply(config, variable.read(text)) : undefined;
    if (applied === undefined) return { config, problems };
    return { config: applied.config, problems: applied.problem === undefined ? problems : [...problems, `${name} ${applied.problem}.`] };
  }, loaded);
}

/** Where the file cannot be read. */
export const withoutFile = (file: string, cause: unknown): LoadedConfig => ({
  config: DEFAULT_CONFIG,
  problems: [`${file} cannot be read, so its settings do not count: ${tomlProblem(cause)}`],
});

/** Settings of a file's text; what is not TOML is one problem. */
export function settingsOf(text: string, file: string): LoadedConfig {
  try {
    if (text.length > MAX_FILE_CHARS) throw new Error("too large to be a file of settings");
    return parseConfig(parseToml(text.replace(/^\uFEFF/, "")), file);
  } catch (cause) {
    return withoutFile(file, cause);
  }
}
