// What the user's own arguments ask of the agent: no conversation, a new one, or which one to go on with. Pure.
import { hasFlag, readArgs, valuesOf, type Word } from "../agents/argv.ts";
import type { AgentSpec } from "../model/agent.ts";
import { type NativeId, parseNativeId } from "../model/ids.ts";

export type Asked =
  | { kind: "plain" }
  | { kind: "new"; words: readonly Word[]; isIdChosen: boolean; nativeId?: NativeId }
  /** `nativeId` where the arguments name it and no fork makes a new one. */
  | { kind: "resumed"; words: readonly Word[]; nativeId?: NativeId };

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Names of sessions are accepted too by the agents; only an id tells us which it is. */
const idOf = (text: string | undefined): NativeId | undefined => (text !== undefined && UUID.test(text) ? parseNativeId(text) : undefined);

const operands = (words: readonly Word[]) => words.flatMap((word) => (word.kind === "operand" && !word.isAfterDashes ? [word] : []));

/** The subcommand words among `choices` that the arguments begin with; the longest. */
function chosenWords(texts: readonly string[], choices: readonly string[]): readonly string[] | undefined {
  const split = choices.filter((choice) => !choice.startsWith("-")).map((choice) => choice.split(" "));
  return split.filter((choice) => choice.every((part, index) => texts[index] === part)).sort((a, b) => b.length - a.length)[0];
}

export function readUserArgs(spec: AgentSpec, args: readonly string[]): Asked {
  const words = readArgs(spec.valued, args);
  const texts = operands(words).map((word) => word.text);
  const { selectors, forks, chosen } = spec.session;
  if (hasFlag(words, spec.plain.flags)) return { kind: "plain" };
  const isSubcommand = texts[0] !== undefined && spec.plain.subcommands.includes(texts[0]);
  if (isSubcommand && !hasFlag(words, spec.plain.unless)) return { kind: "plain" };

  const subcommand = chosenWords(texts, selectors);
  const isResumed = subcommand !== undefined || hasFlag(words, selectors);
  const given = idOf(valuesOf(words, chosen).at(-1));
  if (!isResumed) return { kind: "new", words, isIdChosen: hasFlag(words, chosen), ...(given && { nativeId: given }) };

  const isFork = hasFlag(words, forks) || chosenWords(texts, forks) !== undefined;
  const named = subcommand === undefined ? valuesOf(words, selectors).at(-1) : texts[subcommand.length];
  const nativeId = isFork ? given : idOf(named);
  return { kind: "resumed", words, ...(nativeId && { nativeId }) };
}

/** The user's arguments with `--yolo` in this agent's own spelling; unchanged if it has none, or that very one. */
export function translateYolo(
  spec: AgentSpec,
  args: readonly string[],
  words: readonly Word[],
): { args: string[]; shift(at: number): number } {
  const at = words.find((word) => word.kind === "flag" && word.flag === "--yolo" && args[word.at] === "--yolo")?.at;
  if (at === undefined || spec.yolo.length === 0 || spec.yolo.includes("--yolo")) return { args: [...args], shift: (index) => index };
  const grown = spec.yolo.length - 1;
  return { args: args.toSpliced(at, 1, ...spec.yolo), shift: (index) => (index > at ? index + grown : index) };
}
