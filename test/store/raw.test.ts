import { appendFileSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import type { AgentId, SessionId } from "../../src/model/ids.ts";
import type { Project } from "../../src/model/project.ts";
import type { Session } from "../../src/model/session.ts";
import { appendEvents } from "../../src/store/append.ts";
import { type RawLine, rawFiles, readRaw, safeName } from "../../src/store/raw.ts";
import { memoryStore } from "../support/memory-store.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { draft, place, said } from "./nouns.ts";

const project = { id: "00000000000p", name: "my shop/../x", root: "/work/shop" } as Project;
const session: Session = { ...draft(project.id), startedAt: Date.UTC(2026, 10, 30, 18, 12), lastAt: 5, turns: 0 };
const event = (seq: number) => ({ ...said(`k${seq}`, `line\n${seq} ä\u2028🛒`), seq });

async function linesOf(path: string): Promise<RawLine[]> {
  const lines: RawLine[] = [];
  for await (const line of readRaw(path)) lines.push(line);
  return lines;
}

test("a file says first whose it is, then one event a line, and is the user's alone", async () => {
  const folder = join(tempFolder(), "raw");
  const raw = rawFiles(folder);
  raw.append(session, project, [event(1), event(2)]);
  raw.append(session, project, [event(3)]);
  const path = raw.pathOf(session, project);
  expect(relative(folder, path)).toBe("my-shop-..-x-00000000000p/2026-11-30T18-12-00Z-alpha-000000000abc.jsonl");
  expect(await linesOf(path)).toEqual([
    { kind: "session", session, project },
    ...[1, 2, 3].map((seq) => ({ kind: "event", event: event(seq) })),
  ]);
  expect(readFileSync(path, "utf8").split("\n")).toHaveLength(5);
  expect(statSync(path).mode & 0o777).toBe(0o600);
  expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
  expect(statSync(folder).mode & 0o777).toBe(0o700);
});

test("a session stays in its file when its start or its project's name changes, also for the next process", () => {
  const folder = join(tempFolder(), "raw");
  const path = rawFiles(folder).pathOf(session, project);
  rawFiles(folder).append(session, project, [event(1)]);
  expect(rawFiles(folder).pathOf({ ...session, startedAt: 5 }, { ...project, name: "renamed" })).toBe(path);
  expect(rawFiles(folder).pathOf({ ...session, id: "00000000zabc" as SessionId }, project)).not.toBe(path);
});

test("a torn last line costs that line only", async () => {
  const raw = rawFiles(tempFolder());
  raw.append(session, project, [event(1)]);
  const path = raw.pathOf(session, project);
  appendFileSync(path, '{"type":"event","seq":2,"te');
  raw.append(session, project, [event(3)]);
  expect((await linesOf(path)).map((line) => (line.kind === "event" ? line.event.seq : line.kind))).toEqual(["session", 1, "skipped", 3]);
});

test("a later word about the session is one more line", async () => {
  const raw = rawFiles(tempFolder());
  raw.append(session, project, [event(1)]);
  raw.note({ ...session, ending: "ended" }, project);
  const last = (await linesOf(raw.pathOf(session, project))).at(-1);
  expect(last).toMatchObject({ kind: "session", session: { ending: "ended" } });
});

test("lines of another kind, and lines that are none, are told by number", async () => {
  const path = join(tempFolder(), "x.jsonl");
  writeFileSync(path, '{"type":"new-in-2030"}\n\nnull\nnot json\n');
  expect(await linesOf(path)).toEqual([
    { kind: "skipped", line: 1, why: "unknown type" },
    { kind: "skipped", line: 3, why: "not JSON" },
    { kind: "skipped", line: 4, why: "not JSON" },
  ]);
});

test.each([
  ["../../etc", "etc"],
  ["", "unnamed"],
  ["...", "unnamed"],
  [".hidden", "hidden"],
  ["program:my agent", "program-my-agent"],
  ["käse 🧀 店", "käse-店"],
  ["x".repeat(300), "x".repeat(40)],
])("%j is called %j on disk", (text, name) => expect(safeName(text)).toBe(name));

function setup() {
  const store = memoryStore();
  const shop = store.projects.resolve(place("/work/shop"));
  return { store, shop, saved: store.sessions.save(draft(shop.id, { agent: "program:x" as AgentId })) };
}

test("appendEvents() puts only new events into raw", async () => {
  const { store, shop, saved } = setup();
  const raw = rawFiles(tempFolder());
  appendEvents({ store, raw }, { session: saved, project: shop }, [said("k1", "a")]);
  expect(appendEvents({ store, raw }, { session: saved, project: shop }, [said("k1", "a"), said("k2", "b")]).map(({ key }) => key)).toEqual(
    ["k2"],
  );
  expect(appendEvents({ store, raw }, { session: saved, project: shop }, [said("k1", "a")])).toEqual([]);
  const keys = (await linesOf(raw.pathOf(saved, shop))).map((line) => (line.kind === "event" ? line.event.key : line.kind));
  expect(keys).toEqual(["session", "k1", "k2"]);
});

test("an event that raw could not take is not in the database either", () => {
  const { store, shop, saved } = setup();
  const base = tempFolder();
  writeFileSync(join(base, "raw"), "a file where the folder should be");
  expect(() => appendEvents({ store, raw: rawFiles(join(base, "raw")) }, { session: saved, project: shop }, [said("k1", "a")])).toThrow(
    "cannot be written to",
  );
  expect(store.events.count(saved.id)).toBe(0);
});
