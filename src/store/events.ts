// Table `events`: SQL, row → noun. What a session knows of its own events (turns, goal, newest time) is kept in step here.
import type { EventAuthor, EventKind, SessionEvent } from "../model/event.ts";
import type { ProjectId, Seq, SessionId } from "../model/ids.ts";
import type { Redacted } from "../model/redacted.ts";
import { goalOf } from "./goal.ts";
import { flag, orNull, present } from "./optional.ts";
import type { Sql, Value } from "./sql.ts";
import type { EventTable, NewEvent } from "./store.ts";

type EventRow = {
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
};

const COLUMNS = "seq, key, at_ms, kind, author, tool, ok, text, files, writes, cwd, resets_ms, project";

const INSERT = `insert into events (session, agent, ${COLUMNS}) values (@session, @agent, @seq, @key, @at_ms, @kind, @author, @tool, @ok,
  @text, @files, @writes, @cwd, @resets_ms, @project) on conflict (agent, key) do nothing`;
export const OF = `select ${COLUMNS} from events where session = (select n from sessions where id = ?) and seq >= ? order by seq`;
const COUNT = "select count(*) as n from events where session = (select n from sessions where id = ?)";
const NEWEST_SEQ = "select coalesce(max(seq), 0) as seq from events where session = ?";
const OWNER = "select n, agent, awaiting, goal from sessions where id = ?";
const AGENT = "select n from agents where id = ?";
const ADD_AGENT = "insert into agents (id) values (?)";
const TELL_SESSION = `update sessions set last_ms = max(last_ms, @last_ms), turns = turns + @turns, awaiting = @awaiting,
  goal = coalesce(goal, @goal) where n = @n`;

const toBoolean = (value: number | null): boolean | undefined => (value === null ? undefined : value === 1);

const toEvent = (row: EventRow): SessionEvent => ({
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
  }),
});

const toValues = (event: NewEvent): Record<string, Value> => ({
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
});

type Progress = { turns: number; awaiting: boolean; goal: Redacted | undefined };

/** What these events add to their session: a prompt counts as a turn once it has an answer, a tool call, or met the usage limit: then it is still to be done. Sub-agents' talk does not. */
export function progress(events: readonly NewEvent[], before: { awaiting: boolean; goal: Redacted | undefined }): Progress {
  let { awaiting, goal } = before;
  let turns = 0;
  for (const event of events) {
    if (event.by === "subagent") continue;
    if (event.kind === "prompt") {
      awaiting = true;
      goal ??= goalOf(event.text);
    } else if (event.by === "screen") {
      // A program without a history: what it was asked is not known, what it showed is its work.
      turns += 1;
    } else if (awaiting && (event.kind === "reply" || event.kind === "tool_call" || event.kind === "limit")) {
      awaiting = false;
      turns += 1;
    }
  }
  return { turns, awaiting, goal };
}

function agentNumber(sql: Sql, agent: string): number {
  const known = sql.get<{ n: number }>(AGENT, [agent]);
  if (known !== undefined) return known.n;
  sql.run(ADD_AGENT, [agent]);
  return agentNumber(sql, agent);
}

/** Number of the session's row, its agent's, and what is known so far. */
function ownerOf(sql: Sql, session: SessionId) {
  const row = sql.get<{ n: number; agent: string; awaiting: number; goal: string | null }>(OWNER, [session]);
  if (row === undefined) throw new Error(`no session ${session}`);
  return {
    n: row.n,
    agent: agentNumber(sql, row.agent),
    awaiting: row.awaiting === 1,
    goal: (row.goal ?? undefined) as Redacted | undefined,
  };
}

function insertNew(sql: Sql, owner: { n: number; agent: number }, events: readonly NewEvent[]): SessionEvent[] {
  let seq: Seq = sql.get<{ seq: number }>(NEWEST_SEQ, [owner.n])?.seq ?? 0;
  const stored: SessionEvent[] = [];
  for (const event of events) {
    const values = { ...toValues(event), session: owner.n, agent: owner.agent, seq: seq + 1 };
    if (sql.run(INSERT, values) === 0) continue;
    seq += 1;
    stored.push({ ...event, seq });
  }
  return stored;
}

function append(sql: Sql, session: SessionId, events: readonly NewEvent[]): SessionEvent[] {
  if (events.length === 0) return [];
  return sql.transact(() => {
    const owner = ownerOf(sql, session);
    const stored = insertNew(sql, owner, events);
    if (stored.length === 0) return stored;
    const { turns, awaiting, goal } = progress(stored, owner);
    const last = stored.reduce((newest, event) => Math.max(newest, event.at), 0);
    sql.run(TELL_SESSION, { n: owner.n, last_ms: last, turns, awaiting: awaiting ? 1 : 0, goal: orNull(goal) });
    return stored;
  });
}

export function eventTable(sql: Sql): EventTable {
  return {
    append: (session, events) => append(sql, session, events),
    of: (session, from = 1) => sql.all<EventRow>(OF, [session, from]).map(toEvent),
    count: (session) => sql.get<{ n: number }>(COUNT, [session])?.n ?? 0,
  };
}
