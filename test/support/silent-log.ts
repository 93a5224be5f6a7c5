import type { Log, LogFields } from "../../src/host/host.ts";

export type LogLine = { level: "info" | "error"; event: string; fields: LogFields };

/** A log that prints nothing and remembers what it was told. */
export function silentLog(): Log & { lines: LogLine[] } {
  const lines: LogLine[] = [];
  return {
    lines,
    info: (event, fields = {}) => void lines.push({ level: "info", event, fields }),
    error: (event, fields = {}) => void lines.push({ level: "error", event, fields }),
  };
}
