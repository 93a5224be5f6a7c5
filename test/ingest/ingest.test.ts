import { appendFileSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type IngestDeps, ingestFile } from "../../src/ingest/ingest.ts";
import type { AgentId, RunId } from "../../src/model/ids.ts";
import type { Run } from "../../src/model/run.ts";
import { locate } from "../../src/project/place.ts";
import { toyEvent, toyLine, toyReader } from "../support/toy-reader.ts";
import { TOY, type ToyWorld, toyWorld } from "../support/toy-world.ts";

let world: ToyWorld;
let folder: string;
let deps: IngestDeps;
let path: string;

beforeEach(() => {
  world = toyWorld();
  ({ folder, deps } = world);
  path = join(folder, "h", "talk-1.toy");
});

const about = (more: object = {}): string => world.about("talk-1", { startedAt: 1000, ...more });
const ingest = (run?: Run) => ingestFile(deps, { path, agent: TOY, reader: toyReader, ...(run && { run }) });
const texts = (): string[] =>
  deps.store.sessions.list({}).flatMap((session) => [...deps.store.events.of(session.id)].map((event) => event.text));

test("reading a file twice changes nothing", () => {
  writeFileSync(path, about() + toyEvent({ text: "one" }) + toyEvent({ text: "two", kind: "reply", by: "agent" }));
  expect([...ingest().sessions.values()]).toEqual([{ newEvents: 2 }]);
  expect([...ingest().sessions.values()]).toEqual([]);
  expect(texts()).toEqual(["one", "two"]);
});

test("what is appended later goes to the same session, though its id stood in the first line only", () => {
  writeFileSync(path, about() + toyEvent({ text: "one" }));
  ingest();
  appendFileSync(path, toyEvent({ text: "two" }));
  ingest();
  expect(texts()).toEqual(["one", "two"]);
  expect(deps.store.sessions.list({})).toHaveLength(1);
});

test("a line that is still being written is read once it is whole", () => {
  const line = toyEvent({ text: "late" });
  writeFileSync(path, about() + toyEvent({ text: "one" }) + line.slice(0, 20));
  expect(ingest().skipped).toEqual([]);
  appendFileSync(path, line.slice(20));
  ingest();
  expect(texts()).toEqual(["one", "late"]);
});

test("a rewritten file is read again from its start, and known events are not doubled", () => {
  const kept = toyEvent({ text: "kept" });
  writeFileSync(path, about() + kept + toyEvent({ text: "x".repeat(3000) }));
  ingest();
  writeFileSync(path, toyLine({ kind: "turn-end", at: 1 }) + about() + kept + toyEvent({ text: "new" }));
  ingest();
  expect(texts().filter((text) => text === "kept")).toHaveLength(1);
  expect(texts()).toContain("new");
});

test("bad lines are skipped, counted by line, and all others are read", () => {
  writeFileSync(path, `${about()}not json\n${toyEvent({ text: "one" })}{"half":\n${toyEvent({ text: "two" })}`);
  expect(ingest().skipped).toEqual([
    { line: 2, why: "not JSON" },
    { line: 4, why: "not JSON" },
  ]);
  expect(texts()).toEqual(["one", "two"]);
});

test("a conversation without any event leaves no session", () => {
  writeFileSync(path, about());
  ingest();
  expect(deps.store.sessions.list({})).toEqual([]);
});

test("an event leaves its session's project only for another repository", () => {
  mkdirSync(join(folder, "other", ".git"), { recursive: true });
  writeFileSync(join(folder, "other", ".git", "HEAD"), "ref: refs/heads/main\n");
  mkdirSync(join(folder, "plain"));
  writeFileSync(path, about() + toyEvent({ cwd: join(folder, "plain") }) + toyEvent({ cwd: join(folder, "other") }));
  ingest();
  const [session] = deps.store.sessions.list({});
  const [plain, other] = [...deps.store.events.of(session?.id ?? ("" as never))];
  expect(plain?.project).toBeUndefined();
  expect(other?.project).toBe(deps.store.projects.find(locate(join(folder, "other"), deps.home))?.id);
});

