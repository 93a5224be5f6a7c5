// SESSION on the command line: our short id, a unique prefix, the agent's own id, or @1 (newest), @2, …
import { MemError } from "../model/error.ts";
import type { ProjectId } from "../model/ids.ts";
import type { Session } from "../model/session.ts";
import type { Store } from "../store/store.ts";

const NTH = /^@(\d{1,4})$/;

/** Where `@n` counts: one project's sessions, all of them, or none where nothing is known of the place. */
type Scope = { project?: ProjectId } | undefined;

/** Throws MemError("no-such-session" | "ambiguous-session"), exit code 1. */
export function findSession(store: Store, text: string, scope: Scope): Session {
  const nth = NTH.exec(text)?.[1];
  const newest = nth === undefined || scope === undefined ? [] : store.sessions.list({ ...scope, limit: Number(nth) });
  const found = nth === undefined ? store.sessions.matching(text) : newest.slice(Math.max(0, Number(nth) - 1));
  const [session, other] = found;
  if (session === undefined) {
    throw new MemError("no-such-session", `There is no session "${text}"${nth && scope?.project ? " in this project" : ""}.`, {
      hint: "`mem sessions --all` lists all; a session is named by its id, a unique start of it, or @1, @2, … for the newest.",
    });
  }
  if (other !== undefined && nth === undefined) {
    throw new MemError(
      "ambiguous-session",
      `"${text}" is the start of ${found.length} sessions: ${found.map((one) => one.id).join(", ")}.`,
      {
        hint: "Give more of the id.",
      },
    );
  }
  return session;
}
