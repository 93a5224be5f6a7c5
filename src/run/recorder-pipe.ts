// Frames on their way to a recorder that may be slow, dead, or not there yet: kept up to a bound, then left out and counted.
import type { Clock, Log } from "../host/host.ts";
import { encodeFrame } from "../model/frame.ts";
import type { Millis } from "../model/ids.ts";
import type { RecorderProcess, StartRecorder } from "./recorder-process.ts";

/** Unsent bytes that are kept; beyond them output is dropped, and one gap frame says how much. */
export const MAX_UNSENT_BYTES = 8 * 1024 * 1024;
/** A recorder that keeps dying is started so often within that time. */
export const MAX_STARTS = 3;
const STARTS_WITHIN_MS = 60_000;
/** How long the end may take to be written out: the prompt comes back anyway. */
export const CLOSE_WAIT_MS = 1000;

export type PipeDeps = { clock: Clock; log: Log };

export type Pipe = {
  start(hide: readonly number[]): void;
  sendOutput(frame: Buffer, outputBytes: number): void;
  sendSize(frame: Buffer): void;
  /** Resolves when all is written out, or CLOSE_WAIT_MS later. */
  end(exitFrame: Buffer): Promise<void>;
};

/** Every recorder that is started gets `runFrame()` first. */
export function recorderPipe(deps: PipeDeps, startRecorder: StartRecorder, runFrame: () => Buffer): Pipe {
  const starts = startLimit(deps.clock);
  let hidden: readonly number[] | undefined;
  let recorder: RecorderProcess | undefined;
  let isEnding = false;
  let sizeFrame: Buffer | undefined;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let lost: number | undefined;
  let retry: NodeJS.Timeout | undefined;

  const send = (frame: Buffer) => {
    if (recorder !== undefined) return void recorder.stdin.write(frame);
    waiting.push(frame);
    waitingBytes += frame.length;
  };
  const sendGap = () => {
    if (lost === undefined) return;
    send(encodeFrame({ kind: "gap", at: deps.clock.now(), lostBytes: lost }));
    lost = undefined;
  };
  const hasRoomFor = (frame: Buffer) => waitingBytes + (recorder?.stdin.writableLength ?? 0) + frame.length <= MAX_UNSENT_BYTES;

  const onDeath = (dead: RecorderProcess) => {
    if (recorder !== dead || isEnding) return;
    deps.log.error("recorder ended", { unsentBytes: dead.stdin.writableLength });
    recorder = undefined;
    lost = (lost ?? 0) + dead.stdin.writableLength;
    dead.stdin.destroy();
    if (sizeFrame !== undefined) send(sizeFrame);
    sendGap();
    startWhenAllowed();
  };
  const startWhenAllowed = (): void => {
    if (hidden === undefined || recorder !== undefined) return;
    const waitMs = starts.waitMs();
    clearTimeout(retry);
    if (waitMs === 0) startNow(hidden);
    else retry = setTimeout(startWhenAllowed, waitMs).unref();
  };
  const startNow = (hide: readonly number[]): void => {
    starts.count();
    try {
      const fresh = startRecorder(hide);
      fresh.stdin.on("error", () => onDeath(fresh));
      fresh.onEnd(() => onDeath(fresh));
      recorder = fresh;
    } catch (cause) {
      deps.log.error("recorder not started", { cause });
      startWhenAllowed();
      return;
    }
    const kept = waiting;
    waiting = [];
    waitingBytes = 0;
    for (const frame of [runFrame(), ...kept]) send(frame);
  };

  return {
    start(hide) {
      hidden = hide;
      startWhenAllowed();
    },
    sendOutput(frame, outputBytes) {
      if (!hasRoomFor(frame)) {
        lost = (lost ?? 0) + outputBytes;
        return;
      }
      sendGap();
      send(frame);
    },
    sendSize(frame) {
      sizeFrame = frame;
      if (hasRoomFor(frame)) send(frame);
    },
    end(exitFrame) {
      startWhenAllowed();
      clearTimeout(retry);
      isEnding = true;
      sendGap();
      send(exitFrame);
      return recorder === undefined ? Promise.resolve() : writtenOut(recorder);
    },
  };
}

/** At most MAX_STARTS within STARTS_WITHIN_MS. */
function startLimit(clock: Clock): { count(): void; waitMs(): number } {
  let startedAt: Millis[] = [];
  return {
    count: () => void startedAt.push(clock.now()),
    waitMs() {
      const now = clock.now();
      startedAt = startedAt.filter((at) => now - at < STARTS_WITHIN_MS);
      const oldest = startedAt[0];
      return startedAt.length < MAX_STARTS || oldest === undefined ? 0 : Math.max(1, oldest + STARTS_WITHIN_MS - now);
    },
  };
}

function writtenOut({ stdin }: RecorderProcess): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      stdin.destroy();
      done();
    }, CLOSE_WAIT_MS);
    stdin.once("finish", done).once("close", done);
    stdin.end();
  });
}