test("a sub-agent's file is filed under the conversation that started it", () => {
  writeFileSync(path, about() + toyEvent({ text: "one" }));
  ingest();
  path = join(folder, "h", "inner.toy");
  writeFileSync(path, about({ nativeId: "inner", parent: "talk-1", isSubagent: true }) + toyEvent({ text: "inner", by: "subagent" }));
  ingest();
  expect(deps.store.sessions.list({})).toHaveLength(1);
  expect(texts()).toEqual(["one", "inner"]);
});

test("secrets reach neither the database nor the raw file", () => {
  const secret = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
  writeFileSync(path, about() + toyEvent({ text: `use ${secret} please` }));
  ingest();
  expect(texts().join()).toContain("‹redacted:");
  expect(texts().join()).not.toContain(secret);
  const raw = readdirSync(join(folder, "raw"), { recursive: true, encoding: "utf8" });
  expect(raw.some((name) => name.endsWith(".jsonl"))).toBe(true);
});

const aRun = (more: Partial<Run> = {}): Run => world.run({ startedAt: 500, ...more });

test("our mark in the agent's own text binds the session to its run and proves the receipt", () => {
  const run = aRun();
  deps.store.runs.save(run);
  deps.store.receipts.save({ run: run.id, channel: "args", tokens: 9, chars: 36, sources: [], at: 500, evidence: "asked" });
  writeFileSync(path, about() + toyLine({ kind: "origin", run: run.id, where: "developer" }) + toyEvent());
  ingest();
  const [session] = deps.store.sessions.byRun(run.id);
  expect(session?.nativeId).toBe("talk-1");
  expect(session && deps.store.receipts.ofSession(session.id)).toMatchObject({ evidence: "history", where: "developer" });
});

test("a mark that a person or another agent's text quotes binds nothing", () => {
  deps.store.runs.save(aRun());
  writeFileSync(path, about() + toyLine({ kind: "origin", run: aRun().id, where: "prompt" }) + toyEvent());
  ingest();
  expect(deps.store.sessions.byRun(aRun().id)).toEqual([]);
  deps.store.runs.save(aRun({ id: "fedcba9876543210" as RunId, agent: "other" as AgentId }));
  path = join(folder, "h", "talk-2.toy");
  writeFileSync(path, about({ nativeId: "talk-2" }) + toyLine({ kind: "origin", run: "fedcba9876543210", where: "system" }) + toyEvent());
  ingest();
  expect(deps.store.sessions.byRun("fedcba9876543210" as RunId)).toEqual([]);
});

test("a call that waits for its result is kept for later redacted, like all that is stored", () => {
  const secret = ["ghp", "A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8"].join("_");
  const remembering = { ...toyReader, start: () => ({ waiting: `curl -H ${secret}`, id: "toolu_01ABCdefGHI" }) };
  writeFileSync(path, about() + toyEvent());
  ingestFile(deps, { path, agent: TOY, reader: remembering });
  const state = JSON.stringify(deps.store.cursors.get(path)?.state);
  expect(state).not.toContain(secret);
  expect(state).toContain("toolu_01ABCdefGHI");
});

test("a time in the future does not make a session the newest for ever", () => {
  writeFileSync(path, about({ startedAt: Date.UTC(2099, 0) }) + toyEvent({ at: Date.UTC(2099, 0) }));
  ingest();
  expect(deps.store.sessions.list({})[0]?.lastAt).toBeLessThanOrEqual(Date.now());
});

test("a file that is gone is told, not thrown", () => {
  expect(ingest().skipped).toEqual([{ line: 0, why: "the file is gone" }]);
});

test("reading stops between batches when it is due, and goes on there", () => {
  const many = Array.from({ length: 900 }, (_, n) => toyEvent({ text: `n${n}` })).join("");
  writeFileSync(path, about() + many);
  expect(ingestFile(deps, { path, agent: TOY, reader: toyReader }, () => true).isDone).toBe(false);
  const before = texts().length;
  expect(before).toBeGreaterThan(0);
  expect(before).toBeLessThan(900);
  ingest();
  expect(texts()).toEqual(Array.from({ length: 900 }, (_, n) => `n${n}`));
});
