// Runs that nobody got round to register: killed, or locked out of the database, before the first write. Their folder tells of them.
import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Log, Proc } from "../host/host.ts";
import { parseRunId, type RunId } from "../model/ids.ts";
import type { Run } from "../model/run.ts";
import { parseRunNote, RUN_NOTE } from "../model/run-notes.ts";
import type { Store } from "../store/store.ts";

type AdoptDeps = { store: Store; proc: Proc; log: Log; runsFolder: string };

function idsIn(folder: string): RunId[] {
  try {
    return readdirSync(folder).flatMap((name) => parseRunId(name) ?? []);
  } catch {
    return []; // no run yet
  }
}

function noted(folder: string): Run | undefined {
  try {
    return parseRunNote(readFileSync(join(folder, RUN_NOTE), "utf8"));
  } catch {
    return undefined;
  }
}

function register({ store }: AdoptDeps, run: Run): void {
  store.transact(() => {
    store.runs.save(run);
    if (!run.delivered) return;
    const { channel, tokens, chars, sources } = run.delivered;
    store.receipts.save({ run: run.id, channel, tokens, chars, sources, at: run.startedAt, evidence: "asked" });
  });
}

/** Registers them as open runs, so that they are finished like any other; sweeps folders that finished runs left. */
export function adoptRuns(deps: AdoptDeps): void {
  for (const id of idsIn(deps.runsFolder)) {
    const folder = join(deps.runsFolder, id);
    const known = deps.store.runs.get(id);
    const run = known ?? noted(folder);
    // Its recorder may only just have been started: as long as the wrapper lives, that is its business.
    if (run && deps.proc.isAlive(run.wrapper)) continue;
    if (run && !known) register(deps, { ...run, dir: folder });
    else if (!run || known?.endedAt !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}
