// A row of table `events` ↔ SessionEvent.
import type { EventAuthor, EventKind, SessionEvent } from "../model/event.ts";
import type { ProjectId } from "../model/ids.ts";
import type { Redacted } from "../model/redacted.ts";
import { flag, orNull, present } from "./optional.ts";
import type { Value } from "./sql.ts";
import type { NewEvent } from "./store.ts";

export type EventRow = {
  seq: number;
  key: string;
  at_ms: number;
  kind: string;
  author: string;
  tool: string | null;
  ok: number | null;
  text: string;
  files: string | null;
  writes: number | null;
  cwd: string | null;
  resets_ms: number | null;
  project: string | null;
  rewound: number | null;
};

export const COLUMNS = "seq, key, at_ms, kind, author, tool, ok, text, files, writes, cwd, resets_ms, project, rewound";

const toBoolean = (value: number | null): boolean | undefined => (value === null ? undefined : value === 1);

export const toEvent = (row: EventRow): SessionEvent => ({
  seq: row.seq,
  key: row.key,
  at: row.at_ms,
  kind: row.kind as EventKind,
  by: row.author as EventAuthor,
  text: row.text as Redacted,
  files: row.files === null ? [] : (JSON.parse(row.files) as string[]),
  ...present({
    tool: row.tool,
    ok: toBoolean(row.ok),
    writes: toBoolean(row.writes),
    cwd: row.cwd,
    resetsAt: row.resets_ms,
    project: row.project as ProjectId | null,
    rewound: row.rewound === null ? undefined : (true as const),
    putBack: row.rewound === 2 ? (true as const) : undefined,
  }),
});

export const toValues = (event: NewEvent): Record<string, Value> => ({
  key: event.key,
  at_ms: event.at,
  kind: event.kind,
  author: event.by,
  tool: orNull(event.tool),
  ok: flag(event.ok),
  text: event.text,
  files: event.files.length === 0 ? null : JSON.stringify(event.files),
  writes: flag(event.writes),
  cwd: orNull(event.cwd),
  resets_ms: orNull(event.resetsAt),
  project: orNull(event.project),
  rewound: event.putBack ? 2 : flag(event.rewound),
});
