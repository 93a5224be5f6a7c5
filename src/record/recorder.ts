// The second process: the wrapper's feed and the agent's own history → store. It outlives the wrapper, serves one run, and ends by itself.
import { closeSync, openSync, rmSync } from "node:fs";
import { devNull } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { dropFrames, endRun } from "../handoff/end-run.ts";
import { exitNoted } from "../handoff/noted.ts";
import { steadily } from "../host/host.ts";
import type { HistorySource } from "../ingest/discover.ts";
import { isReadOffScreen, screenSession } from "../ingest/screen-session.ts";
import { MemError } from "../model/error.ts";
import type { Frame } from "../model/frame.ts";
import type { Millis } from "../model/ids.ts";
import type { GitState } from "../model/project.ts";
import type { Run } from "../model/run.ts";
import type { Exit } from "../model/session.ts";
import { type CarefulSteps, carefulSteps } from "./careful-steps.ts";
import { type FollowDeps, type Follower, follow } from "./follow.ts";
import { type FrameKeeper, frameKeeper } from "./keep-frames.ts";
import { endOrphan } from "./orphan.ts";

export type RecorderDeps = FollowDeps & {
  sourceOf: (run: Run) => HistorySource | undefined;
  git: (worktree: string) => Promise<GitState>;
  /** Terminal frames of finished runs are kept this long; 0: not at all. */
  keepFramesMs: number;
  /** Called when what keeps anything from being stored comes, changes, or goes (""): the wrapper tells its user at the end. */
  tellTrouble?: (trouble: string) => void;
};

/** Histories are looked at this often, and what could not be stored is tried again. Frames are stored as they come. */
const TICK_MS = 50;
/** After the feed's end: the agent may still write its last lines (some take seconds to exit), but not for ever. */
const SETTLE_MS = 10_000;
/** A database that others hold, a disk that is full: the end is tried again for so long, then the next `mem` finishes the run. */
const INSIST_MS = 45_000;
const INSIST_AGAIN_MS = 500;
/** No line for this long after the agent's process is gone: its history is complete. */
const QUIET_MS = 400;

type Ears = {
  isBegun: boolean;
  steps: CarefulSteps;
  run: Run;
  keeper: FrameKeeper;
  follower: Follower | undefined;
};

/** Makes the run known. False as long as the store cannot be written: tried again at each tick, since all else rests on it. */
function begin(deps: RecorderDeps, ears: Ears): boolean {
  const { run } = ears;
  return ears.steps.careful("begin", () => {
    deps.store.transact(() => {
      deps.store.runs.save({ ...run, argv: run.argv.map((word) => deps.door.redact(word)) });
      if (!run.delivered) return;
      const { channel, tokens, chars, sources } = run.delivered;
      deps.store.receipts.save({ run: run.id, channel, tokens, chars, sources, at: run.startedAt, evidence: "asked" });
    });
    if (!deps.store.runs.claim(run.id, deps.proc.self())) deps.log.error("another recorder has this run", { run: run.id });
  });
}

const KEEPING = "keeping frames";
const keepFrames = ({ steps, keeper }: Ears): boolean => steps.careful(KEEPING, () => keeper.flush());

async function tick(deps: RecorderDeps, ears: Ears): Promise<boolean> {
  ears.isBegun ||= begin(deps, ears);
  if (!ears.isBegun) return false;
  // Each step would wait for the same lock.
  if (!keepFrames(ears) && ears.steps.isHeldUp(KEEPING)) return false;
  let isNew = false;
  ears.steps.careful("following", () => {
    isNew = ears.follower?.tick() ?? false;
  });
  if (ears.follower?.due()) {
    const git = await deps.git(ears.run.place.worktree);
    ears.steps.careful("summary", () => ears.follower?.summarise(git));
  }
  return isNew;
}

/** After the feed: reads on until the agent is gone and its history is quiet. */
async function settle(deps: RecorderDeps, ears: Ears): Promise<void> {
  const { child } = ears.run;
  const now = () => steadily(deps.clock);
  const until = now() + SETTLE_MS;
  let quietSince = now();
  while (now() < until) {
    const isNew = await tick(deps, ears);
    if (isNew || (child && deps.proc.isAlive(child))) quietSince = now();
    if (ears.isBegun && now() - quietSince >= QUIET_MS) return;
    await sleep(TICK_MS);
  }
}

/** `heard`: how the agent ended, if the feed told. */
type FeedEnd = { endedAt: Millis; heard: Exit | undefined };

/** All of the end, in one try: false if the store could not be written. What was done is not done twice. */
async function end(deps: RecorderDeps, ears: Ears, { endedAt, heard }: FeedEnd): Promise<boolean> {
  const { run, keeper, follower } = ears;
  // Without a descriptor left no history is found, and there seems to be none.
  if (!ears.steps.careful("opening files", () => closeSync(openSync(devNull, "r")))) return false;
  await tick(deps, ears);
  if (!ears.isBegun || ears.steps.isHeldUp("following") || !ears.steps.careful(KEEPING, () => keeper.end())) return false;
  try {
    if (!follower?.isBound() && isReadOffScreen(run, endedAt)) await screenSession(deps, run, endedAt);
  } catch (cause) {
    deps.log.error("screen failed", { run: run.id, cause });
    if (cause instanceof MemError) return false;
  }
  const git = await deps.git(run.place.worktree);
  // The end of the feed may have been left out: the wrapper waits for a recorder that hangs only for a second.
  const exit = heard ?? exitNoted(run);
  return ears.steps.careful("end", () => {
    endRun(deps, run, { endedAt, ...(exit && { exit }), git });
    dropFrames(deps, run.id, endedAt);
  });
}

async function finish(deps: RecorderDeps, ears: Ears, heard: Exit | undefined): Promise<void> {
  const { run, keeper, follower } = ears;
  const endedAt = deps.clock.now();
  const until = steadily(deps.clock) + INSIST_MS;
  let isEnded = await end(deps, ears, { endedAt, heard });
  while (!isEnded && steadily(deps.clock) < until) {
    await sleep(INSIST_AGAIN_MS);
    isEnded = await end(deps, ears, { endedAt, heard });
  }
  // Its folder stays if it is not: by it the next `mem` knows that there is something to finish.
  if (isEnded) rmSync(run.dir, { recursive: true, force: true });
  deps.log.info(isEnded ? "run recorded" : "run not recorded", {
    run: run.id,
    bound: follower?.isBound() ?? false,
    lostBytes: keeper.lostBytes(),
  });
}

/** Serves one run from its first frame to its end; returns when everything is stored. Never throws for what the feed or a disk does. */
export async function record(deps: RecorderDeps, frames: AsyncIterator<Frame>): Promise<void> {
  const first = await frames.next();
  if (first.done || first.value.kind !== "run") return;
  const { run } = first.value;
  const source = deps.sourceOf(run);
  const ears: Ears = {
    isBegun: false,
    steps: carefulSteps(deps),
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
      // While that fails it is the tick's affair: the feed must be heard, not wait for a lock at each frame.
      if (ears.isBegun && !ears.steps.isFailing(KEEPING)) keepFrames(ears);
    }
  };
  void hear()
    .catch((cause: unknown) => deps.log.error("feed broken", { run: run.id, cause }))
    .finally(() => {
      isOver = true;
    });
  while (!isOver) {
    await tick(deps, ears);
    await sleep(TICK_MS);
  }
  await settle(deps, ears);
  if (exit === undefined && endOrphan(deps.proc, run)) {
    deps.log.info("orphan ended", { run: run.id });
    await settle(deps, ears);
  }
  await finish(deps, ears, exit);
}
