import { expect, test } from "vitest";
import type { AgentId, NativeId, RunId, SessionId } from "../../src/model/ids.ts";
import { memoryStore } from "../support/memory-store.ts";
import { draft, place } from "./nouns.ts";

const RUN = "00000000000000aa" as RunId;

function setup() {
  const store = memoryStore();
  const project = store.projects.resolve(place("/work/shop"));
  return { store, project };
}

test("a session comes back as it was saved", () => {
  const { store, project } = setup();
  const saved = store.sessions.save(
    draft(project.id, { nativeId: "native-1" as NativeId, branch: "main", agentVersion: "2.1", run: RUN, exit: { code: 130, signal: 2 } }),
  );
  expect(store.sessions.get(saved.id)).toEqual({
    id: saved.id,
    agent: "alpha",
    nativeId: "native-1",
    project: project.id,
    cwd: "/work/shop",
    worktree: "/work/shop",
    startedAt: 1000,
    lastAt: 1000,
    branch: "main",
    agentVersion: "2.1",
    run: RUN,
    exit: { code: 130, signal: 2 },
    turns: 0,
  });
});

test("saving again fills in and never erases, and the start never moves forward", () => {
  const { store, project } = setup();
  const first = store.sessions.save(draft(project.id, { branch: "main", startedAt: 1000 }));
  const second = store.sessions.save({ ...draft(project.id), id: first.id, agentVersion: "2.1", startedAt: 5000 });
  expect(second).toMatchObject({ branch: "main", agentVersion: "2.1", startedAt: 1000, lastAt: 5000 });
  expect(store.sessions.save({ ...draft(project.id), id: first.id, startedAt: 500 })).toMatchObject({ startedAt: 500, lastAt: 5000 });
});

test("a native id that is known makes the same session, whatever new id is offered", () => {
  const { store, project } = setup();
  const first = store.sessions.save(draft(project.id, { nativeId: "native-1" as NativeId }));
  const second = store.sessions.save(
    draft(project.id, { id: "zzzzzzzzzzzz" as SessionId, nativeId: "native-1" as NativeId, branch: "dev" }),
  );
  expect(second.id).toBe(first.id);
  expect(second.branch).toBe("dev");
  expect(store.sessions.count({})).toBe(1);
});

test("two agents may use one native id", () => {
  const { store, project } = setup();
  store.sessions.save(draft(project.id, { nativeId: "native-1" as NativeId }));
  store.sessions.save(draft(project.id, { id: "zzzzzzzzzzzz" as SessionId, agent: "beta" as AgentId, nativeId: "native-1" as NativeId }));
  expect(store.sessions.count({})).toBe(2);
  expect(store.sessions.byNative("beta" as AgentId, "native-1" as NativeId)?.id).toBe("zzzzzzzzzzzz");
});

test("a session keeps its project and folder when the agent goes into another one", () => {
  const { store, project } = setup();
  const other = store.projects.resolve(place("/work/other"));
  const session = store.sessions.save(draft(project.id));
  const again = store.sessions.save({ ...draft(other.id), id: session.id, cwd: "/work/other", worktree: "/work/other" });
  expect(again).toMatchObject({ project: project.id, cwd: "/work/shop" });
});

test("a session whose folder was not known takes the first one that is", () => {
  const { store, project } = setup();
  const none = store.projects.resolve({ ...place("/"), kind: "none", keys: [] });
  const session = store.sessions.save(draft(none.id, { cwd: "", worktree: "" }));
  expect(store.sessions.save({ ...draft(project.id), id: session.id })).toMatchObject({ project: project.id, cwd: "/work/shop" });
});

