// What a summary costs after a turn of a long session, and a briefing over many sessions: the real store on a disk, wall time.
import { join } from "node:path";
import { brief, handOff } from "../../src/handoff/handoff.ts";
import { knownEvents } from "../../src/handoff/known-events.ts";
import type { SessionEvent } from "../../src/model/event.ts";
import type { AgentId, SessionId } from "../../src/model/ids.ts";
import { type Place, pathKey } from "../../src/model/project.ts";
import { openStore } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { fakeClock } from "../../test/support/fake-clock.ts";
import { fakeIds } from "../../test/support/fake-ids.ts";
import { storeDeps } from "../../test/support/memory-store.ts";
import { silentLog } from "../../test/support/silent-log.ts";
import type { Case } from "./case.ts";
import { tell } from "./tell.ts";

const TEXT_BYTES = 3_000_000;
const ROUNDS = 15;
const EVENTS_A_TURN = 6;
const SESSIONS = 40;
const TOKENS = 2000;
const [SUMMARY_BUDGET_MS, BRIEF_BUDGET_MS] = [20, 30];
const AGENT = "bench" as AgentId;
const ROOT = "/home/nobody-here/shop";
const PLACE: Place = {
  kind: "folder",
  name: "shop",
  root: ROOT,
  worktree: ROOT,
  cwd: ROOT,
  keys: [pathKey(ROOT)],
  ignore: [],
};

type Draft = Omit<SessionEvent, "seq">;

/** Events of the cases, of the real ones if they are there (made-up results are short), again and again under other keys, until their text is that long. */
function manyEvents(cases: readonly Case[], folder: string): Draft[] {
  const real = cases.filter(({ set }) => set === "real");
  const once = (real.length > 0 ? real : cases).flatMap((each) => tell(each, folder, ({ events }) => [...events]));
  const all: Draft[] = [];
  for (let bytes = 0, round = 0; bytes < TEXT_BYTES && once.length > 0; round += 1)
    for (const { seq: _, ...event } of once) {
      if (bytes >= TEXT_BYTES) break;
      all.push({ ...event, key: `${round}:${all.length}` });
      bytes += Buffer.byteLength(event.text);
    }
  return all;
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

function timed(act: () => unknown): number {
  const from = performance.now();
  act();
  return performance.now() - from;
}

function newSession(store: Store, id: string): SessionId {
  const project = store.projects.resolve(PLACE);
  return store.sessions.save({
    id: id.padEnd(12, "0") as SessionId,
    agent: AGENT,
    project: project.id,
    cwd: ROOT,
    worktree: ROOT,
    startedAt: 0,
  }).id;
}

/** Of one session that grows by a turn each time; the first summary, made of all of it, is apart. */
function summaryTimes(store: Store, events: readonly Draft[]): { first: number; next: number[] } {
  const deps = { store, clock: fakeClock(0), log: silentLog(), eventsOf: knownEvents(store.events) };
  const session = newSession(store, "long");
  const grown = events.length - ROUNDS * EVENTS_A_TURN;
  store.events.append(session, events.slice(0, grown));
  const first = timed(() => handOff(deps, session));
  const next = Array.from({ length: ROUNDS }, (_, at) => {
    const from = grown + at * EVENTS_A_TURN;
    store.events.append(session, events.slice(from, from + EVENTS_A_TURN));
    return timed(() => handOff(deps, session));
  });
  return { first, next };
}

function briefTimes(store: Store, events: readonly Draft[]): number[] {
  const deps = { store, clock: fakeClock(0), log: silentLog(), ids: fakeIds(), stateOf: () => "ended" as const, agentName: String };
  const each = Math.floor(events.length / SESSIONS);
  for (let at = 0; at < SESSIONS; at += 1) {
    const session = newSession(store, `s${at}x`);
    store.events.append(
      session,
      events.slice(at * each, (at + 1) * each).map((event) => ({ ...event, key: `${at}:${event.key}` })),
    );
    handOff(deps, session);
  }
  return Array.from({ length: ROUNDS }, () => timed(() => brief(deps, { place: PLACE, budget: { tokens: TOKENS, chars: TOKENS * 4 } })));
}

const row = (what: string, ms: number, budget?: number): string => {
  const verdict = budget === undefined ? " |" : `≤ ${budget} ms | ${ms <= budget ? "met" : "MISSED"} |`;
  return `| ${what} | ${ms.toFixed(1)} ms | ${verdict}`;
};

/** `folder`: a temporary one, which the caller removes. */
export function speedPart(cases: readonly Case[], folder: string): string {
  const { store } = openStore(join(folder, "mem.db"), storeDeps());
  try {
    const events = manyEvents(cases, folder);
    const summary = summaryTimes(store, events);
    const briefs = briefTimes(store, events);
    return [
      "## Speed, wall time in a process that is warm",
      "",
      "| what | median | budget | verdict |",
      "| --- | ---: | ---: | ---: |",
      row(
        `summary after a turn, a session of ${events.length} events and ${(TEXT_BYTES / 1e6).toFixed(0)} MB`,
        median(summary.next),
        SUMMARY_BUDGET_MS,
      ),
      row("the first summary of it, once in a recorder's life", summary.first),
      row(`briefing of ${TOKENS} tokens from ${SESSIONS} sessions`, median(briefs), BRIEF_BUDGET_MS),
    ].join("\n");
  } finally {
    store.close();
  }
}
