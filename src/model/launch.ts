// Launch: one process to start, fully decided. LaunchPlan: how it was decided.
import type { NativeId } from "./ids.ts";

export type Size = { cols: number; rows: number };

export type Launch = {
  /** First is an absolute path, or a name that `execvp` resolves. */
  argv: readonly string[];
  /** The whole environment of the child. */
  env: Readonly<Record<string, string>>;
  cwd: string;
  /** "pty": a pseudo-terminal of our own; "inherit": our standard streams are the child's. */
  mode: "pty" | "inherit";
  /**
   * Who is given the key: "ours", we stop with the agent; "shared", the agent first, which leaves its screen but cannot stop itself; "agent",
   * it alone; "auto", the agent, and we stop with it if it would have been stopped without us.
   */
  ctrlZ: "ours" | "shared" | "agent" | "auto";
};

/** What the plan says about the conversation. */
export type LaunchPlan = {
  argv: readonly string[];
  /** Changes to the user's environment; undefined removes. */
  env: Readonly<Record<string, string | undefined>>;
  /** "plain": no conversation, so neither briefed nor recorded. */
  kind: "new" | "resumed" | "plain";
  /** Chosen by us, or named by the user's arguments. */
  nativeId?: NativeId;
  /** How the briefing travels in this launch; "none" with the reason for people. */
  delivery: { channel: "args" | "env" | "dir" | "config" | "hook" | "paste" | "file" } | { channel: "none"; why: string };
  /** Files to write into the run's folder before the start, by name. */
  files: Readonly<Record<string, string>>;
};