test("matching() finds by whole id, by prefix, and by native id or its prefix of 8 or more", () => {
  const { store, project } = setup();
  const a = store.sessions.save(draft(project.id, { id: "aaaa00000001" as SessionId, nativeId: "0a1b2c3d-0001" as NativeId }));
  const b = store.sessions.save(draft(project.id, { id: "aaaa00000002" as SessionId, nativeId: "0a1b2c3d-0002" as NativeId }));
  const ids = (text: string) => store.sessions.matching(text).map(({ id }) => id);
  expect(ids("aaaa00000001")).toEqual([a.id]);
  expect(ids("AAAA00000001")).toEqual([a.id]);
  expect(ids("aaaa")).toEqual([a.id, b.id]);
  expect(ids("0a1b2c3d-0002")).toEqual([b.id]);
  expect(ids("0a1b2c3d")).toEqual([a.id, b.id]);
  expect(ids("0a1b2c3")).toEqual([]);
  expect(ids("aaab")).toEqual([]);
  expect(ids("%")).toEqual([]);
  expect(ids("")).toEqual([]);
});

test("the list is newest first by last event, and every filter holds", () => {
  const { store, project } = setup();
  const other = store.projects.resolve(place("/work/other"));
  const save = (id: string, lastAt: number, more = {}) => store.sessions.save(draft(project.id, { id: id as SessionId, lastAt, ...more }));
  save("000000000001", 3000);
  save("000000000002", 9000, { agent: "beta" });
  save("000000000003", 5000, { worktree: "/work/shop-2" });
  save("000000000004", 7000, { project: other.id });
  const ids = (filter: Parameters<typeof store.sessions.list>[0]) => store.sessions.list(filter).map(({ id }) => Number(id));
  expect(ids({})).toEqual([2, 4, 3, 1]);
  expect(ids({ limit: 2 })).toEqual([2, 4]);
  expect(ids({ project: project.id })).toEqual([2, 3, 1]);
  expect(ids({ project: project.id, agent: "alpha" as AgentId })).toEqual([3, 1]);
  expect(ids({ worktree: "/work/shop-2" })).toEqual([3]);
  expect(ids({ worked: true })).toEqual([]);
  expect(store.sessions.count({ project: project.id })).toBe(3);
});

test("an ended session that goes on is open again, under its new run", () => {
  const { store, project } = setup();
  const session = store.sessions.save(draft(project.id));
  store.sessions.end(session.id, { endedAt: 8000, ending: "crashed", exit: { code: 137, signal: 9 } });
  expect(store.sessions.get(session.id)).toMatchObject({ endedAt: 8000, ending: "crashed", exit: { code: 137, signal: 9 } });
  store.sessions.reopen(session.id, RUN);
  const open = store.sessions.get(session.id);
  expect(open.endedAt).toBeUndefined();
  expect(open.ending).toBeUndefined();
  expect(open.exit).toBeUndefined();
  expect(store.sessions.byRun(RUN).map(({ id }) => id)).toEqual([session.id]);
});

test("continues is kept, cannot be itself, and may name a session that is not there", () => {
  const { store, project } = setup();
  const a = store.sessions.save(draft(project.id, { id: "aaaa00000001" as SessionId }));
  const b = store.sessions.save(draft(project.id, { id: "aaaa00000002" as SessionId, continues: "bbbb00000009" as SessionId }));
  expect(b.continues).toBeUndefined();
  store.sessions.save(draft(project.id, { id: b.id, continues: a.id }));
  store.sessions.save(draft(project.id, { id: a.id, continues: a.id }));
  expect(store.sessions.get(b.id).continues).toBe(a.id);
  expect(store.sessions.get(a.id).continues).toBeUndefined();
});

test("sourceGone is set and taken back", () => {
  const { store, project } = setup();
  const { id } = store.sessions.save(draft(project.id));
  store.sessions.setSourceGone(id, true);
  expect(store.sessions.get(id).sourceGone).toBe(true);
  store.sessions.setSourceGone(id, false);
  expect(store.sessions.get(id).sourceGone).toBeUndefined();
});

test("get() of an unknown session throws, find() does not", () => {
  const { store } = setup();
  expect(() => store.sessions.get("000000000009" as SessionId)).toThrow("no session");
  expect(store.sessions.find("000000000009" as SessionId)).toBeUndefined();
});
