// Table `runs`: SQL, row → noun. A run is small and read whole, so it is kept as JSON beside what is asked for.
import type { RunId } from "../model/ids.ts";
import type { ProcessRef, Run } from "../model/run.ts";
import { orNull, present } from "./optional.ts";
import type { Sql } from "./sql.ts";
import type { RunTable } from "./store.ts";

type RunRow = { data: string };
type RecorderRow = { recorder_pid: number | null; recorder_ticks: string | null };

const GET = "select data from runs where id = ?";
const SAVE = `insert into runs (id, agent, started_ms, ended_ms, data) values (@id, @agent, @started_ms, @ended_ms, @data)
  on conflict (id) do update set agent = @agent, started_ms = @started_ms, ended_ms = @ended_ms, data = @data`;
const OPEN = "select data from runs where ended_ms is null order by started_ms, id";
const RECORDER = "select recorder_pid, recorder_ticks from runs where id = ?";
const CLAIM = "update runs set recorder_pid = @pid, recorder_ticks = @ticks where id = @id";

const toRun = (row: RunRow): Run => JSON.parse(row.data) as Run;

const toRecorder = (row: RecorderRow | undefined): ProcessRef | undefined =>
  row === undefined || row.recorder_pid === null ? undefined : { pid: row.recorder_pid, ...present({ startTicks: row.recorder_ticks }) };

const isSame = (a: ProcessRef, b: ProcessRef): boolean => a.pid === b.pid && a.startTicks === b.startTicks;

/** `isAlive` says whether the process that claimed a run before still lives. */
export function runTable(sql: Sql, isAlive: (process: ProcessRef) => boolean): RunTable {
  const get = (id: RunId): Run | undefined => sql.all<RunRow>(GET, [id]).map(toRun)[0];
  const write = (run: Run): void => {
    sql.run(SAVE, { id: run.id, agent: run.agent, started_ms: run.startedAt, ended_ms: orNull(run.endedAt), data: JSON.stringify(run) });
  };
  const recorderOf = (id: RunId): ProcessRef | undefined => toRecorder(sql.get<RecorderRow>(RECORDER, [id]));
  return {
    // What an earlier save or `finish` knew and this one does not stays.
    save: (run) => sql.transact(() => write({ ...get(run.id), ...run })),
    get,
    finish: (id, how) =>
      sql.transact(() => {
        const run = get(id);
        if (run !== undefined) write({ ...run, endedAt: how.endedAt, ...present({ exit: how.exit }) });
      }),
    claim: (id, recorder) =>
      sql.transact(() => {
        const holder = recorderOf(id);
        if (holder !== undefined && !isSame(holder, recorder) && isAlive(holder)) return false;
        return sql.run(CLAIM, { id, pid: recorder.pid, ticks: orNull(recorder.startTicks) }) === 1;
      }),
    recorderOf,
    open: () => sql.all<RunRow>(OPEN).map(toRun),
  };
}
