// The user's arguments for an agent, read as the agent will read them: which words are flags, values, operands. Pure.
import type { ValuedOptions } from "../model/agent.ts";

/** `at` is the index of its first word among the arguments, `end` the index after its last. */
export type Word =
  | { kind: "flag"; flag: string; values: readonly string[]; at: number; end: number }
  | { kind: "operand"; text: string; isAfterDashes: boolean; at: number; end: number };

type Takes = "none" | "one" | "maybe" | "many";

function takes(valued: ValuedOptions, flag: string): Takes {
  if (valued.one.includes(flag)) return "one";
  if (valued.maybe.includes(flag)) return "maybe";
  return valued.many.includes(flag) ? "many" : "none";
}

/** How many words from `from` on belong to an option that takes so many. */
function taken(args: readonly string[], from: number, how: Takes): number {
  const isValue = (at: number) => at < args.length && !args[at]?.startsWith("-");
  if (how === "none" || from >= args.length) return 0;
  if (how === "one") return 1;
  if (how === "maybe") return isValue(from) ? 1 : 0;
  let count = 0;
  while (isValue(from + count)) count += 1;
  return count;
}

function longFlag(valued: ValuedOptions, args: readonly string[], at: number): Word[] {
  const arg = args[at] ?? "";
  const equals = arg.indexOf("=");
  if (equals !== -1) return [{ kind: "flag", flag: arg.slice(0, equals), values: [arg.slice(equals + 1)], at, end: at + 1 }];
  const end = at + 1 + taken(args, at + 1, takes(valued, arg));
  return [{ kind: "flag", flag: arg, values: args.slice(at + 1, end), at, end }];
}

/** `-x`, `-xyz` (three flags), `-mVALUE`, `-m=VALUE`. Letters of one word share its `at`. */
function shortFlags(valued: ValuedOptions, args: readonly string[], at: number): Word[] {
  const arg = args[at] ?? "";
  const words: Word[] = [];
  for (let index = 1; index < arg.length; index++) {
    const flag = `-${arg[index]}`;
    const how = takes(valued, flag);
    const rest = arg.slice(index + 1);
    if (how !== "none" && rest !== "") return [...words, { kind: "flag", flag, values: [rest.replace(/^=/, "")], at, end: at + 1 }];
    const end = at + 1 + taken(args, at + 1, how);
    words.push({ kind: "flag", flag, values: args.slice(at + 1, end), at, end });
  }
  const isCluster = /^-[A-Za-z]+$/.test(arg);
  return isCluster || words.length === 1 ? words : [{ kind: "flag", flag: arg, values: [], at, end: at + 1 }];
}

/** In order. `--` itself is no word; what follows it are operands. */
export function readArgs(valued: ValuedOptions, args: readonly string[]): Word[] {
  const words: Word[] = [];
  let isAfterDashes = false;
  for (let at = 0; at < args.length; ) {
    const arg = args[at] ?? "";
    if (isAfterDashes || arg === "-" || !arg.startsWith("-")) {
      words.push({ kind: "operand", text: arg, isAfterDashes, at, end: at + 1 });
      at += 1;
    } else if (arg === "--") {
      isAfterDashes = true;
      at += 1;
    } else {
      const flags = arg.startsWith("--") ? longFlag(valued, args, at) : shortFlags(valued, args, at);
      words.push(...flags);
      at = flags.at(-1)?.end ?? at + 1;
    }
  }
  return words;
}

/** Values given for one of these flags, in order. */
export const valuesOf = (words: readonly Word[], flags: readonly string[]): string[] =>
  words.flatMap((word) => (word.kind === "flag" && flags.includes(word.flag) ? word.values : []));

export const hasFlag = (words: readonly Word[], flags: readonly string[]): boolean =>
  words.some((word) => word.kind === "flag" && flags.includes(word.flag));

/** The last `flag key=value` of these flags and this key: the raw value, and the index after it. */
export function lastAssignment(words: readonly Word[], flags: readonly string[], key: string): { value: string; end: number } | undefined {
  let last: { value: string; end: number } | undefined;
  for (const word of words) {
    if (word.kind !== "flag" || !flags.includes(word.flag)) continue;
    const text = word.values[0] ?? "";
    const equals = text.indexOf("=");
    if (equals !== -1 && text.slice(0, equals).trim() === key) last = { value: text.slice(equals + 1), end: word.end };
  }
  return last;
}
