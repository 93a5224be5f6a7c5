// A case → what `mem` makes of it, by the way that every history goes: reader, redaction, store, summary, briefing.
import { brief, handOff } from "../../src/handoff/handoff.ts";
import { ingestFile } from "../../src/ingest/ingest.ts";
import type { SessionEvent } from "../../src/model/event.ts";
import { parseAgentId, type SessionId } from "../../src/model/ids.ts";
import type { Session } from "../../src/model/session.ts";
import type { Summary } from "../../src/model/summary.ts";
import { rawFiles } from "../../src/store/raw.ts";
import type { Store } from "../../src/store/store.ts";
import { readerOf } from "../../src/transcript/readers/index.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { fakeIds } from "../../test/support/fake-ids.ts";
import { memoryStore } from "../../test/support/memory-store.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import type { Case } from "./case.ts";

/** Later than any session, and always the same: a briefing does not change with the day it is measured on. */
const NOW = Date.parse("2026-12-31T12:00:00Z");
const NO_HOME = "/home/nobody-here";

export type Told = {
  session: Session;
  events: readonly SessionEvent[];
  /** Undefined if there is nothing to tell. */
  summary: Summary | undefined;
  /** The whole block; empty if there is nothing to tell. */
  briefing(tokens: number): string;
};

function depsOf(store: Store, folder: string) {
  return {
    store,
    raw: rawFiles(folder),
    door: redactor(),
    home: NO_HOME,
    clock: fakeClock(NOW),
    ids: fakeIds(),
    log: silentLog(),
    stateOf: (session: Session) => session.ending ?? ("unknown" as const),
    agentName: (agent: string) => agent,
  };
}
type Deps = ReturnType<typeof depsOf>;

/** The history's own session: files of sub-agents beside it are filed under it, too. */
function readIn(deps: Deps, { agent, path, name }: Case): Session {
  const [id, reader] = [parseAgentId(agent), readerOf(agent)];
  if (id === undefined || reader === undefined) throw new Error(`There is no reader "${agent}".`);
  const { sessions } = ingestFile(deps, { path, agent: id, reader });
  const [session] = [...sessions.keys()].map((key) => deps.store.sessions.get(key));
  if (session === undefined) throw new Error(`${name}: nothing was read from ${path}.`);
  return session;
}

function end(deps: Deps, { id, lastAt }: Session, { ending }: Case): Session {
  if (ending !== undefined) deps.store.sessions.end(id, { endedAt: lastAt, ...ending });
  return deps.store.sessions.get(id);
}

function briefingOf(deps: Deps, session: SessionId, tokens: number): string {
  const { cwd, worktree } = deps.store.sessions.get(session);
  const place = { kind: "folder" as const, name: "project", root: worktree, worktree, cwd, keys: [], ignore: [] };
  return brief(deps, { place, budget: { tokens, chars: tokens * 4 }, from: session })?.text ?? "";
}

/** `folder`: a temporary one, which the caller removes. `use` gets the case as it was told; afterwards nothing of it is left. */
export function tell<T>(told: Case, folder: string, use: (told: Told) => T): T {
  const store = memoryStore();
  try {
    const deps = depsOf(store, folder);
    const session = end(deps, readIn(deps, told), told);
    return use({
      session,
      events: [...store.events.of(session.id)],
      summary: handOff(deps, session.id),
      briefing: (tokens) => briefingOf(deps, session.id, tokens),
    });
  } finally {
    store.close();
  }
}
