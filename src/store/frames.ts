// Table `frames`: the terminal's output in compressed segments, until the session's events are complete.
import { deflateRawSync, inflateRawSync } from "node:zlib";
import type { RunId } from "../model/ids.ts";
import { orNull, present } from "./optional.ts";
import type { Sql } from "./sql.ts";
import type { FrameSegment, FrameTable } from "./store.ts";

type FrameRow = { n: number; at_ms: number; until_ms: number | null; cols: number; rows: number; deflated: Uint8Array };

const APPEND = `insert into frames (run, n, at_ms, until_ms, cols, rows, size_bytes, deflated) values
  (@run, (select coalesce(max(n), 0) + 1 from frames where run = @run), @at_ms, @until_ms, @cols, @rows, @size_bytes, @deflated)`;
const DROP_LAST = "delete from frames where run = @run and n > (select max(n) from frames where run = @run) - @count";
const NEXT = "select n, at_ms, until_ms, cols, rows, deflated from frames where run = ? and n > ? order by n limit 1";
const BYTES = "select coalesce(sum(size_bytes), 0) as bytes from frames where run = ?";
const DROP = "delete from frames where run = ?";
const DROP_BEFORE = "delete from frames where run in (select id from runs where ended_ms < ?)";

// Level 1 is 5 to 35 times smaller at 4 ms a megabyte, and less to write is faster.
const LEVEL = 1;

const toSegment = (row: FrameRow): FrameSegment => ({
  at: row.at_ms,
  ...present({ until: row.until_ms }),
  size: { cols: row.cols, rows: row.rows },
  bytes: inflateRawSync(row.deflated),
});

/** One segment at a time: a long session's output never is in memory whole, and the connection stays free between two. */
function* segments(sql: Sql, run: RunId): IterableIterator<FrameSegment> {
  let after = 0;
  for (;;) {
    const row = sql.get<FrameRow>(NEXT, [run, after]);
    if (row === undefined) return;
    after = row.n;
    yield toSegment(row);
  }
}

export function frameTable(sql: Sql): FrameTable {
  return {
    append: (run, segment, instead = 0) => {
      const deflated = deflateRawSync(segment.bytes, { level: LEVEL });
      sql.transact(() => {
        if (instead > 0) sql.run(DROP_LAST, { run, count: instead });
        sql.run(APPEND, {
          run,
          at_ms: segment.at,
          until_ms: orNull(segment.until),
          cols: segment.size.cols,
          rows: segment.size.rows,
          size_bytes: segment.bytes.length,
          deflated,
        });
      });
    },
    of: (run) => segments(sql, run),
    bytesOf: (run) => sql.get<{ bytes: number }>(BYTES, [run])?.bytes ?? 0,
    drop: (run) => {
      sql.transact(() => sql.run(DROP, [run]));
    },
    dropBefore: (at) => {
      sql.transact(() => sql.run(DROP_BEFORE, [at]));
    },
  };
}
