// The second process: the wrapper's feed and the agent's own history → store. It outlives the wrapper, serves one run, and ends by itself.
import { rmSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { endRun } from "../handoff/end-run.ts";
import type { HistorySource } from "../ingest/discover.ts";
import { screenSession } from "../ingest/screen-session.ts";
import type { Frame } from "../model/frame.ts";
import type { GitState } from "../model/project.ts";
import type { Run } from "../model/run.ts";
import type { Exit } from "../model/session.ts";
import { type FollowDeps, type Follower, follow } from "./follow.ts";
import { type FrameKeeper, frameKeeper } from "./keep-frames.ts";

export type RecorderDeps = FollowDeps & {
  sourceOf: (run: Run) => HistorySource | undefined;
  git: (worktree: string) => Promise<GitState>;
  keepFrames: boolean;
};

/** Frames are stored and histories looked at this often: what a kill -9 of everything can cost. */
const TICK_MS = 50;
/** After the feed's end: the agent may still write its last lines (some take seconds to exit), but not for ever. */
const SETTLE_MS = 10_000;
/** No line for this long after the agent's process is gone: its history is complete. */
const QUIET_MS = 400;

type Ears = { isBegun: boolean; run: Run; keeper: FrameKeeper; follower: Follower | undefined };

/** A step that may fail (database locked, disk full) is logged and tried again at the next tick; the recorder goes on. */
function careful(deps: RecorderDeps, what: string, step: () => void): boolean {
  try {
    step();
    return true;
  } catch (cause) {
    deps.log.error(`${what} failed`, { cause });
    return false;
  }
}

/** Makes the run known. False as long as the store cannot be written: tried again at each tick, since all else rests on it. */
function begin(deps: RecorderDeps, run: Run): boolean {
  return careful(deps, "begin", () => {
    deps.store.transact(() => {
      deps.store.runs.save({ ...run, argv: run.argv.map((word) => deps.door.redact(word)) });
      if (!run.delivered) return;
      const { channel, tokens, chars, sources } = run.delivered;
      deps.store.receipts.save({ run: run.id, channel, tokens, chars, sources, at: run.startedAt, evidence: "asked" });
    });
    if (!deps.store.runs.claim(run.id, deps.proc.self())) deps.log.error("another recorder has this run", { run: run.id });
  });
}

async function tick(deps: RecorderDeps, ears: Ears): Promise<boolean> {
  ears.isBegun ||= begin(deps, ears.run);
  if (!ears.isBegun) return false;
  careful(deps, "keeping frames", () => ears.keeper.flush());
  let isNew = false;
  careful(deps, "following", () => {
    isNew = ears.follower?.tick() ?? false;
  });
  if (ears.follower?.due()) {
    const git = await deps.git(ears.run.place.worktree);
    careful(deps, "summary", () => ears.follower?.summarise(git));
  }
  return isNew;
}

/** After the feed: reads on until the agent is gone and its history is quiet. */
async function settle(deps: RecorderDeps, ears: Ears): Promise<void> {
  const { child } = ears.run;
  const until = deps.clock.now() + SETTLE_MS;
  let quietSince = deps.clock.now();
  while (deps.clock.now() < until) {
    const isNew = await tick(deps, ears);
    if (isNew || (child && deps.proc.isAlive(child))) quietSince = deps.clock.now();
    if (deps.clock.now() - quietSince >= QUIET_MS) return;
    await sleep(TICK_MS);
  }
}

async function finish(deps: RecorderDeps, ears: Ears, exit: Exit | undefined): Promise<void> {
  const { run } = ears;
  const endedAt = deps.clock.now();
  careful(deps, "keeping frames", () => ears.keeper.end());
  if (!ears.follower?.isBound())
    await screenSession(deps, run, endedAt).catch((cause: unknown) => deps.log.error("screen failed", { cause }));
  const git = await deps.git(run.place.worktree);
  const isEnded = careful(deps, "end", () => endRun(deps, run, { endedAt, ...(exit && { exit }), git }));
  if (isEnded && !deps.keepFrames) careful(deps, "dropping frames", () => deps.store.frames.drop(run.id));
  if (isEnded) rmSync(run.dir, { recursive: true, force: true });
  deps.log.info("run recorded", { run: run.id, bound: ears.follower?.isBound() ?? false, lostBytes: ears.keeper.lostBytes() });
}

/** Serves one run from its first frame to its end; returns when everything is stored. Never throws for what the feed or a disk does. */
export async function record(deps: RecorderDeps, frames: AsyncIterator<Frame>): Promise<void> {
  const first = await frames.next();
  if (first.done || first.value.kind !== "run") return;
  const { run } = first.value;
  const source = deps.sourceOf(run);
  const ears: Ears = {
    isBegun: false,
    run,
    keeper: frameKeeper({ frames: deps.store.frames, log: deps.log }, run.id),
    follower: source && follow(deps, run, source),
  };
  let exit: Exit | undefined;
  let isOver = false;
  const hear = async (): Promise<void> => {
    for (let next = await frames.next(); !next.done; next = await frames.next()) {
      if (next.value.kind === "exit") exit = next.value.exit;
      else ears.keeper.offer(next.value);
    }
  };
  const hearing = hear()
    .catch((cause: unknown) => deps.log.error("feed broken", { run: run.id, cause }))
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    await tick(deps, ears);
    await Promise.race([hearing, sleep(TICK_MS)]);
  }
  await settle(deps, ears);
  await finish(deps, ears, exit);
}
