// All commands of mem as one table: what the parser accepts and what the help says come from here.

export type OptionSpec = {
  /** Without the dashes. */
  name: string;
  /** What stands for the value in the help; absent for a switch. */
  value?: string;
  /** A whole number, 1 or more. */
  isCount?: boolean;
  help: string;
};

export type CommandSpec = {
  name: string;
  /** One line for the list of commands. */
  summary: string;
  /** What follows the options, as written in the help. */
  positionals: { usage: string; min: number; max: number };
  /** An agent and its own arguments end mem's part of the line. */
  takesAgent?: boolean;
  options: readonly OptionSpec[];
  /** More lines for the command's own help. */
  more?: readonly string[];
  /** `{agent}` and `{other}` stand for two agents of the catalog. */
  examples: readonly [string, ...string[]];
};

const json: OptionSpec = { name: "json", help: "print JSON" };
const limit: OptionSpec = { name: "limit", value: "N", isCount: true, help: "print at most N" };
const project: OptionSpec = { name: "project", value: "P", help: "a project by name, id or path instead of this folder's" };
const agent: OptionSpec = { name: "agent", value: "A", help: "only sessions of this agent" };
const quiet: OptionSpec = { name: "quiet", help: "say nothing of its own while things go well" };

const launch: readonly OptionSpec[] = [
  { name: "fresh", help: "no briefing" },
  { name: "from", value: "SESSION", help: "brief from this session instead of the newest" },
  { name: "resume", help: "the agent's own newest session here, resumed natively" },
  { name: "no-pty", help: "give the agent this terminal itself; what it draws is not recorded" },
  { name: "dry-run", help: "print what would be started and the briefing; start nothing" },
  { name: "then", value: "AGENT", help: "go on with this agent if the usage limit is reached, without asking" },
  quiet,
];

export const COMMANDS = [
  {
    name: "run",
    summary: "start an agent that already knows where the last one left off",
    positionals: { usage: "[AGENT] [ARGS…]", min: 0, max: 0 },
    takesAgent: true,
    options: launch,
    more: [
      "These options stand before the agent's name: mem run --dry-run {agent}",
      "Everything after the name is the agent's own, untouched, a --dry-run too; only --yolo is translated if the agent spells it differently.",
      "Without an agent: goes on with this project's newest session, in its own agent. Any program runs too: mem run -- ./my-agent",
    ],
    examples: ["mem run {agent}", "mem run {other} --yolo", "mem run --fresh {agent} -p 'explain this repository'"],
  },
  {
    name: "continue",
    summary: "go on with the project worked on last, from any folder",
    positionals: { usage: "[AGENT] [ARGS…]", min: 0, max: 0 },
    takesAgent: true,
    options: [{ ...project, help: "this project, by name, id or path, instead of the last one" }, ...launch],
    examples: ["mem continue", "mem continue --project shop {other}"],
  },
  {
    name: "sessions",
    summary: "list sessions, newest first",
    positionals: { usage: "", min: 0, max: 0 },
    options: [project, { name: "all", help: "of all projects" }, agent, limit, json],
    examples: ["mem sessions --all --limit 20"],
  },
  {
    name: "show",
    summary: "read one session",
    positionals: { usage: "SESSION", min: 1, max: 1 },
    options: [
      { name: "events", help: "what was said and done, in order" },
      { name: "screen", help: "what the terminal showed, as far as it is kept" },
      { name: "summary", help: "the summary only" },
      { ...limit, help: "with --events: the last N" },
      json,
    ],
    more: ["SESSION is an id or the beginning of one, the agent's own id, or @1 for this project's newest, @2 for the one before it."],
    examples: ["mem show @1", "mem show 7k3f --events --limit 50"],
  },
  {
    name: "brief",
    summary: "print what the next agent would be told, and why",
    positionals: { usage: "", min: 0, max: 0 },
    options: [
      project,
      { name: "session", value: "SESSION", help: "from this session instead of the newest" },
      { ...agent, help: "for this agent" },
      { name: "budget", value: "TOKENS", isCount: true, help: "at most this many tokens" },
      { name: "why", help: "also each line's events, and the lines that found no room" },
      json,
    ],
    examples: ["mem brief", "mem brief --why", "mem brief --budget 800 --json"],
  },
  {
    name: "handoff",
    summary: "write a session's summary again",
    positionals: { usage: "[SESSION]", min: 0, max: 1 },
    options: [{ name: "pending", help: "all sessions whose summary is behind" }, json],
    more: ["Without SESSION: this project's newest, which is @1."],
    examples: ["mem handoff @1"],
  },
  {
    name: "ingest",
    summary: "read the agents' own histories",
    positionals: { usage: "[FILE…]", min: 0, max: Number.POSITIVE_INFINITY },
    options: [
      { ...agent, help: "the agent whose histories these are" },
      { name: "watch", help: "go on reading as they grow" },
      quiet,
      json,
    ],
    more: ["Without files: all places where known agents keep histories. Safe to repeat; nothing of theirs is changed."],
    examples: ["mem ingest", "mem ingest --agent {other} old/rollout-2026.jsonl --json"],
  },
  {
    name: "agents",
    summary: "which agents are known, and which are installed",
    positionals: { usage: "", min: 0, max: 0 },
    options: [json],
    examples: ["mem agents"],
  },
  {
    name: "doctor",
    summary: "check that recording and briefing work here",
    positionals: { usage: "", min: 0, max: 0 },
    options: [json],
    examples: ["mem doctor"],
  },
  {
    name: "fix-term",
    summary: "put a terminal right that a killed program left unusable",
    positionals: { usage: "", min: 0, max: 0 },
    options: [],
    more: [
      "Where Enter does nothing, type it and press Ctrl-J. Another terminal is named as `tty` names it there: mem fix-term < /dev/pts/3",
      "Ends raw mode, the other screen, mouse reports, special keyboards, a hidden cursor. Keys of your own (stty erase …) are kept.",
    ],
    examples: ["mem fix-term"],
  },
] as const satisfies readonly CommandSpec[];

export type CommandName = (typeof COMMANDS)[number]["name"];

export const commandSpec = (name: string): (CommandSpec & { name: CommandName }) | undefined =>
  COMMANDS.find((command) => command.name === name);
