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
  let waiting: Uint8Array[] = [];
  let unsent = 0;
  let retryMs = RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  let emptied: () => void = () => {};

  const writeOut = () => {
    for (let head = waiting[0]; head !== undefined; head = waiting[0]) {
      const written = writeSync(fd, head);
      unsent -= written;
      retryMs = RETRY_MS;
      if (written === head.length) waiting.shift();
      else waiting[0] = head.subarray(written);
    }
  };
  const stop = () => {
    isStopped = true;
    clearTimeout(timer);
    waiting = [];
    unsent = 0;
  };
  const attempt = () => {
    timer = undefined;
    try {
      writeOut();
    } catch (cause) {
      if (!isTryAgain(cause)) return stop();
      timer = setTimeout(retry, retryMs);
      retryMs = Math.min(retryMs * 2, MAX_RETRY_MS);
    }
  };
  const retry = () => {
    attempt();
    if (unsent === 0) emptied();
  };
  return {
    push(bytes) {
      if (isStopped || bytes.length === 0) return;
      waiting.push(bytes);
      unsent += bytes.length;
      if (timer === undefined) attempt();
    },
    unsentBytes: () => unsent,
    onEmpty: (handler) => {
      emptied = handler;
    },
    stop,
  };
}
