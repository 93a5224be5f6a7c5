// The memory opened: database, raw files, readers, redaction, and the verbs' dependencies over them. Loaded only where it is needed.
import { realpathSync } from "node:fs";
import { basename } from "node:path";
import { catchUp } from "../handoff/catch-up.ts";
import { type FinishDeps, type Finished, finishOpenRuns } from "../handoff/finish.ts";
import type { BriefDeps } from "../handoff/handoff.ts";
import { stateOf } from "../handoff/liveness.ts";
import type { HistorySource } from "../ingest/discover.ts";
import type { AgentSpec } from "../model/agent.ts";
import { MemError } from "../model/error.ts";
import type { Place } from "../model/project.ts";
import type { Run } from "../model/run.ts";
import type { Session, SessionState } from "../model/session.ts";
import { DAY_MS, dayAndTime } from "../model/time.ts";
import { openStore } from "../store/open.ts";
import { rawFiles } from "../store/raw.ts";
import type { Store } from "../store/store.ts";
import { readerOf } from "../transcript/readers/index.ts";
import { redactor } from "../transcript/redact.ts";
import { withLimitAtEnd } from "./limit-at-end.ts";
import type { World } from "./world.ts";

export type OpenMemory = FinishDeps &
  BriefDeps & {
    store: Store;
    /** What the user should be told: damage set aside, nothing can be stored. */
    notices: readonly string[];
    isReadOnly: boolean;
    sources: readonly HistorySource[];
    stateOf(session: Session): SessionState;
    close(): void;
  };

const realPath = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** Roots as the agent records paths below them: links resolved. */
function sourceOf(spec: AgentSpec, roots: readonly string[]): HistorySource | undefined {
  const reader = spec.history && readerOf(spec.history.reader);
  return reader && { agent: spec.id, reader, roots: roots.map(realPath) };
}

/** A process of that agent works in the session's folder; undefined if the system does not tell. */
const isRunning =
  (world: World) =>
  (session: Session): boolean | undefined => {
    const command = world.specOf(session.agent)?.command[0];
    return command === undefined ? false : world.proc.worksIn(session.cwd, [basename(command)]);
  };

/** Throws what `openStore` throws. `mustWrite`: also where the database could be read at least. */
export function openMemory(world: World, mustWrite = false): OpenMemory {
  const { clock, ids, log, proc, nodeVersion, folders, config } = world;
  const opened = openStore(folders.database, { clock, ids, log, proc, nodeVersion, mustWrite });
  const { store } = opened;
  const sources = world.agents.flatMap((spec) => sourceOf(spec, world.rootsOf(spec)) ?? []);
  return {
    store,
    notices: opened.notices,
    isReadOnly: opened.isReadOnly,
    raw: rawFiles(folders.raw),
    door: redactor(config.redact),
    home: folders.home,
    clock,
    ids,
    log,
    proc,
    keepFramesMs: config.record.keepDays * DAY_MS,
    runsFolder: folders.runs,
    sources,
    sourceOf: (run: Run) => {
      const reader = run.reader === undefined ? undefined : readerOf(run.reader);
      return reader && { agent: run.agent, reader, roots: run.historyRoots.map(realPath) };
    },
    agentName: world.agentName,
    stateOf: (session) => withLimitAtEnd({ store }, session, stateOf({ store, proc, clock }, session, isRunning(world))),
    close: () => store.close(),
  };
}

/** One sentence about what a crash had left and is finished now. */
function finishedLine(memory: OpenMemory, { run, sessions, wasCutOff }: Finished): string | undefined {
  const [session] = sessions;
  if (session === undefined) return undefined;
  const { lastAt } = memory.store.sessions.get(session);
  return `finished the record of ${memory.agentName(run.agent)}'s session of ${dayAndTime(lastAt)} in ${run.place.name}${wasCutOff ? ", which was cut off" : ""} (\`mem show ${session.slice(0, 8)}\`)`;
}

const unreadLine = (count: number): string =>
  `${count === 1 ? "one history of this project is" : `${count} histories of this project are`} not read to the end yet, so that something newer may be missing: \`mem ingest\` reads on`;

/**
 * What every `mem` does first: finishes what a crash cut off, and reads what agents wrote without us in this place.
 * Returns sentences for the user. A read-only or locked database costs only this.
 */
export async function refresh(memory: OpenMemory, place: Place | undefined, isDue: () => boolean): Promise<string[]> {
  if (memory.isReadOnly) return [];
  const finished = (await finishOpenRuns(memory, isDue)).flatMap((one) => finishedLine(memory, one) ?? []);
  try {
    const unread = place ? catchUp(memory, place, isDue) : 0;
    return unread === 0 ? finished : [...finished, unreadLine(unread)];
  } catch (cause) {
    if (!(cause instanceof MemError)) throw cause;
    memory.log.error("not caught up", { cause }); // what is known already can be told
    return finished;
  }
}
