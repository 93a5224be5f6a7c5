// Terminal frames → compressed segments in the store, masked. Insurance only: they go once the session's events are complete.
import type { Log } from "../host/host.ts";
import type { Frame } from "../model/frame.ts";
import type { Millis, RunId } from "../model/ids.ts";
import type { Size } from "../model/launch.ts";
import type { FrameTable } from "../store/store.ts";
import { frameMask } from "../transcript/mask.ts";

/** A segment is written when it is this large, or at the next tick of the recorder. */
const SEGMENT_BYTES = 1024 * 1024;
/** What may wait in memory while the store cannot be written; then the oldest goes, and the log says so. */
const WAITING_BYTES = 16 * 1024 * 1024;
/** Until the first resize frame tells. */
const UNKNOWN_SIZE: Size = { cols: 80, rows: 24 };

export type FrameKeeper = {
  offer(frame: Frame): void;
  /** Writes what waits. Throws what the store throws; nothing is lost by it, the next call tries again. */
  flush(): void;
  /** As `flush`, with the last bytes that the mask held back. */
  end(): void;
  lostBytes(): number;
};

type Waiting = { at: Millis; size: Size; bytes: Uint8Array[]; sizeBytes: number };

export function frameKeeper(deps: { frames: FrameTable; log: Log }, run: RunId): FrameKeeper {
  const mask = frameMask();
  const waiting: Waiting[] = [];
  let size = UNKNOWN_SIZE;
  let waitingBytes = 0;
  let lostBytes = 0;

  const open = (at: Millis): Waiting => {
    const last = waiting.at(-1);
    if (last && last.size === size && last.sizeBytes < SEGMENT_BYTES) return last;
    const next: Waiting = { at, size, bytes: [], sizeBytes: 0 };
    waiting.push(next);
    return next;
  };
  const hold = (at: Millis, bytes: Uint8Array): void => {
    if (bytes.length === 0) return;
    const segment = open(at);
    segment.bytes.push(bytes);
    segment.sizeBytes += bytes.length;
    waitingBytes += bytes.length;
    while (waitingBytes > WAITING_BYTES && waiting.length > 1) {
      const dropped = waiting.shift()?.sizeBytes ?? 0;
      waitingBytes -= dropped;
      lostBytes += dropped;
      deps.log.error("frames dropped", { run, bytes: dropped });
    }
  };
  const flush = (): void => {
    for (let segment = waiting[0]; segment; segment = waiting[0]) {
      deps.frames.append(run, { at: segment.at, size: segment.size, bytes: Buffer.concat(segment.bytes) });
      waiting.shift();
      waitingBytes -= segment.sizeBytes;
    }
  };
  return {
    offer(frame) {
      if (frame.kind === "output") hold(frame.at, mask.push(frame.bytes));
      else if (frame.kind === "resize") size = frame.size;
      else if (frame.kind === "gap") lostBytes += frame.lostBytes;
    },
    flush,
    end() {
      hold(waiting.at(-1)?.at ?? 0, mask.flush());
      flush();
    },
    lostBytes: () => lostBytes,
  };
}
