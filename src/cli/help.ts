// The help, from the table of commands. Pure.
import { COMMANDS, type CommandName, type CommandSpec, commandSpec, type OptionSpec } from "./command-table.ts";

const WIDTH = 80;

/** Lines of at most WIDTH characters; the later ones are indented as far as the first text began. */
function wrap(head: string, text: string, indent: number): string {
  const lines: string[] = [];
  let line = head.padEnd(indent);
  for (const word of text.split(" ")) {
    const isStart = line.trimEnd() === "" || line.length === indent;
    if (!isStart && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = " ".repeat(indent) + word;
    } else line += isStart ? word : ` ${word}`;
  }
  return [...lines, line].map((one) => `${one.trimEnd()}\n`).join("");
}

function rows(pairs: readonly (readonly [head: string, text: string])[]): string {
  const indent = Math.max(...pairs.map(([head]) => head.length)) + 4;
  return pairs.map(([head, text]) => wrap(`  ${head}`, text, indent)).join("");
}

const optionHead = ({ name, value }: OptionSpec): string => (value === undefined ? `--${name}` : `--${name} ${value}`);

/** Names for the examples; of a catalog with fewer than two agents the placeholder stays. */
function withAgents(text: string, agents: readonly string[]): string {
  const [agent = "AGENT", other = "OTHER"] = agents;
  return text.replaceAll("{agent}", agent).replaceAll("{other}", other);
}

function commandHelp(spec: CommandSpec, agents: readonly string[]): string {
  const usage = ["mem", spec.name, "[OPTIONS]", spec.positionals.usage].filter((part) => part !== "").join(" ");
  const options = [...spec.options.map((option) => [optionHead(option), option.help] as const), ["--help", "show this"] as const];
  const more = (spec.more ?? []).map((line) => wrap("", withAgents(line, agents), 0)).join("");
  const examples = spec.examples.map((example) => `  ${withAgents(example, agents)}\n`).join("");
  const does = wrap("", `${spec.summary.charAt(0).toUpperCase()}${spec.summary.slice(1)}.`, 0);
  return `${does}\nUsage: ${usage}\n\n${rows(options)}${more === "" ? "" : `\n${more}`}\nExample${spec.examples.length > 1 ? "s" : ""}:\n${examples}`;
}

function overview(agents: readonly string[]): string {
  const commands = COMMANDS.map(({ name, summary }) => [`mem ${name}`, summary] as const);
  const examples = [
    ["mem run {agent}", "works for a while; its usage limit is reached"],
    ["mem run {other}", "already knows what was decided, what failed, what is next"],
    ["mem continue", "the next day, from any folder: on with the last session"],
  ] as const;
  return [
    "mem starts any coding agent already knowing where the last one left off.\n\n",
    rows([["mem", "recent sessions of all projects; Enter goes on with one"], ...commands]),
    "\n`mem COMMAND --help` shows a command's options and an example.\n\nExamples:\n",
    rows(examples.map(([line, what]) => [withAgents(line, agents), what] as const)),
  ].join("");
}

/** `agents`: keys of the catalog, for the examples. */
export function helpText(about?: CommandName, agents: readonly string[] = []): string {
  const spec = about === undefined ? undefined : commandSpec(about);
  return spec === undefined ? overview(agents) : commandHelp(spec, agents);
}
