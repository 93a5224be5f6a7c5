// Notes in the run's folder, for those who must not wait for a database: the agent's hook (compact-….json), the wrapper (limit.json).
import { rmSync } from "node:fs";
import { join } from "node:path";
import { hookOutput } from "../agents/hook-output.ts";
import { compactedText } from "../handoff/compacted.ts";
import { writeNote } from "../host/note.ts";
import { withOrigin } from "../model/briefing.ts";
import type { SessionId } from "../model/ids.ts";
import type { Run } from "../model/run.ts";
import { compactedNote, LIMIT_NOTE, type LimitNote } from "../model/run-notes.ts";
import type { Store } from "../store/store.ts";

function leave(run: Run, name: string, text: string | undefined): void {
  if (text === undefined) rmSync(join(run.dir, name), { force: true });
  else writeNote(run.dir, name, text);
}

/** What the agent is given back after a compaction of that session, as far as its summary goes. Throws what the disk throws. */
export function leaveCompacted(store: Store, run: Run, session: SessionId): void {
  const { nativeId } = store.sessions.get(session);
  if (nativeId === undefined) return;
  const summary = store.summaries.get(session);
  const kept = summary && compactedText(summary);
  leave(run, compactedNote(nativeId), kept && hookOutput(withOrigin(kept, run.id)));
}

/** Brings both notes up to date with a session whose summary was just written. Throws what the disk throws. */
export function leaveNotes(store: Store, run: Run, session: SessionId): void {
  leaveCompacted(store, run, session);
  const limit = store.events.limitAtEnd(session);
  const note: LimitNote | undefined = limit && { text: limit.text, ...(limit.resetsAt && { resetsAt: limit.resetsAt }) };
  leave(run, LIMIT_NOTE, note && JSON.stringify(note));
}
