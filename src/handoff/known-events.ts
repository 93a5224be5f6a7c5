// Events of sessions that are summarised again and again while they grow: read once, then only what is new.
import type { SessionEvent } from "../model/event.ts";
import type { SessionId } from "../model/ids.ts";
import type { EventTable } from "../store/store.ts";

/** Characters of text that are kept, of all sessions together; a session beyond it is read anew each time, cut to what a summary needs. */
const MAX_KEPT_CHARS = 8 * 1024 * 1024;

export type EventsOf = (session: SessionId) => readonly SessionEvent[];

/**
 * Events are only ever added, so what was read stays right, unless the user goes back in the conversation: then it is read anew. The
 * objects stay the same, too: what was made of them need not be made again.
 */
export function knownEvents(table: Pick<EventTable, "of" | "digest" | "rewinds">, maxChars = MAX_KEPT_CHARS): EventsOf {
  const known = new Map<SessionId, SessionEvent[]>();
  const tooLarge = new Set<SessionId>();
  const rewinds = new Map<SessionId, number>();
  let chars = 0;
  const forget = (session: SessionId) => {
    for (const event of known.get(session) ?? []) chars -= event.text.length;
    known.delete(session);
  };
  const giveUp = (session: SessionId) => {
    tooLarge.add(session);
    forget(session);
  };
  return (session) => {
    if (tooLarge.has(session)) return table.digest(session);
    const marked = table.rewinds(session);
    if (rewinds.get(session) !== marked) forget(session);
    rewinds.set(session, marked);
    const events = known.get(session) ?? [];
    known.set(session, events);
    for (const event of table.of(session, (events.at(-1)?.seq ?? 0) + 1)) {
      events.push(event);
      chars += event.text.length;
      if (chars <= maxChars) continue;
      giveUp(session);
      return table.digest(session);
    }
    return events;
  };
}
