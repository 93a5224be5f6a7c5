// One command's own words, checked against its table. Pure.
import { parseArgs as parseWords } from "node:util";
import { nearest } from "../agents/nearest.ts";
import { MemError } from "../model/error.ts";
import type { CommandSpec, OptionSpec } from "./command-table.ts";

export function wrong(message: string, hint: string): MemError {
  return new MemError("bad-usage", message, { hint, exitCode: 2 });
}
export const seeHelp = (spec: CommandSpec): string => `\`mem ${spec.name} --help\` shows how it is used.`;

/** mem's own words of one command, checked against its table. */
export type Given = {
  has(name: string): boolean;
  text(name: string): string | undefined;
  count(name: string): number | undefined;
  words: readonly string[];
};

/** The same object without what is undefined. */
export function defined<T extends object>(values: T): { [Key in keyof T]?: Exclude<T[Key], undefined> } {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as {
    [Key in keyof T]?: Exclude<T[Key], undefined>;
  };
}

/** `--help` among mem's own words; a value that looks like it is a value. */
type Read = { kind: "help" } | { kind: "given"; given: Given };

function unknownOption(spec: CommandSpec, rawName: string): MemError {
  const close = nearest(
    rawName,
    spec.options.map((option) => `--${option.name}`),
  );
  return wrong(
    `\`mem ${spec.name}\` has no option ${rawName}.`,
    close === undefined ? seeHelp(spec) : `Did you mean ${close}? ${seeHelp(spec)}`,
  );
}

/** `inlineValue`: it stood behind `=`. */
type ValueToken = { value?: string | undefined; inlineValue?: boolean | undefined };

function checkedValue(spec: CommandSpec, option: OptionSpec, { value, inlineValue }: ValueToken): string {
  const looksLikeOption = inlineValue !== true && value !== undefined && /^-./.test(value);
  if (value === undefined || value === "" || looksLikeOption) {
    throw wrong(`--${option.name} needs a value: --${option.name} ${option.value}.`, seeHelp(spec));
  }
  if (option.isCount && !/^[1-9]\d{0,8}$/.test(value)) {
    throw wrong(`--${option.name} needs a whole number, 1 or more; "${value}" is none.`, seeHelp(spec));
  }
  return value;
}

export function read(spec: CommandSpec, words: readonly string[]): Read {
  const options = Object.fromEntries(
    spec.options.map((option) => [option.name, { type: option.value === undefined ? ("boolean" as const) : ("string" as const) }]),
  );
  const help = { help: { type: "boolean" as const, short: "h" } };
  const { tokens } = parseWords({
    args: [...words],
    options: { ...options, ...help },
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const switches = new Set<string>();
  const texts = new Map<string, string>();
  const positionals: string[] = [];
  for (const token of tokens) {
    if (token.kind === "positional") positionals.push(token.value);
    if (token.kind !== "option") continue;
    if (token.name === "help") return { kind: "help" };
    const option = spec.options.find((known) => known.name === token.name);
    if (option === undefined) throw unknownOption(spec, token.rawName);
    if (option.value !== undefined) texts.set(option.name, checkedValue(spec, option, token));
    else if (token.value !== undefined) throw wrong(`--${option.name} takes no value.`, seeHelp(spec));
    else switches.add(option.name);
  }
  const { min, max } = spec.positionals;
  if (positionals.length < min) throw wrong(`\`mem ${spec.name}\` needs ${spec.positionals.usage}.`, `For example: ${spec.examples[0]}`);
  if (positionals.length > max) throw wrong(`\`mem ${spec.name}\` does not know what to do with "${positionals[max]}".`, seeHelp(spec));
  const count = (name: string): number | undefined => (texts.has(name) ? Number(texts.get(name)) : undefined);
  return { kind: "given", given: { has: (name) => switches.has(name), text: (name) => texts.get(name), count, words: positionals } };
}

export function refuseBoth(spec: CommandSpec, given: Given, names: readonly string[]): void {
  const [one, other] = names.filter((name) => given.has(name) || given.text(name) !== undefined);
  if (one !== undefined && other !== undefined) throw wrong(`--${one} and --${other} do not go together.`, seeHelp(spec));
}
