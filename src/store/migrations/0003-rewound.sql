-- 1: the user went back to before this event; 2: and what it did to files was put back. It stays, and nothing is told from it as if it held.
alter table events add column rewound integer;

-- How often that changed in a session: what was made of its events before is out of date.
alter table sessions add column rewinds integer not null default 0;
