// What a crash left unfinished, the next `mem` of any kind finishes: runs whose wrapper, agent and recorder are all gone.
import { rmSync } from "node:fs";
import type { Proc } from "../host/host.ts";
import { binder } from "../ingest/bind.ts";
import { claimRead } from "../ingest/claim-read.ts";
import type { HistorySource } from "../ingest/discover.ts";
import { type IngestDeps, ingestFile } from "../ingest/ingest.ts";
import { isReadOffScreen, screenSession } from "../ingest/screen-session.ts";
import type { Millis, SessionId } from "../model/ids.ts";
import type { Run } from "../model/run.ts";
import { mendRaw } from "../store/mend-raw.ts";
import { adoptRuns } from "./adopt.ts";
import { dropFrames, endRun } from "./end-run.ts";
import type { HandOffDeps } from "./handoff.ts";
import { exitNoted } from "./noted.ts";

export type FinishDeps = IngestDeps &
  HandOffDeps & {
    proc: Proc;
    sourceOf: (run: Run) => HistorySource | undefined;
    /** Terminal frames of finished runs are kept this long; 0: not at all. */
    keepFramesMs: number;
    /** Where each run has its folder. */
    runsFolder: string;
  };

/** `sessions` is empty if nothing had been asked in the run; `wasCutOff`: nobody was there to note how the agent ended. */
export type Finished = { run: Run; sessions: SessionId[]; wasCutOff: boolean };

function isOver(deps: FinishDeps, run: Run): boolean {
  const recorder = deps.store.runs.recorderOf(run.id);
  return [run.wrapper, run.child, recorder].every((process) => process === undefined || !deps.proc.isAlive(process));
}

/** When it ended is not known: the last thing that is known to have happened stands for it. */
function lastSignOf(deps: FinishDeps, run: Run): number {
  return Math.max(run.startedAt, ...deps.store.sessions.byRun(run.id).map((session) => session.lastAt));
}

/** When the terminal last showed something, as far as it was stored. */
function lastFrameOf(deps: FinishDeps, run: Run): Millis {
  let at = run.startedAt;
  for (const segment of deps.store.frames.of(run.id)) at = segment.until ?? segment.at;
  return at;
}

/** A screen that cannot be read costs only itself. */
async function readScreen(deps: FinishDeps, run: Run): Promise<void> {
  try {
    if (isReadOffScreen(run, lastFrameOf(deps, run))) await screenSession(deps, run, lastSignOf(deps, run));
  } catch (cause) {
    deps.log.error("screen not read", { run: run.id, cause });
  }
}

/** Whatever cut the run off may have been the power: then raw/ may lack what the database has. */
async function mendRawOf(deps: FinishDeps, run: Run): Promise<void> {
  for (const session of deps.store.sessions.byRun(run.id)) {
    const project = deps.store.projects.get(session.project);
    const events = project ? await mendRaw(deps, session, project) : 0;
    if (events > 0) deps.log.info("raw mended", { run: run.id, session: session.id, events });
  }
}

async function finishRun(deps: FinishDeps, run: Run): Promise<Finished> {
  const source = deps.sourceOf(run);
  const bound = source ? binder(run, source, deps.proc)() : [];
  for (const { file } of bound) {
    ingestFile(deps, { path: file.path, agent: run.agent, reader: file.reader, run });
    claimRead(deps.store, run, file.path);
  }
  if (bound.length === 0) await readScreen(deps, run);
  const exit = exitNoted(run);
  if (exit === undefined) await mendRawOf(deps, run);
  const sessions = endRun(deps, run, { endedAt: lastSignOf(deps, run), ...(exit && { exit }) });
  dropFrames(deps, run.id, deps.clock.now());
  rmSync(run.dir, { recursive: true, force: true });
  return { run, sessions, wasCutOff: exit === undefined };
}

/**
 * Finishes each such run once, however many `mem` processes try at the same time. `isDue`: stop before the next one. One that cannot be
 * finished is logged and left for the next `mem`: it must not keep anybody from working.
 */
export async function finishOpenRuns(deps: FinishDeps, isDue: () => boolean = () => false): Promise<Finished[]> {
  const finished: Finished[] = [];
  adoptRuns(deps, isDue);
  for (const run of deps.store.runs.open()) {
    if (isDue()) break;
    try {
      if (isOver(deps, run) && deps.store.runs.claim(run.id, deps.proc.self())) finished.push(await finishRun(deps, run));
    } catch (cause) {
      deps.log.error("run not finished", { run: run.id, cause });
    }
  }
  return finished;
}
