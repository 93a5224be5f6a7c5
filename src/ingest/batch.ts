// Facts of one history file, gathered and written a batch at a time: events and the place where reading stopped, in one transaction.
import type { Clock } from "../host/host.ts";
import type { DraftEvent, Fact } from "../model/event.ts";
import { type NativeId, parseRunId, type SessionId } from "../model/ids.ts";
import type { Run } from "../model/run.ts";
import { appendEvents } from "../store/append.ts";
import type { RawFiles } from "../store/raw.ts";
import type { Cursor } from "../store/store.ts";
import type { Redactor } from "../transcript/redact.ts";
import { seal } from "../transcript/seal.ts";
import {
  type About,
  type AssignDeps,
  type Assigned,
  assignSession,
  type IngestSource,
  nativeIdFor,
  placeCache,
  projectOfEvent,
} from "./assign.ts";

export type BatchDeps = AssignDeps & { raw: RawFiles; door: Redactor; clock: Clock };

/** A commit a batch: small enough for other writers to get their turn, large enough to be quick. */
const BATCH_EVENTS = 400;
const BATCH_BYTES = 4 * 1024 * 1024;

type Drafted = { draft: DraftEvent; said: NativeId | undefined };

/** What reading one file brought, so far. `origins`: runs whose briefing was seen. */
export type FileReport = {
  path: string;
  sessions: Map<SessionId, { newEvents: number }>;
  skipped: { line: number; why: string }[];
  origins: string[];
  turnEnded: boolean;
  /** False if reading was stopped with more to read. */
  isDone: boolean;
  /** Number of a last line that is not finished yet: read once it is. */
  unfinishedLine?: number;
};

export const emptyReport = (path: string): FileReport => ({
  path,
  sessions: new Map(),
  skipped: [],
  origins: [],
  turnEnded: false,
  isDone: true,
});

/** Events of one conversation that follow each other: [a a b a] → [a a] [b] [a]. */
function stretches(events: readonly Drafted[]): Drafted[][] {
  const found: Drafted[][] = [];
  for (const event of events) {
    const last = found.at(-1);
    if (last && last[0]?.said === event.said) last.push(event);
    else found.push([event]);
  }
  return found;
}

/** The run that an origin mark names, if the mark is evidence: not quoted in a prompt, same agent, not older than the conversation. */
function runOfOrigin(deps: BatchDeps, source: IngestSource, fact: Extract<Fact, { kind: "origin" }>, startedAt: number): Run | undefined {
  const id = fact.where === "prompt" ? undefined : parseRunId(fact.run);
  const run = id && deps.store.runs.get(id);
  if (!run || run.agent !== source.agent) return undefined;
  return run.endedAt !== undefined && startedAt > run.endedAt ? undefined : run;
}

export function openBatch(deps: BatchDeps, source: IngestSource, about: About, report: FileReport) {
  let events: Drafted[] = [];
  let sizeBytes = 0;
  let run = source.run;
  let session: SessionId | undefined;
  const placeOf = placeCache(deps.home);

  function bind(found: Run, target: Assigned): void {
    if (target.session.run !== found.id) deps.store.sessions.reopen(target.session.id, found.id);
    deps.store.receipts.bind(found.id, target.session.id);
  }

  function write(stretch: readonly Drafted[]): void {
    const [first] = stretch;
    if (!first) return;
    const native = nativeIdFor(about, first.said, source.reader.nativeIdOf(source.path));
    const target = assignSession(deps, placeOf, { agent: source.agent, native, about, run, first: first.draft });
    if (run) bind(run, target);
    session ??= target.session.id;
    const ignore = target.place?.ignore ?? [];
    const sealed = stretch.map(({ draft }) => {
      const project = projectOfEvent(deps.store, placeOf, draft, target);
      return { ...seal(draft, deps.door, ignore), ...(project && { project }) };
    });
    const stored = appendEvents(deps.store, deps.raw, target.session, target.project, sealed);
    const before = report.sessions.get(target.session.id)?.newEvents ?? 0;
    report.sessions.set(target.session.id, { newEvents: before + stored.length });
  }

  return {
    about,
    add(fact: Fact): void {
      switch (fact.kind) {
        case "session": {
          const { kind: _, ...said } = fact;
          const branch = said.branch === undefined ? {} : { branch: deps.door.redact(said.branch) };
          Object.assign(about, { ...said, ...branch, ...about });
          break;
        }
        case "event":
          // A clock that was wrong must not make a session the newest for ever.
          events.push({ draft: { ...fact.event, at: Math.min(fact.event.at, deps.clock.now()) }, said: fact.session });
          break;
        case "origin": {
          report.origins.push(fact.run);
          const found = runOfOrigin(deps, source, fact, about.startedAt ?? 0);
          if (found) deps.store.receipts.prove(found.id, fact.where);
          run = found ?? run;
          break;
        }
        case "turn-end":
          report.turnEnded = true;
          break;
        case "skipped":
          report.skipped.push({ line: fact.line, why: fact.why });
          break;
      }
    },
    isFull(lineBytes: number): boolean {
      sizeBytes += lineBytes;
      return events.length >= BATCH_EVENTS || sizeBytes >= BATCH_BYTES;
    },
    /** `cursor` says how far reading got; its session is the file's own, as soon as it has one. */
    commit(cursor: Omit<Cursor, "session">): void {
      deps.store.transact(() => {
        for (const stretch of stretches(events)) write(stretch);
        const owner = session ?? deps.store.cursors.get(source.path)?.session;
        deps.store.cursors.save({ ...cursor, ...(owner && { session: owner }) });
      });
      events = [];
      sizeBytes = 0;
    },
  };
}
