import { expect, test } from "vitest";
import type { AgentId, ProjectId, SessionId } from "../../src/model/ids.ts";
import { own } from "../../src/model/redacted.ts";
import { progress } from "../../src/store/events.ts";
import { goalOf, isSubstantive, MAX_GOAL_CHARS } from "../../src/store/goal.ts";
import { memoryStore } from "../support/memory-store.ts";
import { draft, place, said } from "./nouns.ts";

function setup() {
  const store = memoryStore();
  const project = store.projects.resolve(place("/work/shop"));
  const session = store.sessions.save(draft(project.id));
  return { store, project, session };
}

test("events come back in order as they were given, numbered from 1", () => {
  const { store, session } = setup();
  const full = said("k2", "ran it", {
    kind: "tool_result",
    by: "tool",
    tool: "Bash",
    ok: false,
    files: ["/work/shop/ä.ts"],
    writes: true,
    cwd: "/work/shop",
    resetsAt: 99,
    project: "none" as ProjectId,
  });
  const stored = store.events.append(session.id, [said("k1", "do it"), full]);
  expect(stored).toEqual([
    { ...said("k1", "do it"), seq: 1 },
    { ...full, seq: 2 },
  ]);
  expect([...store.events.of(session.id)]).toEqual(stored);
  expect([...store.events.of(session.id, 2)]).toEqual(stored.slice(1));
  expect(store.events.count(session.id)).toBe(2);
});

test("appending the same events twice changes nothing", () => {
  const { store, session } = setup();
  const events = [said("k1", "do it"), said("k2", "done", { kind: "reply", by: "agent" })];
  store.events.append(session.id, events);
  const before = [store.sessions.get(session.id), [...store.events.of(session.id)]];
  expect(store.events.append(session.id, events)).toEqual([]);
  expect([store.sessions.get(session.id), [...store.events.of(session.id)]]).toEqual(before);
});

test("known keys are dropped between new ones, and numbers stay without gaps", () => {
  const { store, session } = setup();
  store.events.append(session.id, [said("k1", "a"), said("k2", "b")]);
  const added = store.events.append(session.id, [said("k2", "b"), said("k3", "c"), said("k1", "a"), said("k3", "c"), said("k4", "d")]);
  expect(added.map(({ key, seq }) => [key, seq])).toEqual([
    ["k3", 3],
    ["k4", 4],
  ]);
});

test("a fork's copy of an event is the same event, another agent's is not", () => {
  const { store, project, session } = setup();
  const fork = store.sessions.save(draft(project.id, { id: "000000000def" as SessionId }));
  const beta = store.sessions.save(draft(project.id, { id: "000000000aaa" as SessionId, agent: "beta" as AgentId }));
  store.events.append(session.id, [said("k1", "a")]);
  expect(store.events.append(fork.id, [said("k1", "a"), said("k9", "b")]).map(({ key }) => key)).toEqual(["k9"]);
  expect(store.events.append(beta.id, [said("k1", "a")])).toHaveLength(1);
});

test("two events of one time and text are two events", () => {
  const { store, session } = setup();
  expect(store.events.append(session.id, [said("k1", "same"), said("k2", "same")])).toHaveLength(2);
});

test("a prompt is a turn once it has an answer or a tool call", () => {
  const { store, session } = setup();
  store.events.append(session.id, [said("k1", "fix the cart", { at: 2000 })]);
  expect(store.sessions.get(session.id)).toMatchObject({ turns: 0, goal: "fix the cart", lastAt: 2000 });
  expect(store.sessions.list({ worked: true })).toEqual([]);
  store.events.append(session.id, [said("k2", "ls", { kind: "tool_call", by: "agent", at: 3000 })]);
  store.events.append(session.id, [said("k3", "done", { kind: "reply", by: "agent", at: 2500 })]);
  expect(store.sessions.get(session.id)).toMatchObject({ turns: 1, lastAt: 3000 });
  expect(store.sessions.list({ worked: true })).toHaveLength(1);
});

