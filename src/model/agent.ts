// AgentSpec: how to start an agent, brief it, and find its history. One entry of agents.toml, parsed.
import type { AgentId } from "./ids.ts";
import type { Launch } from "./launch.ts";

/**
 * How a briefing travels. Placeholders in texts: `{brief}` path of a file with it, `{brief_text}` the text, `{brief_dir}` a folder of
 * this run, `{plugin}` our own plugin folder for this agent, `{uuid}` a new id that we choose, `{id}` the native id to resume.
 */
export type BriefVia =
  /** Not where the user's arguments hold one of these flags themselves, or one of `unless`: the last of two would win. */
  | { kind: "args"; args: readonly string[]; unless: readonly string[] }
  | { kind: "env"; env: Readonly<Record<string, string>> }
  | { kind: "dir"; args: readonly string[]; file: string }
  /**
   * A value of the agent's own config given on the command line, `flag key=<TOML string>`; the user's value is kept in front. `flags`
   * are all spellings, ours first. The adapter reads the user's value. `unless` as for "args". `beside`: switches that make the agent
   * take ours without a word about it; where the user passes `flags` it has that word without us too.
   */
  | { kind: "config"; flags: readonly string[]; key: string; beside: readonly string[]; unless: readonly string[] }
  /** The agent's own hook gives it back: through our plugin where the spec passes one, else once the user installed it. */
  | { kind: "hook"; installed: boolean }
  /** For programs we know nothing of: the file's path in MEM_BRIEFING, and one line on stderr. */
  | { kind: "file" }
  | { kind: "paste" }
  | { kind: "none" };

export type SessionSpec = {
  /** Arguments that give a new session the id we chose. */
  choose?: readonly string[];
  /** Arguments (or subcommand) that resume `{id}`. */
  resume?: readonly string[];
  /** Subcommands that `resume` has to follow instead of standing in front ("exec"). */
  resumeIn: readonly string[];
  /** The agent's own words for "not a new session": flags, or subcommand words ("resume", "exec resume"). */
  selectors: readonly string[];
  /** Those among the selectors, and flags beside them, that make a new session out of the old one. */
  forks: readonly string[];
  /** Flags among the user's arguments after which we must not choose an id ourselves; their value is the id. */
  chosen: readonly string[];
};

/**
 * `retention`: the agent itself deletes histories that were not written to for so many days: `days`, unless `key` of the JSON file
 * `settings` says otherwise.
 */
export type HistorySpec = {
  reader: string;
  roots: readonly string[];
  retention?: { settings: string; key: string; days: number };
};

/** Options by how many of the words after them they take, so that a value is not taken for a subcommand. */
export type ValuedOptions = {
  one: readonly string[];
  /** A word that does not begin with a dash, if there is one. */
  maybe: readonly string[];
  /** All words up to the next that begins with a dash. */
  many: readonly string[];
};

export type AgentSpec = {
  id: AgentId;
  name: string;
  /** First word is looked up on PATH. */
  command: readonly string[];
  level: "verified" | "documented" | "unknown";
  /** In order of preference: the first that this version and the user's own arguments allow. */
  brief: readonly BriefVia[];
  /** How a resumed session is told what happened since, in the same order. */
  resumed: readonly BriefVia[];
  session: SessionSpec;
  history?: HistorySpec;
  yolo: readonly string[];
  /** Arguments of every conversation we start, briefed or not (a plugin with our hooks, no background server). */
  always: readonly string[];
  /** No conversation in this process: run untouched. After a flag of `unless` the subcommands' words are a prompt's. */
  plain: { subcommands: readonly string[]; flags: readonly string[]; unless: readonly string[] };
  valued: ValuedOptions;
  keys: { ctrlZ: Launch["ctrlZ"] };
  /** Flags that the installed version must know before we pass them; found out once per version. */
  probe: readonly string[];
  /** The user's flags that turn hooks off. */
  hooksOff: readonly string[];
  /** The user's flags for one answer on standard output, which a program may parse: our hooks would show in it, so they stay out if they can. */
  headless: readonly string[];
  /** Name of the file in agents/adapters that knows what data cannot say. */
  adapter?: string;
};

/** An agent found on this machine. */
export type Installed = { spec: AgentSpec; path: string };
