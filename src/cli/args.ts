// argv → Command. Pure: what was asked for, typed; what is wrong with it, as a MemError with exit code 2.
import { nearest } from "../agents/nearest.ts";
import { type MemError, unreachable } from "../model/error.ts";
import { COMMANDS, type CommandName, type CommandSpec, commandSpec } from "./command-table.ts";
import { defined, type Given, read, refuseBoth, seeHelp, wrong } from "./given.ts";

/** `word`: the agent's key, or a program's name or path. `isProgram`: it stood behind `--`, so any program is meant. */
export type AskedAgent = { word: string; isProgram: boolean };

export type LaunchCommand = {
  agent?: AskedAgent;
  /** Everything behind the agent, untouched. */
  args: readonly string[];
  isFresh: boolean;
  from?: string;
  isResume: boolean;
  usesPty: boolean;
  isDryRun: boolean;
  /** `--then`: the agent that goes on if the usage limit is reached. */
  onLimit?: string;
  isQuiet: boolean;
};

export type Command =
  | { kind: "home" }
  | { kind: "version" }
  | { kind: "help"; about?: CommandName }
  | ({ kind: "run" } & LaunchCommand)
  | ({ kind: "continue"; project?: string } & LaunchCommand)
  | { kind: "sessions"; project?: string; isAll: boolean; agent?: string; limit?: number; isJson: boolean }
  | { kind: "show"; session: string; part: "all" | "events" | "screen" | "summary"; limit?: number; isJson: boolean }
  | { kind: "brief"; project?: string; session?: string; agent?: string; budget?: number; isWhy: boolean; isJson: boolean }
  | { kind: "handoff"; session?: string; isPending: boolean; isJson: boolean }
  | { kind: "ingest"; files: readonly string[]; agent?: string; isWatch: boolean; isQuiet: boolean; isJson: boolean }
  | { kind: "agents"; isJson: boolean }
  | { kind: "doctor"; isJson: boolean }
  | { kind: "fix-term" };

/** Where the agent's part of the line begins: at its name. Undefined if no agent is named. */
function splitAtAgent(
  spec: CommandSpec,
  words: readonly string[],
): { mine: readonly string[]; agent?: AskedAgent; args: readonly string[] } {
  for (let at = 0; at < words.length; at++) {
    const word = words[at] ?? "";
    const isDashes = word === "--";
    if (isDashes || !word.startsWith("-") || word === "-") {
      const behind = isDashes ? at + 1 : at;
      const name = words[behind];
      if (name === undefined || name === "")
        throw wrong("-- has to be followed by the program to run.", `For example: mem ${spec.name} -- ./my-agent`);
      return { mine: words.slice(0, at), agent: { word: name, isProgram: isDashes }, args: words.slice(behind + 1) };
    }
    const takesNext = spec.options.some((option) => option.value !== undefined && `--${option.name}` === word);
    if (takesNext) at += 1;
  }
  return { mine: words, args: [] };
}

function launch(spec: CommandSpec, words: readonly string[]): { given: Given; launch: LaunchCommand } | undefined {
  const { mine, agent, args } = splitAtAgent(spec, words);
  const asked = read(spec, mine);
  if (asked.kind === "help") return undefined;
  const { given } = asked;
  refuseBoth(spec, given, ["fresh", "from"]);
  refuseBoth(spec, given, ["resume", "from"]);
  return {
    given,
    launch: {
      ...defined({ agent, from: given.text("from"), onLimit: given.text("then") }),
      args,
      isFresh: given.has("fresh"),
      isResume: given.has("resume"),
      usesPty: !given.has("no-pty"),
      isDryRun: given.has("dry-run"),
      isQuiet: given.has("quiet"),
    },
  };
}

function showCommand(spec: CommandSpec, given: Given): Command {
  refuseBoth(spec, given, ["events", "screen", "summary"]);
  const part = (["events", "screen", "summary"] as const).find((name) => given.has(name)) ?? "all";
  if (part !== "events" && given.count("limit") !== undefined) throw wrong("--limit goes with --events.", seeHelp(spec));
  return { kind: "show", session: given.words[0] ?? "", part, isJson: given.has("json"), ...defined({ limit: given.count("limit") }) };
}

/** Commands without an agent's own arguments. */
function plainCommand(spec: CommandSpec, name: Exclude<CommandName, "run" | "continue">, given: Given): Command {
  const isJson = given.has("json");
  const [project, agent, session, limit] = [given.text("project"), given.text("agent"), given.text("session"), given.count("limit")];
  switch (name) {
    case "sessions":
      refuseBoth(spec, given, ["project", "all"]);
      return { kind: name, isAll: given.has("all"), isJson, ...defined({ project, agent, limit }) };
    case "show":
      return showCommand(spec, given);
    case "brief":
      refuseBoth(spec, given, ["project", "session"]);
      return { kind: name, isJson, isWhy: given.has("why"), ...defined({ project, session, agent, budget: given.count("budget") }) };
    case "handoff":
      if (given.has("pending") && given.words.length > 0) throw wrong("--pending takes no session.", seeHelp(spec));
      return { kind: name, isPending: given.has("pending"), isJson, ...defined({ session: given.words[0] }) };
    case "ingest":
      return { kind: name, files: given.words, isWatch: given.has("watch"), isQuiet: given.has("quiet"), isJson, ...defined({ agent }) };
    case "agents":
    case "doctor":
      return { kind: name, isJson };
    case "fix-term":
      return { kind: name };
    default:
      return unreachable(name);
  }
}

function unknownCommand(asked: string, agents: readonly string[]): MemError {
  if (agents.includes(asked)) return wrong(`mem has no command "${asked}".`, `To start that agent: mem run ${asked}`);
  const close = nearest(asked, [...COMMANDS.map((command) => command.name), "help"]);
  return wrong(
    `mem has no command "${asked}".`,
    `${close === undefined ? "" : `Did you mean \`mem ${close}\`? `}\`mem --help\` lists them all.`,
  );
}

/** `words`: what follows `mem` on the command line. `agents`: names that a forgotten `run` is noticed by. Throws MemError("bad-usage"). */
export function parseArgs(words: readonly string[], agents: readonly string[] = []): Command {
  const [first, ...rest] = words;
  if (first === undefined) return { kind: "home" };
  if (first === "--version" || first === "-V" || first === "-v") return { kind: "version" };
  if (first === "--help" || first === "-h" || first === "help") {
    const about = rest[0] === undefined || rest[0].startsWith("-") ? undefined : commandSpec(rest[0]);
    if (about === undefined && rest[0] !== undefined && !rest[0].startsWith("-")) throw unknownCommand(rest[0], agents);
    return { kind: "help", ...defined({ about: about?.name }) };
  }
  // Without a command it is the list of sessions, so its options are understood.
  const spec = first.startsWith("-") ? commandSpec("sessions") : commandSpec(first);
  if (spec === undefined) throw unknownCommand(first, agents);
  const own = first.startsWith("-") ? words : rest;
  const help: Command = { kind: "help", about: spec.name };
  if (spec.name === "run" || spec.name === "continue") {
    const asked = launch(spec, own);
    if (asked === undefined) return help;
    return spec.name === "run"
      ? { kind: "run", ...asked.launch }
      : { kind: "continue", ...asked.launch, ...defined({ project: asked.given.text("project") }) };
  }
  const asked = read(spec, own);
  return asked.kind === "help" ? help : plainCommand(spec, spec.name, asked.given);
}