test("what a usage limit stopped before its first answer is found beside what worked, and what was left without a word is not", () => {
  const { store, session, project } = setup();
  const waits = store.sessions.save(draft(project.id, { id: "000000000def" as SessionId }));
  store.sessions.save(draft(project.id, { id: "000000000aaa" as SessionId }));
  store.events.append(session.id, [said("k1", "fix the cart"), said("k2", "done", { kind: "reply", by: "agent", at: 2500 })]);
  store.sessions.end(waits.id, { endedAt: 2600, ending: "limit" });
  const ids = store.sessions.list({ workedOrLimit: true }).map(({ id }) => id);
  expect(new Set(ids)).toEqual(new Set([session.id, waits.id]));
  expect(store.sessions.list({ worked: true }).map(({ id }) => id)).toEqual([session.id]);
});

test("a sub-agent's talk is no turn and no goal", () => {
  const talk = [said("a", "explore the repo", { by: "subagent" }), said("b", "found", { kind: "reply", by: "subagent" })];
  expect(progress(talk, { awaiting: false, goal: undefined })).toEqual({ turns: 0, awaiting: false, goal: undefined });
});

test("a goal that is known is not replaced by an event, but by a save", () => {
  const { store, session } = setup();
  store.events.append(session.id, [said("k1", "thanks"), said("k2", "first real thing"), said("k3", "second thing")]);
  expect(store.sessions.get(session.id).goal).toBe("first real thing");
  const { turns: _, ...known } = store.sessions.get(session.id);
  expect(store.sessions.save({ ...known, goal: own("corrected") }).goal).toBe("corrected");
  store.events.append(session.id, [said("k4", "third")]);
  expect(store.sessions.get(session.id).goal).toBe("corrected");
});

test.each([
  "ok",
  "Thanks!",
  "continue",
  "yes, please",
  "hi",
  "OK thanks 👍",
  "1",
  "2.",
  "weiter",
  "はい",
  "",
  "…",
  "go on",
  "ok let's continue",
])("%j says nothing about the work", (text) => expect(isSubstantive(text)).toBe(false));

test.each(["pr-477", "fix it", "continue with the parser", "why?", "do 2", "2024", "修复购物车", "ok, now the tests"])("%j does", (text) =>
  expect(isSubstantive(text)).toBe(true),
);

test("a goal is the first line that says something, cut by characters", () => {
  expect(goalOf(own("Hi!\n\n  Please   fix the cart.\nIt is broken."))).toBe("Please fix the cart.");
  const long = goalOf(own("🛒".repeat(500)) && own("x🛒".repeat(500))) ?? "";
  expect(Array.from(long)).toHaveLength(MAX_GOAL_CHARS);
  expect(long.endsWith("…")).toBe(true);
  expect(goalOf(own("ok\nthanks"))).toBeUndefined();
});

test("a text of 64 kB with every kind of character comes back whole", () => {
  const { store, session } = setup();
  const text = "ä🛒漢\u009d\u0000 '\"".repeat(6000);
  store.events.append(session.id, [said("k1", text)]);
  expect([...store.events.of(session.id)][0]?.text).toBe(text);
});

test("appending to a session that is not there is a bug and stores nothing", () => {
  const { store } = setup();
  expect(() => store.events.append("000000000009" as SessionId, [said("k1", "a")])).toThrow("no session");
});

test("a limit is the end only if the agent answered nothing after it", () => {
  const { store, session } = setup();
  const reply = (key: string, by: "agent" | "subagent" = "agent") => said(key, "done", { kind: "reply", by });
  const limit = (key: string) => said(key, "limit reached", { kind: "limit", by: "agent", resetsAt: 99 });
  expect(store.events.limitAtEnd(session.id)).toBeUndefined();
  store.events.append(session.id, [said("k1", "do it"), reply("k2"), limit("k3")]);
  expect(store.events.limitAtEnd(session.id)).toMatchObject({ seq: 3, resetsAt: 99 });
  store.events.append(session.id, [reply("k4", "subagent"), said("k5", "and now?")]);
  expect(store.events.limitAtEnd(session.id)?.seq).toBe(3);
  store.events.append(session.id, [reply("k6")]);
  expect(store.events.limitAtEnd(session.id)).toBeUndefined();
});

test("the events of a session longer than a page come back without gap or repeat", () => {
  const { store, session } = setup();
  store.events.append(
    session.id,
    Array.from({ length: 601 }, (_, n) => said(`k${n}`, `${n}`)),
  );
  expect([...store.events.of(session.id, 2)].map(({ seq }) => seq)).toEqual(Array.from({ length: 600 }, (_, n) => n + 2));
});
