// Which events of a session the user went back to before: marked in table `events`, never deleted, and marks can be taken away again.
import type { Seq, SessionId } from "../model/ids.ts";
import type { Redacted } from "../model/redacted.ts";
import { goalOf } from "./goal.ts";
import { orNull } from "./optional.ts";
import type { Sql } from "./sql.ts";
import type { EventKey, Mark } from "./store.ts";

const MINE = "session = (select n from sessions where id = @session)";
const KEYS = `select seq, key, rewound from events where ${MINE} order by seq`;
const MARK = `update events set rewound = @rewound where ${MINE} and seq in (select value from json_each(@seqs)) and rewound is not @rewound
  and not (rewound is 2 and @rewound is 1)`;
const PROMPTS = `select substr(text, 1, 4000) as text from events where ${MINE} and kind = 'prompt' and author <> 'subagent' and rewound is null
  order by seq`;
const TELL_SESSION = "update sessions set rewinds = rewinds + 1, goal = @goal where id = @session";
const REWINDS = "select rewinds from sessions where id = ?";

export const keysOf = (sql: Sql, session: SessionId): EventKey[] =>
  sql
    .all<{ seq: Seq; key: string; rewound: number | null }>(KEYS, { session })
    .map(({ seq, key, rewound }) => ({ seq, key, isRewound: rewound !== null }));

/** A session is about the first request that holds. */
const goalThatHolds = (sql: Sql, session: SessionId): Redacted | undefined =>
  sql.all<{ text: string }>(PROMPTS, { session }).flatMap(({ text }) => goalOf(text as Redacted) ?? [])[0];

const VALUES: Readonly<Record<Mark, number | null>> = { holds: null, rewound: 1, "put-back": 2 };

export const markEvents = (sql: Sql, session: SessionId, seqs: readonly Seq[], mark: Mark): number =>
  sql.transact(() => {
    const changed = sql.run(MARK, { session, seqs: JSON.stringify(seqs), rewound: VALUES[mark] });
    if (changed > 0) sql.run(TELL_SESSION, { session, goal: orNull(goalThatHolds(sql, session)) });
    return changed;
  });

export const rewindsOf = (sql: Sql, session: SessionId): number => sql.get<{ rewinds: number }>(REWINDS, [session])?.rewinds ?? 0;
