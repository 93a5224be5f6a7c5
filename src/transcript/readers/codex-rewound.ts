// What the user of Codex went back to before (Esc Esc). 0.171: the conversation goes on in another file, named `rollout-<time>-<thread>_<part>`,
// whose first record has the thread's own id and tells in `history_base` which file it goes on from and how many of its records it keeps;
// none: it begins anew. Ordinals go on from there. Before: a `thread_rolled_back` record, which says how many turns were taken back.
import type { Fact } from "../../model/event.ts";
import { num, type Rec, rec, str } from "../json.ts";

/** `part` is "" in a thread's first file. */
export type Place = { thread: string; part: string };

/** What an event's key begins with: the records of one file are told apart by their ordinals, those of several are not. */
export const keyHead = ({ thread, part }: Place, ordinal: number): string => `${thread}${part === "" ? "" : `_${part}`}:${ordinal}:`;

const KEY = /^([^_:]+)(?:_([^:]+))?:(\d+):/;

/** The files of a thread are ordered by the names of its parts: their ids begin with the time. */
function isCut({ thread, part }: Place, base: { part: string; end: number }): (key: string) => boolean {
  return (key) => {
    const [, ofThread, ofPart = "", ordinal = ""] = KEY.exec(key) ?? [];
    if (ofThread !== thread || ofPart >= part) return false;
    return ofPart === base.part ? Number(ordinal) >= base.end : ofPart > base.part;
  };
}

/** What the first record of a thread's further file says. Nothing where it goes on from another thread: that one may go on too. */
export function cutFacts(place: Place, meta: Rec): Fact[] {
  if (place.part === "" || str(meta, "id") !== place.thread) return [];
  const base = rec(meta, "history_base");
  const from = str(base, "thread_id");
  const end = num(base, "end_ordinal_exclusive");
  if ("history_base" in meta && (from === undefined || end === undefined)) return [];
  const has = isCut(place, { part: from === undefined || from === place.thread ? "" : from, end: end ?? 0 });
  return [{ kind: "rewound", events: { kind: "keys", has } }];
}

/** The user's prompts that can be taken back, as keys of their events, oldest first, and the newest event of all. */
export type Turns = { prompts: string[]; last: string };

const MAX_PROMPTS = 100;

export function noteTurns(turns: Turns, facts: readonly Fact[]): void {
  for (const fact of facts) {
    if (fact.kind !== "event" || fact.event.by === "subagent") continue;
    if (fact.event.kind === "prompt") turns.prompts = [...turns.prompts, fact.event.key].slice(-MAX_PROMPTS);
    turns.last = fact.event.key;
  }
}

/** `{num_turns}`: so many of the newest turns are taken back. More than are known: rather nothing than too much. */
export function rolledBack(turns: Turns, payload: Rec): Fact[] {
  const count = num(payload, "num_turns") ?? 0;
  const from = count > 0 ? turns.prompts.at(-count) : undefined;
  if (from === undefined) return [];
  turns.prompts = turns.prompts.slice(0, -count);
  return [{ kind: "rewound", events: { kind: "range", from, upTo: turns.last } }];
}
