// AgentSpec: how to start an agent, brief it, and find its history. One entry of agents.toml, parsed.
import type { AgentId } from "./ids.ts";

/**
 * How a briefing travels. Placeholders in texts: `{brief}` path of a file with it, `{brief_text}` the text, `{brief_dir}` a folder of
 * this run, `{plugin}` our own plugin folder for this agent, `{uuid}` a new id that we choose, `{id}` the native id to resume.
 */
export type BriefVia =
  | { kind: "args"; args: readonly string[] }
  | { kind: "env"; env: Readonly<Record<string, string>> }
  | { kind: "dir"; args: readonly string[]; file: string }
  /** A value of the agent's own config given on the command line; the user's value is kept in front. The adapter merges. */
  | { kind: "config"; flag: string; key: string }
  /** The agent's own hook gives it back: through our plugin where the spec passes one, else once the user installed it. */
  | { kind: "hook"; installed: boolean }
  | { kind: "paste" }
  | { kind: "none" };

export type SessionSpec = {
  /** Arguments that give a new session the id we chose. */
  choose?: readonly string[];
  /** Arguments (or subcommand) that resume `{id}`. */
  resume?: readonly string[];
  /** The agent's own words for "not a new session": flags, or subcommand words ("resume", "exec resume"). */
  selectors: readonly string[];
  /** Flags among the user's arguments after which we must not choose an id ourselves. */
  chosen: readonly string[];
};

export type HistorySpec = { reader: string; roots: readonly string[] };

export type AgentSpec = {
  id: AgentId;
  name: string;
  /** First word is looked up on PATH. */
  command: readonly string[];
  level: "verified" | "documented" | "unknown";
  brief: BriefVia;
  resumed: BriefVia;
  session: SessionSpec;
  history?: HistorySpec;
  yolo: readonly string[];
  /** Arguments of every conversation we start, briefed or not (a plugin with our hooks, no background server). */
  always: readonly string[];
  /** No conversation: run untouched. */
  plain: { subcommands: readonly string[]; flags: readonly string[] };
  /** Options that take a value, so that the value is not taken for a subcommand. */
  valued: readonly string[];
  keys: { ctrlZ: "ours" | "agent" };
  /** Flags that must appear in the installed version's help before we pass them. */
  probe: readonly string[];
};

/** An agent found on this machine. */
export type Installed = { spec: AgentSpec; path: string };
