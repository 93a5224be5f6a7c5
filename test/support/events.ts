import type { EventKind, SessionEvent } from "../../src/model/event.ts";
import type { Millis, SessionId } from "../../src/model/ids.ts";
import type { Redacted } from "../../src/model/redacted.ts";

type More = Partial<Omit<SessionEvent, "kind" | "text" | "seq">>;
/** An event before it has its place. */
export type Draft = Omit<SessionEvent, "seq" | "at" | "key"> & { at?: Millis };

export const redacted = (text: string): Redacted => text as Redacted;

const draft = (kind: EventKind, by: SessionEvent["by"], text: string, more: More = {}): Draft => ({
  kind,
  by,
  files: [],
  ...more,
  text: redacted(text),
});

export const prompt = (text: string, more?: More): Draft => draft("prompt", "user", text, more);
export const reply = (text: string, more?: More): Draft => draft("reply", "agent", text, more);
export const limit = (text: string, resetsAt?: Millis): Draft => draft("limit", "agent", text, resetsAt === undefined ? {} : { resetsAt });
export const fault = (text: string, more?: More): Draft => draft("error", "agent", text, more);
export const compaction = (text: string): Draft => draft("compaction", "agent", text);

/** A tool's call and its result. */
export const tool = (name: string, input: string, output: string, more: More = {}): Draft[] => [
  draft("tool_call", "agent", input, { tool: name, ...more, ...(more.ok === undefined ? {} : { ok: true }) }),
  draft("tool_result", more.by ?? "tool", output, { tool: name, ok: true, ...more }),
];

export const shell = (command: string, output = "", ok = true): Draft[] => tool("Bash", command, output, { ok });
export const edit = (path: string, ok = true, more: More = {}): Draft[] =>
  tool("Edit", `${path} (+1 -1)`, ok ? "done" : "String to replace not found in file.", { files: [path], writes: true, ok, ...more });
export const call = (name: string, input: string, more?: More): Draft => draft("tool_call", "agent", input, { tool: name, ...more });

export const SESSION = "0123456789ab" as SessionId;
export const START: Millis = Date.parse("2026-11-30T10:00:00Z");

/** A session's events: one a second from START, in the order given. */
export const events = (...parts: readonly (Draft | readonly Draft[])[]): SessionEvent[] =>
  parts.flat().map((event, index) => ({ at: START + index * 1_000, key: `k${index + 1}`, ...event, seq: index + 1 }));
