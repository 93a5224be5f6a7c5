// mem handoff: a session's summary, written again.
import { handOff } from "../../handoff/handoff.ts";
import type { Session } from "../../model/session.ts";
import type { Command } from "../args.ts";
import { type Door, printJson, scopeHere, withMemory } from "../door.ts";
import { findSession } from "../find-session.ts";
import type { OpenMemory } from "../memory.ts";
import { summaryText } from "../print.ts";

type HandoffCommand = Extract<Command, { kind: "handoff" }>;

const PENDING_SEEN = 1000;

/** Sessions whose summary does not reach to their last event, or that have none. */
function pending(memory: OpenMemory): Session[] {
  const sessions = memory.store.sessions.list({ worked: true, limit: PENDING_SEEN });
  const summaries = memory.store.summaries.of(sessions.map((session) => session.id));
  return sessions.filter((session) => (summaries.get(session.id)?.upTo ?? 0) < memory.store.events.count(session.id));
}

export function handoff(door: Door, command: HandoffCommand): Promise<number> {
  return withMemory(door, (memory, place) => {
    const scope = scopeHere(memory, place);
    const sessions = command.isPending ? pending(memory) : [findSession(memory.store, command.session ?? "@1", scope)];
    const written = sessions.flatMap((session) => handOff(memory, session.id) ?? []);
    if (command.isJson) printJson(door, written);
    else if (command.isPending) door.io.out(`${written.length} ${written.length === 1 ? "summary" : "summaries"} written.\n`);
    else door.io.out(written.map(summaryText).join("\n").trimStart() || "Nothing was asked in it, so there is nothing to sum up.\n");
    return 0;
  });
}
