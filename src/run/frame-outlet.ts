// Frames on their way to a recorder that may be slow, dead, or not there yet: kept up to a bound, then left out and counted.
import type { Writable } from "node:stream";
import type { Clock } from "../host/host.ts";
import { encodeFrame } from "../model/frame.ts";

/** Unsent bytes that are kept; beyond them output is dropped, and one gap frame says how much. */
export const MAX_UNSENT_BYTES = 6 * 1024 * 1024;
/** How long the end may take to be written out: the prompt comes back anyway. */
export const CLOSE_WAIT_MS = 1000;

type Outlet = {
  /** `taken` is called once the frame's memory can be used again. */
  sendOutput(frame: Buffer, outputBytes: number, taken: () => void): void;
  /** The newest one is told again after a new connection. */
  sendSize(frame: Buffer): void;
  connect(to: Writable, firstFrame: Buffer): void;
  /** What was not written out is lost, and counted as such. */
  disconnect(): void;
  /** Without an argument: to anything. */
  isConnectedTo(stream?: Writable): boolean;
  end(lastFrame: Buffer): Promise<void>;
  /** All in all. */
  lostBytes(): number;
};

/** Frames to a stream that may be away: then they wait, and beyond MAX_UNSENT_BYTES output is left out for one gap frame. */
export function frameOutlet(clock: Clock): Outlet {
  const line = sender();
  const losses = lossBook();
  let sizeFrame: Buffer | undefined;

  const sendGap = () => {
    const lostBytes = losses.takeUntold();
    if (lostBytes !== undefined) line.send(encodeFrame({ kind: "gap", at: clock.now(), lostBytes }));
  };
  const hasRoomFor = (frame: Buffer) => line.unsentBytes() + frame.length <= MAX_UNSENT_BYTES;
  return {
    sendOutput(frame, outputBytes, taken) {
      if (!hasRoomFor(frame)) {
        taken();
        return losses.add(outputBytes);
      }
      sendGap();
      line.send(frame, taken);
    },
    sendSize(frame) {
      sizeFrame = frame;
      if (hasRoomFor(frame)) line.send(frame);
    },
    connect: line.connect,
    disconnect() {
      losses.add(line.disconnect());
      if (sizeFrame !== undefined) line.send(sizeFrame);
      sendGap();
    },
    isConnectedTo: line.isConnectedTo,
    async end(lastFrame) {
      sendGap();
      line.send(lastFrame);
      losses.add(await line.end());
    },
    lostBytes: losses.allBytes,
  };
}

/** What was lost in all, and what of it no gap frame has told yet: even of a loss of no bytes, as something may be missing. */
function lossBook() {
  let untold: number | undefined;
  let all = 0;
  return {
    add(bytes: number): void {
      untold = (untold ?? 0) + bytes;
      all += bytes;
    },
    takeUntold(): number | undefined {
      const bytes = untold;
      untold = undefined;
      return bytes;
    },
    allBytes: () => all,
  };
}

/** Frames wait while there is no stream. */
function sender() {
  let stream: Writable | undefined;
  let waiting: [Buffer, () => void][] = [];
  let waitingBytes = 0;
  const send = (frame: Buffer, taken = () => {}): void => {
    if (stream !== undefined) return void stream.write(frame, taken);
    waiting.push([frame, taken]);
    waitingBytes += frame.length;
  };
  return {
    send,
    unsentBytes: () => waitingBytes + (stream?.writableLength ?? 0),
    isConnectedTo: (other?: Writable) => stream !== undefined && (other === undefined || other === stream),
    connect(to: Writable, firstFrame: Buffer): void {
      const kept = waiting;
      [stream, waiting, waitingBytes] = [to, [], 0];
      send(firstFrame);
      for (const [frame, taken] of kept) send(frame, taken);
    },
    /** Returns how much of what was sent had not been taken. */
    disconnect(): number {
      const unsent = stream?.writableLength ?? 0;
      stream?.destroy();
      stream = undefined;
      return unsent;
    },
    /** Resolves to the number of bytes that were not taken in time. */
    end: (): Promise<number> => (stream === undefined ? Promise.resolve(waitingBytes) : writtenOut(stream)),
  };
}

/** Resolves to the number of bytes that were not taken in time. */
function writtenOut(stdin: Writable): Promise<number> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      resolve(stdin.writableLength);
    };
    const timer = setTimeout(() => {
      done();
      stdin.destroy();
    }, CLOSE_WAIT_MS);
    stdin.once("finish", done).once("close", done);
    stdin.end();
  });
}
