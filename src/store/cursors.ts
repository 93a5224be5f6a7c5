// Table `cursors`: where reading each history file stopped.
import type { AgentId, SessionId } from "../model/ids.ts";
import { orNull, present } from "./optional.ts";
import type { Sql } from "./sql.ts";
import type { Cursor, CursorTable } from "./store.ts";

type CursorRow = {
  path: string;
  agent: string;
  session: string | null;
  offset: number;
  line: number;
  size_bytes: number;
  mtime_ms: number;
  head_hash: string;
  state: string;
};

const COLUMNS = "path, agent, session, offset, line, size_bytes, mtime_ms, head_hash, state";

const SAVE = `insert or replace into cursors (${COLUMNS}) values (@path, @agent, (select id from sessions where id = @session), @offset,
  @line, @size_bytes, @mtime_ms, @head_hash, @state)`;
const GET = `select ${COLUMNS} from cursors where path = ?`;
const OF_SESSION = `select ${COLUMNS} from cursors where session = ? order by path`;
const ALL = `select ${COLUMNS} from cursors where agent = ? order by path`;

const toCursor = (row: CursorRow): Cursor => ({
  path: row.path,
  agent: row.agent as AgentId,
  offset: row.offset,
  line: row.line,
  sizeBytes: row.size_bytes,
  mtimeMs: row.mtime_ms,
  headHash: row.head_hash,
  state: JSON.parse(row.state) as unknown,
  ...present({ session: row.session as SessionId | null }),
});

export function cursorTable(sql: Sql): CursorTable {
  return {
    get: (path) => sql.all<CursorRow>(GET, [path]).map(toCursor)[0],
    save: (cursor) => {
      sql.transact(() =>
        sql.run(SAVE, {
          path: cursor.path,
          agent: cursor.agent,
          session: orNull(cursor.session),
          offset: cursor.offset,
          line: cursor.line,
          size_bytes: cursor.sizeBytes,
          mtime_ms: cursor.mtimeMs,
          head_hash: cursor.headHash,
          state: JSON.stringify(cursor.state ?? null),
        }),
      );
    },
    ofSession: (session) => sql.all<CursorRow>(OF_SESSION, [session]).map(toCursor),
    all: (agent) => sql.all<CursorRow>(ALL, [agent]).map(toCursor),
  };
}
