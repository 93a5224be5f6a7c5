// Usage limits that stopped the work.

import type { SessionEvent } from "../model/event.ts";
import { own } from "../model/redacted.ts";
import type { LimitHit } from "../model/summary.ts";
import { clip } from "./clip.ts";

const LIMIT_CHARS = 200;

/** One for each wait, oldest first: the same limit is often reported many times. */
export function limitsOf(events: readonly SessionEvent[]): LimitHit[] {
  const hits = new Map<string, LimitHit>();
  for (const event of events) {
    if (event.kind !== "limit" || event.by === "subagent") continue;
    const text = event.text.trim() === "" ? own("usage limit reached") : clip(event.text, LIMIT_CHARS);
    const key = `${event.resetsAt ?? ""} ${text}`;
    const from = [...(hits.get(key)?.from ?? []), event.seq];
    hits.delete(key);
    hits.set(key, { text, from, ...(event.resetsAt === undefined ? {} : { resetsAt: event.resetsAt }) });
  }
  return [...hits.values()];
}
