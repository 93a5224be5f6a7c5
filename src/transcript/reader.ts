// Reader: one agent's history format, as pure steps over lines. The file itself is read elsewhere (lines.ts, ingest/).
import type { Fact } from "../model/event.ts";
import type { ProcessRef } from "../model/run.ts";

/** One whole line without its end; `line` counts from 1. `text` is undefined where the line was too long to keep (its size is told). */
export type HistoryLine = { line: number; text: string | undefined; sizeBytes: number };

/**
 * `state` is JSON and small (under 64 kB): it is stored with the file's cursor, so that reading goes on after a restart where it
 * stopped. `step` may change the state it is given and returns the facts of that line, in order. It never throws on foreign data.
 */
export type Reader<State = unknown> = {
  readonly id: string;
  /** `path` is the history file's: some formats say in the name what they do not say inside. */
  start(path: string): State;
  step(state: State, line: HistoryLine): Fact[];
  /** True if a file of this name under a history root is a conversation (a sub-agent's own file included). */
  isHistory(path: string): boolean;
  /** Native id that the file's name carries; undefined if it does not. */
  nativeIdOf(path: string): string | undefined;
  /**
   * Folders below a root that can hold files of a working folder, or all of them where the format does not tell; used to look for
   * new histories without walking years of them. Folders below the working folder count, too, unless `isExact`. `since` is in milliseconds.
   */
  likelyFolders(root: string, wanted: LookedFor & { since: number }): string[];
  /** Conversations that a process of the agent has open, as its state files beside a history root say. A killed process leaves its own behind. */
  openBeside?(root: string): OpenConversation[];
};

/** A working folder that histories are looked for: with all folders below it, or exactly that one. */
export type LookedFor = { cwd: string; isExact?: boolean };

export type OpenConversation = { nativeId: string; process: ProcessRef };

/** Longest line that is parsed; a longer one becomes a `skipped` fact. Real lines of 24 MB exist. */
export const MAX_LINE_BYTES = 32 * 1024 * 1024;

/** Longest text kept of one event, in characters; of more, head and tail are kept and the middle is said to be cut. */
export const MAX_TEXT_CHARS = 64 * 1024;
