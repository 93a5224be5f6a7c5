// Case: one session, and what somebody who read it says that the next agent has to know.
import { MemError } from "../../src/model/error.ts";
import type { Exit } from "../../src/model/session.ts";
import type { Half } from "./halves.ts";

export const ITEM_KINDS = ["goal", "decision", "failed", "constraint", "done", "state", "tests", "open", "next", "files"] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** A thing to be found: all patterns have to match, in whatever words. Flags are `iu`. */
export type Sought = { what: string; find: readonly RegExp[] };
/** `at`: lines of the history it rests on. `plant`: what a generated session's author called it. */
export type Item = Sought & { kind: ItemKind; at: readonly number[]; plant?: string };
/** As the patterns are written down, before they are compiled. */
export type WrittenItem = { kind: ItemKind; what: string; find: readonly string[]; at?: readonly number[]; plant?: string };
export type WrittenNoise = { what: string; find: readonly string[] };

/** How `mem` saw the session end; absent where it was not there. */
export type Ending = { ending: "ended" | "limit" | "crashed"; exit?: Exit };

export type Case = {
  set: "synthetic" | "real";
  /** Its file's name without folder and ending. */
  name: string;
  half: Half;
  /** Id of the reader and of the agent. */
  agent: string;
  /** Of the history file. */
  path: string;
  about: string;
  items: readonly Item[];
  noise: readonly Sought[];
  ending?: Ending;
};

const isKind = (kind: unknown): kind is ItemKind => ITEM_KINDS.some((known) => known === kind);

function pattern(source: string, where: string): RegExp {
  try {
    return new RegExp(source, "iu");
  } catch (cause) {
    throw new MemError("bad-pattern", `${where}: "${source}" is no regular expression.`, { cause });
  }
}

/** Throws MemError("bad-pattern") naming `where`, too, if nothing is sought. */
function sought({ what, find }: WrittenNoise, where: string): Sought {
  if (find.length === 0) throw new MemError("bad-pattern", `${where}: "${what}" has no pattern.`);
  return { what, find: find.map((source) => pattern(source, where)) };
}

export function toItem(written: WrittenItem, where: string): Item {
  const { kind, at = [], plant } = written;
  if (!isKind(kind)) throw new MemError("bad-pattern", `${where}: there is no kind "${String(kind)}".`);
  return { ...sought(written, where), kind, at, ...(plant !== undefined && { plant }) };
}

export const toNoise = (written: WrittenNoise, where: string): Sought => sought(written, where);
