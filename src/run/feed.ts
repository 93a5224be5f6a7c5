// The copy for the recorder, down a pipe: never waits, never throws, says what it had to leave out.
import type { Log } from "../host/host.ts";
import { encodeFrame } from "../model/frame.ts";
import type { Size } from "../model/launch.ts";
import type { Run } from "../model/run.ts";
import type { Exit } from "../model/session.ts";
import { lossLine } from "./losses.ts";
import { outputBlocks } from "./output-blocks.ts";
import { type PipeDeps, recorderPipe } from "./recorder-pipe.ts";
import type { StartRecorder } from "./recorder-process.ts";

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

/** `run` is read when a recorder is started: what is known of it by then is what the recorder is told. */
export function openFeed(deps: PipeDeps, startRecorder: StartRecorder, run: Run): Feed {
  const pipe = recorderPipe(deps, startRecorder, () => encodeFrame({ kind: "run", at: deps.clock.now(), run }));
  const output = outputBlocks(deps.clock, pipe.sendOutput);
  const feed: Feed = {
    start: pipe.start,
    offer: output.add,
    resize(size) {
      output.flush();
      pipe.sendSize(encodeFrame({ kind: "resize", at: deps.clock.now(), size }));
    },
    close(exit) {
      output.flush();
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
