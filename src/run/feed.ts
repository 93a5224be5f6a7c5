// The copy for the recorder, down a pipe: never waits, never throws, says what it had to leave out.
import type { Log } from "../host/host.ts";
import { encodeFrame, HEAD_BYTES, outputFrame } from "../model/frame.ts";
import type { Millis } from "../model/ids.ts";
import type { Size } from "../model/launch.ts";
import type { Run } from "../model/run.ts";
import type { Exit } from "../model/session.ts";
import { lossLine } from "./losses.ts";
import { type PipeDeps, recorderPipe } from "./recorder-pipe.ts";
import type { StartRecorder } from "./recorder-process.ts";

/** Output goes out together that comes within this time, up to this size. It is also what a `kill -9` of ours can lose. */
const BATCH_MS = 30;
const BATCH_BYTES = 256 * 1024;
const FULL_ENOUGH_BYTES = BATCH_BYTES / 4;
export type Feed = {
  /** The agent runs: starts the recorder, from which `hide` is hidden. What was offered before is kept. */
  start(hide: readonly number[]): void;
  /** Output of the agent. */
  offer(bytes: Uint8Array): void;
  resize(size: Size): void;
  /** Resolves when the end is written out, or CLOSE_WAIT_MS later. The recorder goes on by itself. */
  close(exit: Exit): Promise<void>;
  /** One sentence for the user about what is not recorded, if anything is not. Asked after `close`. */
  lost(): string | undefined;
};

/** For launches that are not recorded. */
export const NO_FEED: Feed = { start() {}, offer() {}, resize() {}, close: () => Promise.resolve(), lost: () => undefined };

/**
 * `run` is read when a recorder is started: what is known of it by then is what the recorder is told. Output is copied into blocks that are
 * used again: garbage of their size is collected late, and the wrapper would grow by some 60 MB of it.
 */
export function openFeed(deps: PipeDeps, startRecorder: StartRecorder, run: Run): Feed {
  const pipe = recorderPipe(deps, startRecorder, () => encodeFrame({ kind: "run", at: deps.clock.now(), run }));
  const free: Buffer[] = [];
  let block: Buffer | undefined;
  let batchBytes = 0;
  let batchAt: Millis = 0;
  let timer: NodeJS.Timeout | undefined;

  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (block === undefined) return;
    const [full, bytes] = [block, batchBytes];
    [block, batchBytes] = [undefined, 0];
    const frame = outputFrame(full, batchAt, bytes);
    const release = () => void free.push(full);
    if (bytes >= FULL_ENOUGH_BYTES) return pipe.sendOutput(frame, bytes, release);
    // While nobody takes them thousands of small frames wait: each in its own size, not in a block's.
    pipe.sendOutput(Buffer.from(frame), bytes, () => {});
    release();
  };
  /** Copies what still has room; returns the rest. */
  const take = (bytes: Uint8Array): Uint8Array => {
    if (block === undefined) batchAt = deps.clock.now();
    block ??= free.pop() ?? Buffer.allocUnsafeSlow(HEAD_BYTES + BATCH_BYTES);
    const taken = bytes.subarray(0, BATCH_BYTES - batchBytes);
    block.set(taken, HEAD_BYTES + batchBytes);
    batchBytes += taken.length;
    if (batchBytes === BATCH_BYTES) flush();
    return bytes.subarray(taken.length);
  };
  const feed: Feed = {
    start: pipe.start,
    offer(bytes) {
      for (let rest = bytes; rest.length > 0; ) rest = take(rest);
      if (block !== undefined) timer ??= setTimeout(flush, BATCH_MS).unref();
    },
    resize(size) {
      flush();
      pipe.sendSize(encodeFrame({ kind: "resize", at: deps.clock.now(), size }));
    },
    close(exit) {
      flush();
      return pipe.end(encodeFrame({ kind: "exit", at: deps.clock.now(), exit }));
    },
    lost: () => lossLine(pipe.losses(), run),
  };
  return harmless(feed, deps.log);
}

/** A bug in here costs the recording, never the agent. */
function harmless(feed: Feed, log: Log): Feed {
  const guarded =
    <Args extends unknown[]>(act: (...args: Args) => void) =>
    (...args: Args): void => {
      try {
        act(...args);
      } catch (cause) {
        log.error("feed failed", { cause });
      }
    };
  return {
    start: guarded(feed.start),
    offer: guarded(feed.offer),
    resize: guarded(feed.resize),
    close: (exit) =>
      Promise.resolve(exit)
        .then(feed.close)
        .catch((cause: unknown) => log.error("feed failed", { cause })),
    lost: feed.lost,
  };
}
