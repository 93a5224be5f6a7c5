// Follows a run's own histories while they grow: binds them by evidence, reads what is new, keeps the summaries current.

import { type HandOffDeps, handOff } from "../handoff/handoff.ts";
import { knownEvents } from "../handoff/known-events.ts";
import { type Clock, type Proc, steadily } from "../host/host.ts";
import { isNews } from "../ingest/batch.ts";
import { binder } from "../ingest/bind.ts";
import { claimRead } from "../ingest/claim-read.ts";
import { type HistorySource, hasChanged, historyAt } from "../ingest/discover.ts";
import { type IngestDeps, ingestFile } from "../ingest/ingest.ts";
import { type Millis, parseNativeId, type SessionId } from "../model/ids.ts";
import type { GitState } from "../model/project.ts";
import type { Run } from "../model/run.ts";
import { leaveCompacted, leaveNotes } from "./notes.ts";

export type FollowDeps = IngestDeps & HandOffDeps & { proc: Proc };

/** How often new files are looked for: often until the first is found, then for what `/clear` or a sub-agent starts. */
const LOOK_MS = 300;
const LOOK_AGAIN_MS = 1500;
/** A summary is due at a turn's end, and at the latest this long after an event. */
const SUMMARY_WAIT_MS = 2000;

export type Follower = {
  /** Reads what is new. True if there was something. */
  tick(): boolean;
  /** Sessions of this run whose summary is behind. Cleared by `summarise`. */
  due(): boolean;
  summarise(git: GitState | undefined): void;
  isBound(): boolean;
};

/** The run's own files as far as they are found; `look` looks for more when it is time. */
function lookout(
  clock: Clock,
  bind: ReturnType<typeof binder>,
  onFound: (path: string) => void,
): { look(): void; paths(): readonly string[] } {
  let paths: string[] = [];
  let lookedAt = Number.NEGATIVE_INFINITY;
  const look = (): void => {
    const now = steadily(clock);
    if (now - lookedAt < (paths.length === 0 ? LOOK_MS : LOOK_AGAIN_MS)) return;
    lookedAt = now;
    const found = bind().map((bound) => bound.file.path);
    const fresh = found.filter((path) => !paths.includes(path));
    paths = found;
    for (const path of fresh) onFound(path);
  };
  return { look, paths: () => paths };
}

export function follow(deps: FollowDeps, run: Run, source: HistorySource): Follower {
  // A resumed session may be compacted before anything new is said in it.
  const onFound = (path: string): void => {
    const nativeId = parseNativeId(source.reader.nativeIdOf(path) ?? "");
    const known = nativeId && deps.store.sessions.byNative(run.agent, nativeId);
    if (known) leaveCompacted(deps.store, run, known.id);
  };
  const histories = lookout(deps.clock, binder(run, source, deps.proc), onFound);
  const claimed = new Set<string>();
  const behind = new Map<SessionId, Millis>();
  const summarising = { ...deps, eventsOf: knownEvents(deps.store.events) };
  let isTurnOver = false;

  const read = (path: string): boolean => {
    const file = historyAt(path, source);
    if (!file) return false;
    if (!hasChanged(file, deps.store.cursors)) {
      if (!claimed.has(path) && claimRead(deps.store, run, path)) claimed.add(path);
      return false;
    }
    const report = ingestFile(deps, { path, agent: run.agent, reader: source.reader, run });
    isTurnOver ||= report.turnEnded;
    for (const [session, change] of report.sessions) if (isNews(change) && !behind.has(session)) behind.set(session, steadily(deps.clock));
    if (report.skipped.length > 0) deps.log.info("history lines skipped", { run: run.id, lines: report.skipped.length });
    return report.sessions.size > 0;
  };
  return {
    tick() {
      histories.look();
      return histories.paths().map(read).some(Boolean);
    },
    due: () => behind.size > 0 && (isTurnOver || Math.min(...behind.values()) + SUMMARY_WAIT_MS <= steadily(deps.clock)),
    summarise(git) {
      for (const session of behind.keys()) {
        handOff(summarising, session, git);
        leaveNotes(deps.store, run, session);
      }
      behind.clear();
      isTurnOver = false;
    },
    isBound: () => histories.paths().length > 0,
  };
}
