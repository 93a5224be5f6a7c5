// Table `sessions`: SQL, row → noun.
import type { AgentId, NativeId, ProjectId, RunId, SessionId } from "../model/ids.ts";
import type { Redacted } from "../model/redacted.ts";
import type { Exit, Session } from "../model/session.ts";
import { flag, orNull, present } from "./optional.ts";
import type { Sql, Value } from "./sql.ts";
import type { SessionDraft, SessionFilter, SessionTable } from "./store.ts";

type SessionRow = {
  id: string;
  agent: string;
  native_id: string | null;
  project: string;
  cwd: string;
  worktree: string;
  started_ms: number;
  last_ms: number;
  ended_ms: number | null;
  exit_code: number | null;
  exit_signal: number | null;
  ending: string | null;
  run: string | null;
  continues: string | null;
  forked_from: string | null;
  agent_version: string | null;
  branch: string | null;
  goal: string | null;
  turns: number;
  source_gone: number;
};

const COLUMNS = `id, agent, native_id, project, cwd, worktree, started_ms, last_ms, ended_ms, exit_code, exit_signal, ending, run,
  continues, forked_from, agent_version, branch, goal, turns, source_gone`;

const INSERT = `insert into sessions (${COLUMNS}) values (@id, @agent, @native_id, @project, @cwd, @worktree, @started_ms,
  max(@started_ms, coalesce(@last_ms, @started_ms)), @ended_ms, @exit_code, @exit_signal, @ending, @run,
  (select id from sessions where id = @continues), @forked_from, @agent_version, @branch, @goal, 0, coalesce(@source_gone, 0))`;

// An empty cwd means that it was not known: only then do folder and project change, so that a session keeps its project.
const FILL = `update sessions set
  native_id = coalesce(native_id, @native_id),
  project = case when cwd = '' then @project else project end,
  worktree = case when cwd = '' then @worktree else worktree end,
  cwd = case when cwd = '' then @cwd else cwd end,
  started_ms = min(started_ms, @started_ms),
  last_ms = max(last_ms, @started_ms, coalesce(@last_ms, 0)),
  ended_ms = coalesce(@ended_ms, ended_ms),
  exit_code = coalesce(@exit_code, exit_code),
  exit_signal = case when @exit_code is null then exit_signal else @exit_signal end,
  ending = coalesce(@ending, ending),
  run = coalesce(@run, run),
  continues = coalesce((select id from sessions where id = @continues and id <> @id), continues),
  forked_from = coalesce(@forked_from, forked_from),
  agent_version = coalesce(@agent_version, agent_version),
  branch = coalesce(@branch, branch),
  goal = coalesce(@goal, goal),
  source_gone = coalesce(@source_gone, source_gone)
  where id = @id`;

const GET = `select ${COLUMNS} from sessions where id = ?`;
const BY_NATIVE = `select ${COLUMNS} from sessions where agent = ? and native_id = ?`;
const BY_RUN = `select ${COLUMNS} from sessions where run = ? order by started_ms, n`;
const NATIVE_WHOLE = `select ${COLUMNS} from sessions where native_id = ? order by last_ms desc, n desc`;
const ID_PREFIX = `select ${COLUMNS} from sessions where id >= @from and id < @to order by id limit 20`;
const NATIVE_PREFIX = `select ${COLUMNS} from sessions where native_id >= @from and native_id < @to order by native_id limit 20`;
const END = `update sessions set ended_ms = @ended_ms, ending = @ending, exit_code = coalesce(@exit_code, exit_code),
  exit_signal = case when @exit_code is null then exit_signal else @exit_signal end where id = @id`;
const REOPEN = "update sessions set ended_ms = null, ending = null, exit_code = null, exit_signal = null, run = ? where id = ?";
const SET_SOURCE_GONE = "update sessions set source_gone = ? where id = ?";

/** Native ids are matched by a prefix of at least so many characters: a shorter one says too little. */
const MIN_NATIVE_PREFIX = 8;

const toExit = (row: SessionRow): Exit | undefined =>
  row.exit_code === null ? undefined : { code: row.exit_code, ...present({ signal: row.exit_signal }) };

const toSession = (row: SessionRow): Session => ({
  id: row.id as SessionId,
  agent: row.agent as AgentId,
  project: row.project as ProjectId,
  cwd: row.cwd,
  worktree: row.worktree,
  startedAt: row.started_ms,
  lastAt: row.last_ms,
  turns: row.turns,
  ...present({
    nativeId: row.native_id as NativeId | null,
    endedAt: row.ended_ms,
    exit: toExit(row),
    ending: row.ending as "ended" | "limit" | "crashed" | null,
    run: row.run as RunId | null,
    continues: row.continues as SessionId | null,
    forkedFrom: row.forked_from as NativeId | null,
    agentVersion: row.agent_version,
    branch: row.branch,
    goal: row.goal as Redacted | null,
    sourceGone: row.source_gone === 1 ? true : undefined,
  }),
});

