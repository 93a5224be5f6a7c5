// The events that a summary is made from: all of them, unless the session is too large to be held in memory at each turn's end.
import type { SessionEvent } from "../model/event.ts";
import type { Seq, SessionId } from "../model/ids.ts";
import { COLUMNS, type EventRow, toEvent } from "./event-row.ts";
import type { Sql } from "./sql.ts";

/** Up to this a session is taken whole: several times the longest sessions we have seen. Bytes are those of the texts, in UTF-8. */
const WHOLE = { bytes: 12 * 1024 * 1024, events: 30_000 };
/** Of a larger one the newest are taken whole: where it was left off stands there. */
const TAIL = { bytes: 6 * 1024 * 1024, events: 10_000 };
/** The older ones share this, each cut to head and tail. */
const OLDER = { chars: 4 * 1024 * 1024, events: 20_000 };
/** What it began with is kept however many follow: the first requests. */
const FIRST_EVENTS = 500;
const PROMPT_CHARS = 1000;

const MINE = "session = (select n from sessions where id = @session)";
const SIZE = `select count(*) as events, coalesce(sum(octet_length(text)), 0) as bytes, coalesce(max(seq), 0) as newest from events where ${MINE}`;
const FROM = `select ${COLUMNS} from events where ${MINE} and seq >= @from order by seq`;
const TAIL_STARTS = `select min(seq) as seq from (
    select seq, sum(octet_length(text)) over newer as bytes, row_number() over newer as events from events where ${MINE}
    window newer as (order by seq desc rows unbounded preceding)
  ) where bytes <= @bytes and events <= @events`;
const ROOM = "case kind when 'prompt' then max(@prompt_chars, @chars) else @chars end";
const CUT = `case when octet_length(text) <= ${ROOM} or length(text) <= ${ROOM} then text
  else substr(text, 1, ${ROOM} / 2) || char(10) || '[…]' || char(10) || substr(text, -(${ROOM} / 2)) end`;
const CUT_BEFORE = `select seq, key, at_ms, kind, author, tool, ok, ${CUT} as text, files, writes, cwd, resets_ms, project, rewound from events
  where ${MINE} and seq < @before and (seq <= @first or seq >= @from) order by seq`;

/** Where the newest events begin that fit into TAIL; just after the last event if not even that one fits. */
function tailOf(sql: Sql, session: SessionId, newest: Seq): Seq {
  return sql.get<{ seq: number | null }>(TAIL_STARTS, { session, ...TAIL })?.seq ?? newest + 1;
}

/** In order. A text that was cut has `[…]` on a line of its own where something is missing; numbers have gaps where events are left out. */
export function digestOf(sql: Sql, session: SessionId): SessionEvent[] {
  const size = sql.get<{ events: number; bytes: number; newest: Seq }>(SIZE, { session });
  if (size === undefined || size.events === 0) return [];
  if (size.bytes <= WHOLE.bytes && size.events <= WHOLE.events) return sql.all<EventRow>(FROM, { session, from: 1 }).map(toEvent);
  const tail = tailOf(sql, session, size.newest);
  const older = Math.min(tail - 1, OLDER.events);
  const cut = {
    session,
    before: tail,
    first: FIRST_EVENTS,
    from: tail - OLDER.events,
    chars: Math.floor(OLDER.chars / Math.max(older, 1)),
    prompt_chars: PROMPT_CHARS,
  };
  return [...sql.all<EventRow>(CUT_BEFORE, cut), ...sql.all<EventRow>(FROM, { session, from: tail })].map(toEvent);
}
