// Of a session that was started without mem nobody told how it ended; if the usage limit was its agent's last word, that is how.
import type { Session, SessionState } from "../model/session.ts";
import type { EventTable } from "../store/store.ts";

type LimitDeps = { store: { events: Pick<EventTable, "limitAtEnd"> } };

export const withLimitAtEnd = ({ store }: LimitDeps, { id }: Session, state: SessionState): SessionState =>
  state === "unknown" && store.events.limitAtEnd(id) !== undefined ? "limit" : state;
