import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { appendEvents } from "../../src/store/append.ts";
import { mendRaw } from "../../src/store/mend-raw.ts";
import { rawFiles, readRaw } from "../../src/store/raw.ts";
import { memoryStore } from "../support/memory-store.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { draft, place, said } from "./nouns.ts";

const EVENTS = 450;

function filled() {
  const folder = tempFolder();
  const store = memoryStore();
  onTestFinished(() => store.close());
  const raw = rawFiles(folder);
  const project = store.projects.resolve(place("/work/shop"));
  const session = store.sessions.save(draft(project.id));
  const events = Array.from({ length: EVENTS }, (_, n) => said(`k${n}`, `text ${n}`));
  appendEvents({ store, raw }, { session, project }, events);
  const [home = ""] = readdirSync(folder);
  const [name = ""] = readdirSync(join(folder, home));
  return { store, raw, project, session, path: join(folder, home, name), wanted: events.map(({ key }) => key) };
}

async function keysIn(path: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const line of readRaw(path)) if (line.kind === "event") keys.push(line.event.key);
  return keys;
}

test("a raw file that is whole is left alone", async () => {
  const { store, raw, project, session, path } = filled();
  const before = readFileSync(path);
  expect(await mendRaw({ store, raw }, session, project)).toBe(0);
  expect(readFileSync(path).equals(before)).toBe(true);
});

test.each([
  ["was cut within a line", (path: string) => truncateSync(path, Math.floor(readFileSync(path).length / 3))],
  ["was cut within its first line", (path: string) => truncateSync(path, 20)],
  ["is empty", (path: string) => truncateSync(path, 0)],
  ["is gone", (path: string) => rmSync(path)],
  [
    "ends in zeroes",
    (path: string) => {
      const bytes = readFileSync(path);
      bytes.fill(0, bytes.length - 5000);
      writeFileSync(path, bytes);
    },
  ],
])("a raw file that %s gets what the database has, each event once", async (_, harm) => {
  const { store, raw, project, session, path, wanted } = filled();
  harm(path);
  expect(await mendRaw({ store, raw }, session, project)).toBeGreaterThan(0);
  expect(await keysIn(path)).toEqual(wanted);
});
