// JSON lines to a file, never to the terminal. A log that cannot be written is silently none: it must never stop anything.

import { appendFileSync, renameSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { isoTime } from "../model/time.ts";
import type { Clock, Log, LogFields } from "./host.ts";
import { makeFolder } from "./make-folder.ts";

/** Then the file becomes `<name>.old`, and the one before that goes. */
const ROTATE_BYTES = 1024 * 1024;

const plain = (value: unknown): unknown => (value instanceof Error ? `${value.name}: ${value.message}` : value);

export function fileLog(path: string, clock: Clock, who: string): Log {
  /** Of the file, as far as we know: others write to it too. Undefined until it was looked at. */
  let sizeBytes: number | undefined;
  const append = (line: string): void => {
    if (sizeBytes === undefined) makeFolder(dirname(path));
    if (sizeBytes === undefined || sizeBytes > ROTATE_BYTES) sizeBytes = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    if (sizeBytes > ROTATE_BYTES) {
      renameSync(path, `${path}.old`);
      sizeBytes = 0;
    }
    appendFileSync(path, line, { mode: 0o600 });
    sizeBytes += Buffer.byteLength(line);
  };
  const write = (level: string, event: string, fields: LogFields): void => {
    const line = { at: isoTime(clock.now()), level, who, event, ...fields };
    try {
      append(`${JSON.stringify(line, (_, value: unknown) => plain(value))}\n`);
    } catch {
      // Disk full, read-only home: the agent matters, the log does not.
    }
  };
  return {
    info: (event, fields = {}) => write("info", event, fields),
    error: (event, fields = {}) => write("error", event, fields),
  };
}
