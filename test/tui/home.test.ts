import { afterEach, beforeEach, expect, test } from "vitest";
import { rowsOf } from "../../src/cli/commands/home.ts";
import { RECENT_MS } from "../../src/handoff/liveness.ts";
import type { AgentId, NativeId } from "../../src/model/ids.ts";
import type { Session } from "../../src/model/session.ts";
import type { Store } from "../../src/store/store.ts";
import { draft, place, said } from "../store/nouns.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { memoryStore } from "../support/memory-store.ts";
import { agentId, NOW, sessionId } from "./rows.ts";

let store: Store;
beforeEach(() => {
  store = memoryStore();
});
afterEach(() => store.close());

const BASH = agentId("program:bash");
const GONE = agentId("program:gone");

function worked(name: string, agent: AgentId, at: number): void {
  const project = store.projects.resolve(place("/w/shop")).id;
  const { id } = store.sessions.save(draft(project, { id: sessionId(name), agent, startedAt: at - 2 }));
  store.events.append(id, [
    said(`${name}1`, "print the date", { at: at - 1 }),
    said(`${name}2`, "Printed.", { at, kind: "reply", by: "agent" }),
  ]);
}

function rows() {
  const asked: { installed: AgentId[]; state: Session[] } = { installed: [], state: [] };
  const found = rowsOf({
    store,
    clock: fakeClock(NOW),
    agentName: (id) => id.replace("program:", ""),
    stateOf: (session) => {
      asked.state.push(session);
      return "live";
    },
    isInstalled: (id) => {
      asked.installed.push(id);
      return id !== GONE;
    },
  });
  return { found, asked };
}

test("a session of a program that can be started is one to go on with; each program is looked for once", () => {
  worked("a", BASH, NOW - 3 * RECENT_MS);
  worked("b", BASH, NOW - 4 * RECENT_MS);
  worked("c", GONE, NOW - 5 * RECENT_MS);
  const { found, asked } = rows();
  expect(found.map(({ agentName, isInstalled }) => [agentName, isInstalled])).toEqual([
    ["bash", true],
    ["bash", true],
    ["gone", false],
  ]);
  expect(asked.installed).toEqual([BASH, GONE]);
});

test("only of a session that may be live it is asked whether it is", () => {
  worked("a", BASH, NOW - 1000);
  worked("b", BASH, NOW - 3 * RECENT_MS);
  const { found, asked } = rows();
  expect(found.map(({ state }) => state)).toEqual(["live", "unknown"]);
  expect(asked.state.map(({ id }) => id)).toEqual([sessionId("a")]);
});

test("a session that has no answer yet is in the list, as it is in that of `mem sessions`, and so is one that nothing was asked in", () => {
  worked("a", agentId("scout"), NOW - 3 * RECENT_MS);
  const project = store.projects.resolve(place("/w/shop")).id;
  for (const [name, hours] of [
    ["b", 4],
    ["c", 5],
  ] as const) {
    const nativeId = name as NativeId;
    store.sessions.save(draft(project, { id: sessionId(name), agent: agentId("scout"), nativeId, startedAt: NOW - hours * RECENT_MS }));
  }
  store.events.append(sessionId("b"), [said("b1", "paint the shed green and the door red", { at: NOW - 4 * RECENT_MS })]);
  expect(rows().found.map(({ title, turns }) => [title, turns])).toEqual([
    ["print the date", 1],
    ["paint the shed green and the door red", 0],
    ["(nothing asked yet)", 0],
  ]);
});

test("a session that its agent left at its limit, without mem, is one at its limit; it is looked for once its line is drawn", () => {
  worked("a", agentId("scout"), NOW - 3 * RECENT_MS);
  store.events.append(sessionId("a"), [
    said("a3", "print it again", { at: NOW - 3 * RECENT_MS + 1 }),
    said("a4", "5-hour limit", { at: NOW - 3 * RECENT_MS + 2, kind: "limit", by: "agent" }),
  ]);
  worked("b", agentId("scout"), NOW - 4 * RECENT_MS);
  const asked: string[] = [];
  const { limitAtEnd } = store.events;
  store.events.limitAtEnd = (id) => {
    asked.push(id);
    return limitAtEnd(id);
  };
  const { found } = rows();
  expect(asked).toEqual([]);
  expect(found.map(({ state, stateWord }) => [state, stateWord])).toEqual([
    ["limit", "limit"],
    ["unknown", ""],
  ]);
  expect(asked).toEqual([sessionId("a"), sessionId("b")]);
});
