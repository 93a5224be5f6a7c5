// Frames on their way to a recorder that may be slow, dead, or not there yet: kept up to a bound, then left out and counted.
import type { Writable } from "node:stream";
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

type Pipe = {
  start(hide: readonly number[]): void;
  sendOutput(frame: Buffer, outputBytes: number): void;
  sendSize(frame: Buffer): void;
  /** Resolves when all is written out, or CLOSE_WAIT_MS later. */
  end(exitFrame: Buffer): Promise<void>;
};

/** Every recorder that is started gets `runFrame()` first. */
export function recorderPipe(deps: PipeDeps, startRecorder: StartRecorder, runFrame: () => Buffer): Pipe {
  let isEnding = false;
  const outlet = frameOutlet(deps.clock);
  const starter = limitedStarter(deps.clock, (hide) => {
    try {
      const fresh = startRecorder(hide);
      fresh.stdin.on("error", () => onDeath(fresh));
      fresh.onEnd(() => onDeath(fresh));
      outlet.connect(fresh.stdin, runFrame());
    } catch (cause) {
      deps.log.error("recorder not started", { cause });
      starter.start();
    }
  });
  const onDeath = ({ stdin }: RecorderProcess) => {
    if (isEnding || !outlet.isConnectedTo(stdin)) return;
    deps.log.error("recorder ended", { unsentBytes: stdin.writableLength });
    outlet.disconnect();
    starter.start();
  };
  return {
    start(hide) {
      starter.allow(hide);
      starter.start();
    },
    sendOutput: outlet.sendOutput,
    sendSize: outlet.sendSize,
    end(exitFrame) {
      if (!outlet.isConnectedTo()) starter.start();
      starter.stop();
      isEnding = true;
      return outlet.end(exitFrame);
    },
  };
}

type Outlet = {
  sendOutput(frame: Buffer, outputBytes: number): void;
  /** The newest one is told again after a new connection. */
  sendSize(frame: Buffer): void;
  connect(to: Writable, firstFrame: Buffer): void;
  /** What was not written out is lost, and counted as such. */
  disconnect(): void;
  /** Without an argument: to anything. */
  isConnectedTo(stream?: Writable): boolean;
  end(lastFrame: Buffer): Promise<void>;
};

/** Frames to a stream that may be away: then they wait, and beyond MAX_UNSENT_BYTES output is left out for one gap frame. */
function frameOutlet(clock: Clock): Outlet {
  let stream: Writable | undefined;
  let waiting: Buffer[] = [];
  let waitingBytes = 0;
  let lostBytes: number | undefined;
  let sizeFrame: Buffer | undefined;

  const send = (frame: Buffer) => {
    if (stream !== undefined) return void stream.write(frame);
    waiting.push(frame);
    waitingBytes += frame.length;
  };
  const sendGap = () => {
    if (lostBytes !== undefined) send(encodeFrame({ kind: "gap", at: clock.now(), lostBytes }));
    lostBytes = undefined;
  };
  const hasRoomFor = (frame: Buffer) => waitingBytes + (stream?.writableLength ?? 0) + frame.length <= MAX_UNSENT_BYTES;
  return {
    sendOutput(frame, outputBytes) {
      if (!hasRoomFor(frame)) {
        lostBytes = (lostBytes ?? 0) + outputBytes;
        return;
      }
      sendGap();
      send(frame);
    },
    sendSize(frame) {
      sizeFrame = frame;
      if (hasRoomFor(frame)) send(frame);
    },
    connect(to, firstFrame) {
      const kept = waiting;
      [stream, waiting, waitingBytes] = [to, [], 0];
      for (const frame of [firstFrame, ...kept]) send(frame);
    },
    disconnect() {
      lostBytes = (lostBytes ?? 0) + (stream?.writableLength ?? 0);
      stream?.destroy();
      stream = undefined;
      if (sizeFrame !== undefined) send(sizeFrame);
      sendGap();
    },
    isConnectedTo: (other) => stream !== undefined && (other === undefined || other === stream),
    end(lastFrame) {
      sendGap();
      send(lastFrame);
      return stream === undefined ? Promise.resolve() : writtenOut(stream);
    },
  };
}

type Starter = { allow(hide: readonly number[]): void; start(): void; stop(): void };

/** Starts at once, or when the limit allows it: at most MAX_STARTS within STARTS_WITHIN_MS. Nothing before `allow`. */
function limitedStarter(clock: Clock, start: (hide: readonly number[]) => void): Starter {
  let hidden: readonly number[] | undefined;
  let startedAt: Millis[] = [];
  let retry: NodeJS.Timeout | undefined;
  const startWhenAllowed = (): void => {
    if (hidden === undefined) return;
    clearTimeout(retry);
    const now = clock.now();
    startedAt = startedAt.filter((at) => now - at < STARTS_WITHIN_MS);
    const oldest = startedAt[0];
    if (startedAt.length < MAX_STARTS || oldest === undefined) {
      startedAt.push(now);
      start(hidden);
    } else retry = setTimeout(startWhenAllowed, Math.max(1, oldest + STARTS_WITHIN_MS - now)).unref();
  };
  return {
    allow: (hide) => {
      hidden = hide;
    },
    start: startWhenAllowed,
    stop: () => clearTimeout(retry),
  };
}

function writtenOut(stdin: Writable): Promise<void> {
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
