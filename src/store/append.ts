// Events go into raw/ and into the database together: the database never holds one that raw/ has not.
import type { SessionEvent } from "../model/event.ts";
import type { Seq } from "../model/ids.ts";
import type { Project } from "../model/project.ts";
import type { Session } from "../model/session.ts";
import type { RawFiles } from "./raw.ts";
import type { Mark, NewEvent, Store } from "./store.ts";

type AppendDeps = { store: Store; raw: RawFiles };
type Owner = { session: Session; project: Project };

/**
 * Stores the events whose key is new, in one transaction, and returns them. Raw is written before the commit: if that fails nothing is
 * stored; if the commit fails raw holds them twice after the next try, which a rebuild sees by their keys.
 */
export function appendEvents(
  { store, raw }: AppendDeps,
  { session, project }: Owner,
  events: readonly NewEvent[],
): readonly SessionEvent[] {
  return store.transact(() => {
    const stored = store.events.append(session.id, events);
    if (stored.length > 0) raw.append(session, project, stored);
    return stored;
  });
}

/** Marks events in both. Returns for how many that is new. */
export function rewindEvents({ store, raw }: AppendDeps, { session, project }: Owner, seqs: readonly Seq[], mark: Mark): number {
  return store.transact(() => {
    const changed = store.events.rewind(session.id, seqs, mark);
    if (changed > 0) raw.rewind(session, project, seqs, mark);
    return changed;
  });
}
