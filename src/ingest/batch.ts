// Facts of one history file, gathered and written a batch at a time: events and the place where reading stopped, in one transaction.
import type { Clock } from "../host/host.ts";
import { unreachable } from "../model/error.ts";
import type { DraftEvent, Fact, Stretch } from "../model/event.ts";
import { type NativeId, parseRunId, type SessionId } from "../model/ids.ts";
import type { Place } from "../model/project.ts";
import type { Run } from "../model/run.ts";
import type { Session } from "../model/session.ts";
import { appendEvents, rewindEvents } from "../store/append.ts";
import type { RawFiles } from "../store/raw.ts";
import type { Cursor, Mark, Store } from "../store/store.ts";
import type { Redactor } from "../transcript/redact.ts";
import { seal } from "../transcript/seal.ts";
import { type About, type AssignDeps, assignSession, type IngestSource, nativeIdFor, placeCache, projectOfEvent } from "./assign.ts";
import { seqsIn } from "./rewound.ts";

export type BatchDeps = AssignDeps & { raw: RawFiles; door: Redactor; clock: Clock };

/** A commit a batch: small enough for other writers to get their turn, large enough to be quick. */
const BATCH_EVENTS = 400;
const BATCH_BYTES = 4 * 1024 * 1024;

type Drafted = { draft: DraftEvent; said: NativeId | undefined };

/** `rewound`: of how many older events it is new that the user went back to before them, or that they are gone on with. */
export type Change = { newEvents: number; rewound?: number };

/** Whether a summary that was made before is behind. */
export const isNews = ({ newEvents, rewound = 0 }: Change): boolean => newEvents > 0 || rewound > 0;

/** What reading one file brought, so far. `origins`: runs whose briefing was seen. */
export type FileReport = {
  path: string;
  sessions: Map<SessionId, Change>;
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
function runOfOrigin(deps: BatchDeps, { source, about }: Batch, fact: Extract<Fact, { kind: "origin" }>): Run | undefined {
  const id = fact.where === "prompt" ? undefined : parseRunId(fact.run);
  const run = id && deps.store.runs.get(id);
  if (!run || run.agent !== source.agent) return undefined;
  return run.endedAt !== undefined && (about.startedAt ?? 0) > run.endedAt ? undefined : run;
}

/** What one file's reading gathers: `about`, `run` and `session` grow through the file, the rest is of the batch. */
type Batch = {
  readonly source: IngestSource;
  readonly about: About;
  readonly report: FileReport;
  readonly placeOf: (cwd: string) => Place;
  run: Run | undefined;
  /** The file's own session, once it has one. */
  session: SessionId | undefined;
  events: Drafted[];
  rewindings: Rewinding[];
  sizeBytes: number;
};

type Rewinding = { events: Stretch; mark: Mark };

export const openBatch = (deps: BatchDeps, of: Pick<Batch, "source" | "about" | "report">): Batch => ({
  ...of,
  placeOf: placeCache(deps.home),
  run: of.source.run,
  session: undefined,
  events: [],
  rewindings: [],
  sizeBytes: 0,
});

export function gather(deps: BatchDeps, batch: Batch, fact: Fact): void {
  const { about, report } = batch;
  switch (fact.kind) {
    case "session": {
      const { kind: _, ...said } = fact;
      const branch = said.branch === undefined ? {} : { branch: deps.door.redact(said.branch) };
      const startedAt = said.startedAt === undefined ? {} : { startedAt: Math.min(said.startedAt, deps.clock.now()) };
      Object.assign(about, { ...said, ...branch, ...startedAt, ...about });
      break;
    }
    case "event":
      // A clock that was wrong must not make a session the newest for ever.
      batch.events.push({ draft: { ...fact.event, at: Math.min(fact.event.at, deps.clock.now()) }, said: fact.session });
      break;
    case "origin": {
      report.origins.push(fact.run);
      const found = runOfOrigin(deps, batch, fact);
      if (found) deps.store.receipts.prove(found.id, fact.where);
      batch.run = found ?? batch.run;
      break;
    }
    case "rewound":
      batch.rewindings.push({ events: fact.events, mark: fact.isBack ? "holds" : fact.isPutBack ? "put-back" : "rewound" });
      break;
    case "turn-end":
      report.turnEnded = true;
      break;
    case "skipped":
      report.skipped.push({ line: fact.line, why: fact.why });
      break;
    default:
      unreachable(fact);
  }
}

/** Counts a line that was read; true once it is time to commit. */
export function isFull(batch: Batch, lineBytes: number): boolean {
  batch.sizeBytes += lineBytes;
  return batch.events.length >= BATCH_EVENTS || batch.sizeBytes >= BATCH_BYTES;
}

export function bindSession(store: Store, run: Run, session: Session): void {
  if (session.run !== run.id) store.sessions.reopen(session.id, run.id);
  store.receipts.bind(run.id, session.id);
}

function write(deps: BatchDeps, batch: Batch, stretch: readonly Drafted[]): void {
  const [first] = stretch;
  if (!first) return;
  const { source, about, run, placeOf, report } = batch;
  const native = nativeIdFor(about, first.said, source.reader.nativeIdOf(source.path));
  const target = assignSession(deps, placeOf, { agent: source.agent, native, about, run, first: first.draft });
  if (run) bindSession(deps.store, run, target.session);
  batch.session ??= target.session.id;
  const sealed = stretch.map(({ draft }) => {
    const project = projectOfEvent({ store: deps.store, placeOf }, draft, target);
    return { ...seal(draft, deps.door, target.place?.ignore ?? []), ...(project && { project }) };
  });
  const stored = appendEvents(deps, target, sealed);
  count(report, target.session.id, { newEvents: stored.length });
}

function count({ sessions }: FileReport, id: SessionId, { newEvents, rewound = 0 }: Change): void {
  const before = sessions.get(id);
  const marked = (before?.rewound ?? 0) + rewound;
  sessions.set(id, { newEvents: (before?.newEvents ?? 0) + newEvents, ...(marked > 0 && { rewound: marked }) });
}

/** After the events: what was gone back to before may have come in the same batch, and a history may say so before it says anything else. */
function rewind(deps: BatchDeps, { source, about, report, rewindings }: Batch, owner: SessionId | undefined): void {
  const session = owner ? deps.store.sessions.get(owner) : about.nativeId && deps.store.sessions.byNative(source.agent, about.nativeId);
  const project = session && deps.store.projects.get(session.project);
  if (!project) return;
  for (const { events, mark } of rewindings) {
    const rewound = rewindEvents(deps, { session, project }, seqsIn(deps.store.events.keys(session.id), events), mark);
    if (rewound > 0) count(report, session.id, { newEvents: 0, rewound });
  }
}

/** Writes what was gathered with `cursor`, which says how far reading got. Throws what the store throws: then nothing of it is stored. */
export function commit(deps: BatchDeps, batch: Batch, cursor: Omit<Cursor, "session">): void {
  deps.store.transact(() => {
    for (const stretch of stretches(batch.events)) write(deps, batch, stretch);
    const owner = batch.session ?? deps.store.cursors.get(batch.source.path)?.session;
    if (batch.rewindings.length > 0) rewind(deps, batch, owner);
    deps.store.cursors.save({ ...cursor, ...(owner && { session: owner }) });
  });
  batch.events = [];
  batch.rewindings = [];
  batch.sizeBytes = 0;
}
