// A session read off the screen: for programs without a readable history, the terminal's text is all there is.

import type { Millis, SessionId } from "../model/ids.ts";
import type { Run } from "../model/run.ts";
import { withoutShownBriefings } from "../model/shown-briefing.ts";
import { appendEvents } from "../store/append.ts";
import type { Store } from "../store/store.ts";
import { screenText } from "../transcript/screen.ts";
import { seal } from "../transcript/seal.ts";
import type { IngestDeps } from "./ingest.ts";

/** An agent that keeps a history has written it long before; one that was opened and left has none, and nothing was asked. */
const HISTORY_DUE_MS = 10 * 60 * 1000;

/** Whether a run that no history was found for is to be read off its screen. */
export const isReadOffScreen = (run: Run, endedAt: Millis): boolean => run.reader === undefined || endedAt - run.startedAt > HISTORY_DUE_MS;

/** Makes the run's session from its stored frames. Undefined, and nothing stored, if nothing was shown. */
export async function screenSession(deps: IngestDeps & { store: Store }, run: Run, endedAt: number): Promise<SessionId | undefined> {
  // What an agent printed of its briefing is not its own word.
  const text = withoutShownBriefings(await screenText(deps.store.frames.of(run.id)));
  if (text.trim() === "") return undefined;
  return deps.store.transact(() => {
    const project = deps.store.projects.resolve(run.place);
    const known = deps.store.sessions.byRun(run.id)[0];
    const session = deps.store.sessions.save({
      id: known?.id ?? (deps.ids.short() as SessionId),
      agent: run.agent,
      project: project.id,
      cwd: run.place.cwd,
      worktree: run.place.worktree,
      startedAt: run.startedAt,
      run: run.id,
      ...(run.continues && { continues: run.continues }),
    });
    const draft = { key: `screen:${run.id}`, at: endedAt, kind: "reply" as const, by: "screen" as const, files: [], text };
    deps.store.receipts.bind(run.id, session.id);
    appendEvents(deps, { session, project }, [seal(draft, deps.door, run.place.ignore)]);
    return session.id;
  });
}
