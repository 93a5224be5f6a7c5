// A session as it is acted, before any agent's format: what is said, what is run, and what of it matters later.
import type { WrittenItem, WrittenNoise } from "../case.ts";

export type Todo = { text: string; status: "completed" | "in_progress" | "pending" };

export type Step =
  | { do: "prompt"; text: string }
  /** `ends`: the agent's last words of a turn. */
  | { do: "reply"; text: string; ends?: true }
  /** `cut`: the session ends before the result. */
  | { do: "shell"; command: string; output: string; ok: boolean; cwd?: string; cut?: true }
  | { do: "edit"; path: string; before: string; after: string }
  | { do: "read"; path: string; output: string }
  | { do: "todos"; todos: readonly Todo[] }
  | { do: "agent"; task: string; inner: readonly string[]; report: string }
  | { do: "compaction"; text: string }
  /** Of a plan: it resets at the full hour after so many. */
  | { do: "limit"; hours: number };

/** An item, and what must stand in the session for it where that is not what a briefing would say ("not committed" is said by nobody). */
export type Planted = WrittenItem & { shown?: readonly string[] };

/** `where`: only counts in a history that holds this text, as not every agent writes down everything. */
export type Noise = WrittenNoise & { where?: string };

/** What stands together in a session. Pieces are put in the order of `phase`, from 0 to 100; those of one phase as they come. */
export type Piece = { phase: number; steps: readonly Step[]; items?: readonly Planted[]; noise?: readonly Noise[] };
