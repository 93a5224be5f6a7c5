// Table `receipts`: what a run was given, and how far that is proven. One a run.
import type { RunId, SessionId } from "../model/ids.ts";
import type { Receipt } from "../model/receipt.ts";
import { orNull, present } from "./optional.ts";
import type { Sql, Values } from "./sql.ts";
import type { ReceiptTable } from "./store.ts";

type ReceiptRow = {
  run: string;
  session: string | null;
  channel: string;
  tokens: number;
  chars: number;
  sources: string;
  at_ms: number;
  evidence: string;
  found_in: string | null;
};

const COLUMNS = "run, session, channel, tokens, chars, sources, at_ms, evidence, found_in";

// Evidence only rises: what was proven is not unproven by a later save.
const SAVE = `insert into receipts (${COLUMNS}) values (@run, (select id from sessions where id = @session), @channel, @tokens, @chars,
  @sources, @at_ms, @evidence, @found_in)
  on conflict (run) do update set session = coalesce(excluded.session, session), channel = excluded.channel, tokens = excluded.tokens,
  chars = excluded.chars, sources = excluded.sources, at_ms = excluded.at_ms,
  evidence = case when evidence = 'history' then evidence else excluded.evidence end, found_in = coalesce(excluded.found_in, found_in)`;
const OF_SESSION = `select ${COLUMNS} from receipts where session = ? order by at_ms desc, run limit 1`;
const BIND = "update receipts set session = (select id from sessions where id = @session) where run = @run";
const PROVE = "update receipts set evidence = 'history', found_in = @found_in where run = @run";

const toReceipt = (row: ReceiptRow): Receipt => ({
  run: row.run as RunId,
  channel: row.channel,
  tokens: row.tokens,
  chars: row.chars,
  sources: JSON.parse(row.sources) as SessionId[],
  at: row.at_ms,
  evidence: row.evidence === "history" ? "history" : "asked",
  ...present({ session: row.session as SessionId | null, where: row.found_in }),
});

export function receiptTable(sql: Sql): ReceiptTable {
  const change = (text: string, values: Values): void => {
    sql.transact(() => sql.run(text, values));
  };
  return {
    save: (receipt) =>
      change(SAVE, {
        run: receipt.run,
        session: orNull(receipt.session),
        channel: receipt.channel,
        tokens: receipt.tokens,
        chars: receipt.chars,
        sources: JSON.stringify(receipt.sources),
        at_ms: receipt.at,
        evidence: receipt.evidence,
        found_in: orNull(receipt.where),
      }),
    ofSession: (session) => sql.all<ReceiptRow>(OF_SESSION, [session]).map(toReceipt)[0],
    bind: (run, session) => change(BIND, { run, session }),
    prove: (run, where) => change(PROVE, { run, found_in: where }),
  };
}