const toValues = (draft: SessionDraft): Record<string, Value> => ({
  id: draft.id,
  agent: draft.agent,
  native_id: orNull(draft.nativeId),
  project: draft.project,
  cwd: draft.cwd,
  worktree: draft.worktree,
  started_ms: draft.startedAt,
  last_ms: orNull(draft.lastAt),
  ended_ms: orNull(draft.endedAt),
  exit_code: orNull(draft.exit?.code),
  exit_signal: orNull(draft.exit?.signal),
  ending: orNull(draft.ending),
  run: orNull(draft.run),
  continues: orNull(draft.continues),
  forked_from: orNull(draft.forkedFrom),
  agent_version: orNull(draft.agentVersion),
  branch: orNull(draft.branch),
  goal: orNull(draft.goal),
  source_gone: flag(draft.sourceGone),
});

/** The filter as SQL; every combination finds its rows through an index that is already in the list's order. */
export function whereOf(filter: SessionFilter): { text: string; values: Value[] } {
  const parts: [string, Value][] = [];
  if (filter.worktree !== undefined) parts.push(["worktree = ?", filter.worktree]);
  if (filter.project !== undefined) parts.push(["project = ?", filter.project]);
  if (filter.agent !== undefined) parts.push(["agent = ?", filter.agent]);
  const terms = parts.map(([term]) => term);
  if (filter.worked === true) terms.push("turns > 0");
  if (filter.workedOrLimit === true) terms.push("(turns > 0 or ending = 'limit')");
  return { text: terms.length === 0 ? "" : ` where ${terms.join(" and ")}`, values: parts.map(([, value]) => value) };
}

/** All that begin with `prefix`, as a range of an index: `~` sorts after every character of an id. */
const range = (prefix: string): Record<string, Value> => ({ from: prefix, to: `${prefix}~` });

export const LIST = (where: string): string => `select ${COLUMNS} from sessions${where} order by last_ms desc, n desc limit ?`;

function matching(sql: Sql, text: string): Session[] {
  if (text === "") return [];
  const exact = [...sql.all<SessionRow>(GET, [text.toLowerCase()]), ...sql.all<SessionRow>(NATIVE_WHOLE, [text])];
  if (exact.length > 0) return exact.map(toSession);
  const found = sql.all<SessionRow>(ID_PREFIX, range(text.toLowerCase()));
  if (text.length >= MIN_NATIVE_PREFIX) found.push(...sql.all<SessionRow>(NATIVE_PREFIX, range(text)));
  return [...new Map(found.map((row) => [row.id, toSession(row)])).values()];
}

function save(sql: Sql, draft: SessionDraft): Session {
  return sql.transact(() => {
    const byNative = draft.nativeId === undefined ? undefined : sql.get<SessionRow>(BY_NATIVE, [draft.agent, draft.nativeId]);
    const known = byNative ?? sql.get<SessionRow>(GET, [draft.id]);
    const id = known === undefined ? draft.id : toSession(known).id;
    sql.run(known === undefined ? INSERT : FILL, { ...toValues(draft), id });
    return mustGet(sql, id);
  });
}

function mustGet(sql: Sql, id: SessionId): Session {
  const row = sql.get<SessionRow>(GET, [id]);
  if (row === undefined) throw new Error(`no session ${id}`);
  return toSession(row);
}

const first = (rows: SessionRow[]): Session | undefined => rows.map(toSession)[0];

export function sessionTable(sql: Sql): SessionTable {
  const change = (text: string, values: readonly Value[] | Record<string, Value>): void => {
    sql.transact(() => sql.run(text, values));
  };
  return {
    save: (draft) => save(sql, draft),
    get: (id) => mustGet(sql, id),
    find: (id) => first(sql.all<SessionRow>(GET, [id])),
    byNative: (agent, nativeId) => first(sql.all<SessionRow>(BY_NATIVE, [agent, nativeId])),
    byRun: (run) => sql.all<SessionRow>(BY_RUN, [run]).map(toSession),
    matching: (text) => matching(sql, text),
    list: (filter) => {
      const where = whereOf(filter);
      return sql.all<SessionRow>(LIST(where.text), [...where.values, filter.limit ?? -1]).map(toSession);
    },
    count: (filter) => {
      const where = whereOf(filter);
      return sql.get<{ n: number }>(`select count(*) as n from sessions${where.text}`, where.values)?.n ?? 0;
    },
    end: (id, how) =>
      change(END, {
        id,
        ended_ms: how.endedAt,
        ending: how.ending,
        exit_code: orNull(how.exit?.code),
        exit_signal: orNull(how.exit?.signal),
      }),
    reopen: (id, run) => change(REOPEN, [run, id]),
    setSourceGone: (id, gone) => change(SET_SOURCE_GONE, [gone ? 1 : 0, id]),
  };
}
