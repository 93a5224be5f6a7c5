// mem handoff: a session's summary, written again.
import { handOff } from "../../handoff/handoff.ts";
import { MemError } from "../../model/error.ts";
import type { Place } from "../../model/project.ts";
import type { Session } from "../../model/session.ts";
import type { Command } from "../args.ts";
import { type Door, printJson, scopeHere, withMemory } from "../door.ts";
import { findSession } from "../find-session.ts";
import type { OpenMemory } from "../memory.ts";
import { summaryText } from "../print.ts";
import { unansweredText } from "../unanswered.ts";
import { howToStart, type World } from "../world.ts";

type HandoffCommand = Extract<Command, { kind: "handoff" }>;

const PENDING_SEEN = 1000;

/** Sessions whose summary does not reach to their last event, or that have none. */
function pending(memory: OpenMemory): Session[] {
  const sessions = memory.store.sessions.list({ worked: true, limit: PENDING_SEEN });
  const summaries = memory.store.summaries.of(sessions.map((session) => session.id));
  return sessions.filter((session) => (summaries.get(session.id)?.upTo ?? 0) < memory.store.events.count(session.id));
}

/** The one that was named, else the newest here. */
function asked(memory: OpenMemory, place: Place, text: string | undefined): Session | undefined {
  const scope = scopeHere(memory, place);
  if (text !== undefined) return findSession(memory.store, text, scope);
  const [newest] = scope === undefined ? [] : memory.store.sessions.list({ ...scope, limit: 1 });
  return newest;
}

function nothingYet(world: World, memory: OpenMemory, place: Place): MemError {
  const hint =
    memory.store.sessions.count({}) === 0 ? howToStart(world) : "`mem sessions --all` lists those of other projects: mem handoff SESSION";
  return new MemError("no-such-session", `There is no session in ${place.name} yet, so there is nothing to sum up.`, { hint });
}

export function handoff(door: Door, command: HandoffCommand): Promise<number> {
  return withMemory(door, (memory, place) => {
    const one = command.isPending ? undefined : asked(memory, place, command.session);
    if (!command.isPending && one === undefined) throw nothingYet(door.world, memory, place);
    const sessions = one === undefined ? pending(memory) : [one];
    const written = sessions.flatMap((session) => handOff(memory, session.id) ?? []);
    if (command.isJson) printJson(door, written);
    else if (command.isPending) door.io.out(`${written.length} ${written.length === 1 ? "summary" : "summaries"} written.\n`);
    else if (written.length > 0) door.io.out(written.map(summaryText).join("\n").trimStart());
    else for (const session of sessions) door.io.out(unansweredText(session, memory.store.events.of(session.id)));
    return 0;
  });
}
