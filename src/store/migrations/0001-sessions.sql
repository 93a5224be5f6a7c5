-- Sessions, what was said and done in them, and what their runs left behind. Times are milliseconds since 1970 UTC.

create table agents (
  n integer primary key,
  id text not null unique
) strict;

create table projects (
  id text not null primary key,
  name text not null,
  root text not null
) strict, without rowid;

-- The scope of sessions that belong to no project: kept, never mixed with one.
insert into projects (id, name, root) values ('none', 'no project', '/');

create table project_keys (
  key text not null primary key,
  project text not null references projects (id) on delete cascade
) strict, without rowid;

create index project_keys_project on project_keys (project);

create table sessions (
  n integer primary key,
  id text not null unique,
  agent text not null,
  native_id text,
  project text not null references projects (id) on delete cascade,
  cwd text not null,
  worktree text not null,
  started_ms integer not null,
  last_ms integer not null,
  ended_ms integer,
  exit_code integer,
  exit_signal integer,
  ending text,
  run text,
  continues text references sessions (id) on delete set null,
  forked_from text,
  agent_version text,
  branch text,
  goal text,
  turns integer not null default 0,
  -- 1: the newest prompt has had no answer yet.
  awaiting integer not null default 0,
  source_gone integer not null default 0
) strict;

create unique index sessions_native on sessions (agent, native_id) where native_id is not null;
create index sessions_native_prefix on sessions (native_id) where native_id is not null;
create index sessions_last on sessions (last_ms);
create index sessions_project on sessions (project, last_ms);
create index sessions_worktree on sessions (worktree, last_ms);
create index sessions_agent on sessions (agent, last_ms);
create index sessions_run on sessions (run) where run is not null;
create index sessions_continues on sessions (continues) where continues is not null;

create table events (
  id integer primary key,
  session integer not null references sessions (n) on delete cascade,
  seq integer not null,
  agent integer not null references agents (n),
  key text not null,
  at_ms integer not null,
  kind text not null,
  author text not null,
  tool text,
  ok integer,
  text text not null,
  files text,
  writes integer,
  cwd text,
  resets_ms integer,
  project text
) strict;

create unique index events_seq on events (session, seq);
-- What makes reading a history twice, or a fork's copy of it, change nothing.
create unique index events_key on events (agent, key);

create table runs (
  id text not null primary key,
  agent text not null,
  started_ms integer not null,
  ended_ms integer,
  recorder_pid integer,
  recorder_ticks text,
  data text not null
) strict;

create index runs_open on runs (started_ms) where ended_ms is null;

create table frames (
  id integer primary key,
  run text not null references runs (id) on delete cascade,
  n integer not null,
  at_ms integer not null,
  cols integer not null,
  rows integer not null,
  size_bytes integer not null,
  deflated blob not null
) strict;

create unique index frames_run on frames (run, n);

create table summaries (
  session text not null primary key references sessions (id) on delete cascade,
  at_ms integer not null,
  data text not null
) strict;

create table receipts (
  run text not null primary key,
  session text references sessions (id) on delete cascade,
  channel text not null,
  tokens integer not null,
  chars integer not null,
  sources text not null,
  at_ms integer not null,
  evidence text not null,
  found_in text
) strict;

create index receipts_session on receipts (session, at_ms) where session is not null;

create table cursors (
  path text not null primary key,
  agent text not null,
  session text references sessions (id) on delete set null,
  offset integer not null,
  line integer not null,
  size_bytes integer not null,
  mtime_ms real not null,
  head_hash text not null,
  state text not null
) strict;

create index cursors_agent on cursors (agent);
create index cursors_session on cursors (session) where session is not null;
