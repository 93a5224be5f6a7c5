// The machine, behind types. The real ones are in node.ts; tests use test/support/.
import type { Millis } from "../model/ids.ts";
import type { ProcessRef } from "../model/run.ts";

export type Clock = {
  now(): Millis;
  /** For durations: from an unknown start, and never set back like the time of day. Where it is not given, `now` stands for it. */
  steady?(): Millis;
};

/** What a duration is measured with. */
export const steadily = (clock: Clock): Millis => clock.steady?.() ?? clock.now();

export type Env = Readonly<Record<string, string | undefined>>;

export type Ids = {
  /** 12 characters of base 32. */
  short(): string;
  /** 16 hexadecimal digits. */
  run(): string;
  uuid(): string;
};

export type LogFields = Readonly<Record<string, string | number | boolean | undefined | unknown>>;
/** JSON lines in a file. Never any text of a transcript. */
export type Log = {
  info(event: string, fields?: LogFields): void;
  error(event: string, fields?: LogFields): void;
};

export type Proc = {
  self(): ProcessRef;
  /** With its start time where the system tells it (Linux: /proc, macOS: ps). */
  describe(pid: number): ProcessRef;
  /** True while that very process lives: same number, same start time. A zombie does not live. */
  isAlive(process: ProcessRef): boolean;
  /** Parent, its parent, … of this process, nearest first; empty where the system does not tell. */
  ancestors(): readonly number[];
  /** Paths of regular files that the process and its descendants hold open; empty where the system does not tell. */
  openFiles(pid: number): readonly string[];
  /** Whether it has a controlling terminal: one that was hung up is none. Undefined for a process that is gone, or where nobody tells. */
  hasTerminal(pid: number): boolean | undefined;
  /** A living process of one of these commands with this working folder; undefined where the system does not tell. */
  worksIn(cwd: string, commands: readonly string[]): boolean | undefined;
  kill(pid: number, signal: NodeJS.Signals): void;
};

/** Where our own things are: §4 of the design. All absolute. */
export type Folders = {
  data: string;
  /** data/db/mem.db */
  database: string;
  raw: string;
  logs: string;
  /** data/run: a folder for each run while it lasts. */
  runs: string;
  config: string;
  home: string;
};
