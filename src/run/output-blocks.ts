// The agent's output for the recorder, put together for a moment: one frame, and one write, instead of hundreds.
import type { Clock } from "../host/host.ts";
import { HEAD_BYTES, outputFrame } from "../model/frame.ts";
import type { Millis } from "../model/ids.ts";

/** Output goes out together that comes within this time, up to this size. It is also what a `kill -9` of ours can lose. */
const BATCH_MS = 30;
const BATCH_BYTES = 256 * 1024;
const FULL_ENOUGH_BYTES = BATCH_BYTES / 4;

/** `taken` is to be called once the frame's memory can be used again. */
type Send = (frame: Buffer, outputBytes: number, taken: () => void) => void;

export type OutputBlocks = {
  /** Copies the bytes. */
  add(bytes: Uint8Array): void;
  /** Sends what is here; nothing if there is none. */
  flush(): void;
};

/** Blocks are used again: garbage of their size is collected late, and the wrapper would grow by some 60 MB of it. */
export function outputBlocks(clock: Clock, send: Send): OutputBlocks {
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
    if (bytes >= FULL_ENOUGH_BYTES) return send(frame, bytes, release);
    // While nobody takes them thousands of small frames wait: each in its own size, not in a block's.
    send(Buffer.from(frame), bytes, () => {});
    release();
  };
  /** Copies what still has room; returns the rest. */
  const take = (bytes: Uint8Array): Uint8Array => {
    if (block === undefined) batchAt = clock.now();
    block ??= free.pop() ?? Buffer.allocUnsafeSlow(HEAD_BYTES + BATCH_BYTES);
    const taken = bytes.subarray(0, BATCH_BYTES - batchBytes);
    block.set(taken, HEAD_BYTES + batchBytes);
    batchBytes += taken.length;
    if (batchBytes === BATCH_BYTES) flush();
    return bytes.subarray(taken.length);
  };
  return {
    add(bytes) {
      for (let rest = bytes; rest.length > 0; ) rest = take(rest);
      if (block !== undefined) timer ??= setTimeout(flush, BATCH_MS).unref();
    },
    flush,
  };
}
