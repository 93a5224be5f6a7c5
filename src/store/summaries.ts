// Table `summaries`: one a session, replaced whole.
import type { SessionId } from "../model/ids.ts";
import type { Summary } from "../model/summary.ts";
import type { Sql } from "./sql.ts";
import type { SummaryTable } from "./store.ts";

type SummaryRow = { data: string };

// A session that is gone (forgotten meanwhile) gets no summary.
const SAVE = `insert into summaries (session, at_ms, data) select id, @at_ms, @data from sessions where id = @session
  on conflict (session) do update set at_ms = @at_ms, data = @data`;
const GET = "select data from summaries where session = ?";
const OF = "select data from summaries where session in (select value from json_each(?))";

const toSummary = (row: SummaryRow): Summary => JSON.parse(row.data) as Summary;

export function summaryTable(sql: Sql): SummaryTable {
  return {
    save: (summary, at) => {
      sql.transact(() => sql.run(SAVE, { session: summary.session, at_ms: at, data: JSON.stringify(summary) }));
    },
    get: (session) => sql.all<SummaryRow>(GET, [session]).map(toSummary)[0],
    of: (sessions) => {
      const found = sql.all<SummaryRow>(OF, [JSON.stringify(sessions)]).map(toSummary);
      return new Map<SessionId, Summary>(found.map((summary) => [summary.session, summary]));
    },
  };
}
