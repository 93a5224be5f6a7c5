// Runs that nobody got round to register: killed, or locked out of the database, before the first write. Their folder tells of them.

import { readdirSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Clock, Log, Proc } from "../host/host.ts";
import { readNote } from "../host/note.ts";
import { MemError } from "../model/error.ts";
import { type Millis, parseRunId, type RunId } from "../model/ids.ts";
import type { Run } from "../model/run.ts";
import { EXIT_NOTE, parseRunNote, RUN_NOTE } from "../model/run-notes.ts";
import type { Store } from "../store/store.ts";
import { dropFrames } from "./end-run.ts";

type AdoptDeps = { store: Store; clock: Clock; proc: Proc; log: Log; runsFolder: string; keepFramesMs: number };

/** A folder without a whole note may be one that a wrapper is just filling: what is younger is left to it. */
const STALE_MS = 60_000;

function idsIn(folder: string): RunId[] {
  try {
    return readdirSync(folder).flatMap((name) => parseRunId(name) ?? []);
  } catch {
    return []; // no run yet
  }
}

const noted = (folder: string): Run | undefined => parseRunNote(readNote(folder, RUN_NOTE));

function register({ store }: AdoptDeps, run: Run): void {
  store.transact(() => {
    store.runs.save(run);
    if (!run.delivered) return;
    const { channel, tokens, chars, sources } = run.delivered;
    store.receipts.save({ run: run.id, channel, tokens, chars, sources, at: run.startedAt, evidence: "asked" });
  });
}

/**
 * A recorder that was started at the end of a short run needs a moment to say that the run is its own. By the clock, since until it says so
 * only the wrapper knows its process: to note that would be a write, and elsewhere than on Linux a `ps`, just when the agent draws its first
 * screen. It would save nothing, either: nobody waits here (a run that is left is the next `mem`'s), and a recorder that comes later still
 * finds its run registered, what was read claimed, and each event stored once.
 */
const RECORDER_DUE_MS = 3000;

/** The wrapper ended in good order, just now: its recorder is at it. */
const isJustOver = (folder: string, now: Millis): boolean => {
  const noted = statSync(join(folder, EXIT_NOTE), { throwIfNoEntry: false })?.mtimeMs;
  return noted !== undefined && now >= noted && now - noted < RECORDER_DUE_MS;
};

const isStale = (folder: string, now: Millis): boolean => now - (statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? now) > STALE_MS;

function adopt(deps: AdoptDeps, id: RunId): void {
  const folder = join(deps.runsFolder, id);
  const known = deps.store.runs.get(id);
  const run = known ?? noted(folder);
  // Its recorder may only just have been started: as long as the wrapper lives, that is its business.
  if (run && deps.proc.isAlive(run.wrapper)) return;
  if (run && !known && isJustOver(folder, deps.clock.now())) return;
  if (run && !known) register(deps, { ...run, dir: folder });
  else if (known ? known.endedAt !== undefined : isStale(folder, deps.clock.now())) sweep(deps, id, folder);
}

/** What was killed between the end of a run and its last step. */
function sweep(deps: AdoptDeps, id: RunId, folder: string): void {
  dropFrames(deps, id, deps.clock.now());
  rmSync(folder, { recursive: true, force: true });
}

/**
 * Registers them as open runs, so that they are finished like any other; sweeps folders that finished runs left. What cannot be written or
 * removed now is logged and left for the next `mem`; `isDue`: so is the rest.
 */
export function adoptRuns(deps: AdoptDeps, isDue: () => boolean): void {
  for (const id of idsIn(deps.runsFolder)) {
    if (isDue()) return;
    try {
      adopt(deps, id);
    } catch (cause) {
      deps.log.error("run not adopted", { run: id, cause });
      // Each would wait for the same lock.
      if (cause instanceof MemError && cause.code === "database-locked") return;
    }
  }
}
