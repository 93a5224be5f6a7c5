// JSON lines to a file, never to the terminal. A log that cannot be written is silently none: it must never stop anything.
import { appendFileSync, mkdirSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isoTime } from "../model/time.ts";
import type { Clock, Log, LogFields } from "./host.ts";

/** Then the file becomes `<name>.old`, and the one before that goes. */
const ROTATE_BYTES = 1024 * 1024;

const plain = (value: unknown): unknown => (value instanceof Error ? `${value.name}: ${value.message}` : value);

export function fileLog(path: string, clock: Clock, who: string): Log {
  let isReady = false;
  const prepare = (): void => {
    if (isReady) return;
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > ROTATE_BYTES) renameSync(path, `${path}.old`);
    isReady = true;
  };
  const write = (level: string, event: string, fields: LogFields): void => {
    const line = { at: isoTime(clock.now()), level, who, event, ...fields };
    try {
      prepare();
      appendFileSync(path, `${JSON.stringify(line, (_, value: unknown) => plain(value))}\n`, { mode: 0o600 });
    } catch {
      // Disk full, read-only home: the agent matters, the log does not.
    }
  };
  return {
    info: (event, fields = {}) => write("info", event, fields),
    error: (event, fields = {}) => write("error", event, fields),
  };
}
