// A run's own history that another `mem` read first, while the run's recorder was late or locked out: there is nothing new in it, but it is ours.
import type { Run } from "../model/run.ts";
import type { Store } from "../store/store.ts";
import { bindSession } from "./batch.ts";

/**
 * Makes the session of this file, which is known to be the run's own, the run's, if something was said in it since the run began.
 * False if nothing was, so far. One that a later run has gone on with stays that one's.
 */
export function claimRead(store: Store, run: Run, path: string): boolean {
  const id = store.cursors.get(path)?.session;
  const session = id && store.sessions.find(id);
  if (!session || session.lastAt < run.startedAt) return false;
  const other = session.run && store.runs.get(session.run);
  if (!other || other.startedAt < run.startedAt) store.transact(() => bindSession(store, run, session));
  return true;
}
