// Bytes on their way into a pty: the child reads when it likes, so what it does not take yet waits here.
import { writeSync } from "node:fs";

/** First wait after the system took no more, doubled up to the second while it still takes none: no busy loop for a sleeping child. */
const RETRY_MS = 1;
const MAX_RETRY_MS = 8;

type WriteQueue = {
  push(bytes: Uint8Array): void;
  unsentBytes(): number;
  /** Called whenever everything is out after some had to wait. */
  onEmpty(handler: () => void): void;
  /** Forgets what is left, and whatever comes later. */
  stop(): void;
};

const isTryAgain = (cause: unknown): boolean =>
  cause instanceof Error && "code" in cause && (cause.code === "EAGAIN" || cause.code === "EINTR");

/** `fd` must be non-blocking. Any error but "try again" means that nobody reads any more: the rest is dropped. */
export function writeQueue(fd: number): WriteQueue {
  const waiting = waitingBytes();
  let isStopped = false;
  let emptied: () => void = () => {};
  const retry = backoff(() => {
    attempt();
    if (waiting.sizeBytes() === 0) emptied();
  });

  const stop = () => {
    isStopped = true;
    retry.stop();
    waiting.clear();
  };
  const attempt = () => {
    try {
      waiting.writeOut(fd, retry.soonAgain);
    } catch (cause) {
      if (!isTryAgain(cause)) return stop();
      retry.later();
    }
  };
  return {
    push(bytes) {
      if (isStopped || bytes.length === 0) return;
      waiting.add(bytes);
      if (!retry.isDue()) attempt();
    },
    unsentBytes: waiting.sizeBytes,
    onEmpty: (handler) => {
      emptied = handler;
    },
    stop,
  };
}

function waitingBytes() {
  let chunks: Uint8Array[] = [];
  let size = 0;
  return {
    sizeBytes: () => size,
    add(bytes: Uint8Array): void {
      chunks.push(bytes);
      size += bytes.length;
    },
    /** Calls `took` whenever the system took some. Throws what the system throws: the rest is kept. */
    writeOut(fd: number, took: () => void): void {
      for (let head = chunks[0]; head !== undefined; head = chunks[0]) {
        const written = writeSync(fd, head);
        size -= written;
        took();
        if (written === head.length) chunks.shift();
        else chunks[0] = head.subarray(written);
      }
    },
    clear(): void {
      [chunks, size] = [[], 0];
    },
  };
}

/** Waits twice as long each time, up to MAX_RETRY_MS, until it is told that the next wait can be a short one again. */
function backoff(again: () => void) {
  let waitMs = RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  const due = () => {
    timer = undefined;
    again();
  };
  return {
    isDue: () => timer !== undefined,
    later(): void {
      timer = setTimeout(due, waitMs);
      waitMs = Math.min(waitMs * 2, MAX_RETRY_MS);
    },
    soonAgain(): void {
      waitMs = RETRY_MS;
    },
    stop: () => clearTimeout(timer),
  };
}
