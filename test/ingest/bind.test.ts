// Which files are a run's: by an id, its mark, its hook's word or a file its child holds open. Never by being the newest.
import { appendFileSync, mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { binder } from "../../src/ingest/bind.ts";
import type { NativeId } from "../../src/model/ids.ts";
import type { Run } from "../../src/model/run.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { RUN, type ToyWorld, toyWorld } from "../support/toy-world.ts";

const HOUR_MS = 3_600_000;
let world: ToyWorld;
let folder: string;

beforeEach(() => {
  world = toyWorld();
  folder = world.folder;
  mkdirSync(join(folder, "elsewhere"));
});

const search = (more: Partial<Run> = {}, proc = fakeProc()) => binder(world.run(more), world.source, proc);

function file(name: string, text = "{}\n", ageMs = 0): string {
  const path = join(folder, "h", name);
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
  const at = (Date.now() - ageMs) / 1000;
  utimesSync(path, at, at);
  return path;
}
const said = (path: string): void => appendFileSync(join(folder, "run", "hook.jsonl"), `${JSON.stringify({ transcript_path: path })}\n`);
const named = (bound: ReturnType<ReturnType<typeof search>>) => bound.map(({ file: found, by }) => [found.path, by]);

test("the newest file in the folder is no evidence", () => {
  file("another-launch.toy");
  expect(search()()).toEqual([]);
  expect(search({ nativeId: "talk" as NativeId })()).toEqual([]);
});

test("the id that the run was given decides, not what is newer beside it", () => {
  file("another-launch.toy");
  const own = file("talk.toy", "{}\n", 5_000);
  expect(named(search({ nativeId: "talk" as NativeId })())).toEqual([[own, "id"]]);
});

test("the file of a resumed conversation is found by its id, however old it is", () => {
  const own = file("talk.toy", "{}\n", 40 * 24 * HOUR_MS);
  expect(named(search({ kind: "resumed", nativeId: "talk" as NativeId })())).toEqual([[own, "id"]]);
});

test("the file that holds this run's mark is its own, another run's is not, and an older one is not searched", () => {
  file("other.toy", "mem:run:fedcba9876543210\n");
  file("before.toy", `mem:run:${RUN}\n`, HOUR_MS);
  const own = file("talk.toy", `${"x".repeat(300_000)} mem:run:${RUN}\n`);
  expect(named(search()())).toEqual([[own, "mark"]]);
});

test("a conversation that goes on in another file is the run's own there, too", () => {
  const own = file("a/talk.toy", `mem:run:${RUN}\n`);
  const further = file("b/talk.toy");
  file("b/other.toy");
  const look = search();
  look();
  expect(named(look())).toEqual([
    [own, "mark"],
    [further, "id"],
  ]);
});

test("a mark that comes later is found then", () => {
  const own = file("talk.toy");
  const look = search();
  expect(look()).toEqual([]);
  appendFileSync(own, `mem:run:${RUN}\n`);
  expect(named(look())).toEqual([[own, "mark"]]);
});

test("a conversation that the user switched to is the run's too: its hook says so, and its age does not matter", () => {
  const first = file("talk.toy", `mem:run:${RUN}\n`);
  const old = file("background.toy", "{}\n", 5 * HOUR_MS);
  const look = search();
  look();
  said(old);
  expect(named(look())).toEqual([
    [first, "mark"],
    [old, "hook"],
  ]);
});

test("a hook's word about a file outside the agent's own folders, or that is no history, or no JSON, is passed over", () => {
  writeFileSync(join(folder, "elsewhere", "talk.toy"), "{}\n");
  said(join(folder, "elsewhere", "talk.toy"));
  said(file("notes.txt"));
  said(join(folder, "h", "not-there.toy"));
  appendFileSync(join(folder, "run", "hook.jsonl"), 'no json\nnull\n{"transcript_path":7}\n');
  expect(search()()).toEqual([]);
});

test("a file that the living child holds open is the run's while nothing else tells", () => {
  const held = file("held.toy");
  const proc = { ...fakeProc(new Set([901])), openFiles: (pid: number) => (pid === 901 ? [held, "/dev/null"] : []) };
  expect(named(search({}, proc)())).toEqual([[held, "open"]]);
  expect(search({}, { ...proc, isAlive: () => false })()).toEqual([]);
});

test("sub-agents' files go with their conversation's file, and are never taken for it", () => {
  const inner = file("talk/subagents/agent-1.toy");
  expect(search({ nativeId: "talk" as NativeId })()).toEqual([]);
  const own = file("talk.toy", "{}\n", 1_000);
  expect(named(search({ nativeId: "talk" as NativeId })())).toEqual([
    [own, "id"],
    [inner, "id"],
  ]);
});
