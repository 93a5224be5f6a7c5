// Table `events`: SQL, row → noun. What a session knows of its own events (turns, goal, newest time) is kept in step here.
import type { SessionEvent } from "../model/event.ts";
import type { Seq, SessionId } from "../model/ids.ts";
import type { Redacted } from "../model/redacted.ts";
import { digestOf } from "./digest.ts";
import { COLUMNS, type EventRow, toEvent, toValues } from "./event-row.ts";
import { goalOf } from "./goal.ts";
import { orNull } from "./optional.ts";
import { keysOf, markEvents, rewindsOf } from "./rewound.ts";
import type { Sql } from "./sql.ts";
import type { EventTable, NewEvent } from "./store.ts";

const INSERT = `insert into events (session, agent, ${COLUMNS}) values (@session, @agent, @seq, @key, @at_ms, @kind, @author, @tool, @ok,
  @text, @files, @writes, @cwd, @resets_ms, @project, @rewound) on conflict (agent, key) do nothing`;
export const OF = `select ${COLUMNS} from events where session = (select n from sessions where id = ?) and seq >= ? order by seq limit ?`;
const LAST_WORD = `select ${COLUMNS} from events where session = (select n from sessions where id = ?)
  and (kind = 'limit' or (kind = 'reply' and author = 'agent')) order by seq desc limit 1`;
const COUNT = "select count(*) as n from events where session = (select n from sessions where id = ?)";
const NEWEST_SEQ = "select coalesce(max(seq), 0) as seq from events where session = ?";
const OWNER = "select n, agent, awaiting, goal from sessions where id = ?";
const AGENT = "select n from agents where id = ?";
const ADD_AGENT = "insert into agents (id) values (?)";
const TELL_SESSION = `update sessions set last_ms = max(last_ms, @last_ms), turns = turns + @turns, awaiting = @awaiting,
  goal = coalesce(goal, @goal) where n = @n`;

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

/** Events held in memory at a time: texts are at most 64 kB. */
const PAGE = 200;

/** A page at a time, so that a session of any length is never in memory whole and the connection stays free between two. */
function* eventsOf(sql: Sql, session: SessionId, from: Seq): IterableIterator<SessionEvent> {
  let next: Seq = from;
  for (;;) {
    const page = sql.all<EventRow>(OF, [session, next, PAGE]);
    for (const row of page) yield toEvent(row);
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE) return;
    next = last.seq + 1;
  }
}

function limitAtEnd(sql: Sql, session: SessionId): SessionEvent | undefined {
  const last = sql.get<EventRow>(LAST_WORD, [session]);
  return last?.kind === "limit" ? toEvent(last) : undefined;
}

export function eventTable(sql: Sql): EventTable {
  return {
    append: (session, events) => append(sql, session, events),
    of: (session, from = 1) => eventsOf(sql, session, from),
    digest: (session) => digestOf(sql, session),
    limitAtEnd: (session) => limitAtEnd(sql, session),
    keys: (session) => keysOf(sql, session),
    rewind: (session, seqs, mark) => markEvents(sql, session, seqs, mark),
    rewinds: (session) => rewindsOf(sql, session),
    count: (session) => sql.get<{ n: number }>(COUNT, [session])?.n ?? 0,
  };
}
