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
/** Small segments are put together up to this size and this time, so many of them at once: a spinner turns for hours. */
const FOLDED_BYTES = 64 * 1024;
const FOLDED_MS = 60_000;
const FOLD_EVERY = 64;
/** A rest as long as this is never inside a segment: that a screen stood still can be told by it (1.5 s, src/transcript/screen.ts). */
const REST_MS = 1000;
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

type Segment = { at: Millis; until: Millis; size: Size; bytes: Uint8Array[]; sizeBytes: number };

const isAfterRest = (last: Segment, at: Millis): boolean => at - last.until >= REST_MS;

const joined = (one: Segment, next: Segment): Segment => ({
  ...one,
  until: next.until,
  bytes: [...one.bytes, ...next.bytes],
  sizeBytes: one.sizeBytes + next.sizeBytes,
});

/** Segments that are to be written, oldest first. */
function waitingRoom(log: Log, run: RunId) {
  const waiting: Segment[] = [];
  let waitingBytes = 0;
  let droppedBytes = 0;
  const drop = (): void => {
    const bytes = waiting.shift()?.sizeBytes ?? 0;
    waitingBytes -= bytes;
    droppedBytes += bytes;
    log.error("frames dropped", { run, bytes });
  };
  return {
    hold(at: Millis, size: Size, bytes: Uint8Array): void {
      if (bytes.length === 0) return;
      waitingBytes += bytes.length;
      const last = waiting.at(-1);
      if (last && last.size === size && last.sizeBytes < SEGMENT_BYTES && !isAfterRest(last, at)) {
        last.bytes.push(bytes);
        last.sizeBytes += bytes.length;
        last.until = at;
      } else waiting.push({ at, until: at, size, bytes: [bytes], sizeBytes: bytes.length });
      while (waitingBytes > WAITING_BYTES && waiting.length > 1) drop();
    },
    /** The oldest goes once `write` returns. */
    writeAll(write: (segment: Segment) => void): void {
      for (let segment = waiting[0]; segment; segment = waiting[0]) {
        write(segment);
        waiting.shift();
        waitingBytes -= segment.sizeBytes;
      }
    },
    lastAt: (): Millis | undefined => waiting.at(-1)?.until,
    droppedBytes: (): number => droppedBytes,
  };
}

/** Writes each segment at once as a row of its own; many small ones in a row become one. */
function folder(frames: FrameTable, run: RunId): { write(next: Segment): void; lastAt(): Millis | undefined } {
  /** What stands in the last `rows` rows. */
  let tail: { all: Segment; rows: number } | undefined;
  const put = ({ at, until, size, bytes }: Segment, instead: number): void =>
    frames.append(run, { at, until, size, bytes: Buffer.concat(bytes) }, instead);
  const fits = ({ all }: { all: Segment }, next: Segment): boolean =>
    all.size === next.size &&
    all.sizeBytes + next.sizeBytes <= FOLDED_BYTES &&
    Math.abs(next.until - all.at) <= FOLDED_MS &&
    !isAfterRest(all, next.at);
  return {
    write(next) {
      if (tail && fits(tail, next)) {
        const all = joined(tail.all, next);
        const isDue = tail.rows >= FOLD_EVERY;
        put(isDue ? all : next, isDue ? tail.rows : 0);
        tail = { all, rows: isDue ? 1 : tail.rows + 1 };
        return;
      }
      if (tail && tail.rows > 1) {
        put(tail.all, tail.rows);
        tail = { all: tail.all, rows: 1 };
      }
      put(next, 0);
      tail = { all: next, rows: 1 };
    },
    lastAt: () => tail?.all.until,
  };
}

export function frameKeeper(deps: { frames: FrameTable; log: Log }, run: RunId): FrameKeeper {
  const mask = frameMask();
  const waiting = waitingRoom(deps.log, run);
  const stored = folder(deps.frames, run);
  let size = UNKNOWN_SIZE;
  let gapBytes = 0;
  const flush = (): void => waiting.writeAll(stored.write);
  return {
    offer(frame) {
      if (frame.kind === "output") waiting.hold(frame.at, size, mask.push(frame.bytes));
      else if (frame.kind === "resize") size = frame.size;
      else if (frame.kind === "gap") gapBytes += frame.lostBytes;
    },
    flush,
    end() {
      waiting.hold(waiting.lastAt() ?? stored.lastAt() ?? 0, size, mask.flush());
      flush();
    },
    lostBytes: () => gapBytes + waiting.droppedBytes(),
  };
}
