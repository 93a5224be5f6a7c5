// Two agents whose histories lie in one folder, as with `like = "…"`: each conversation is one session, whoever looks.
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ingestFile } from "../../src/ingest/ingest.ts";
import type { AgentId, NativeId } from "../../src/model/ids.ts";
import { rawFiles } from "../../src/store/raw.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { fakeIds } from "../support/fake-ids.ts";
import { memoryStore } from "../support/memory-store.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { toyEvent, toyLine, toyReader } from "../support/toy-reader.ts";

test("a file that one agent's look began is read on as that agent's, also by another one's", () => {
  const folder = tempFolder();
  mkdirSync(join(folder, "shop"));
  const ids = fakeIds();
  const store = memoryStore({ ids });
  onTestFinished(() => store.close());
  const deps = {
    store,
    raw: rawFiles(join(folder, "raw")),
    door: redactor(),
    home: join(folder, "home"),
    ids,
    clock: { now: () => Date.now() },
  };
  const path = join(folder, "talk.toy");
  writeFileSync(path, toyLine({ kind: "session", nativeId: "talk" as NativeId, cwd: join(folder, "shop"), startedAt: 1000 }));
  for (const [text, agent] of [
    ["one", "work"],
    ["two", "toy"],
    ["three", "work"],
  ] as const) {
    appendFileSync(path, toyEvent({ text }));
    ingestFile(deps, { path, agent: agent as AgentId, reader: toyReader });
  }
  expect(store.sessions.list({}).map((session) => session.agent)).toEqual(["work"]);
  const [session] = store.sessions.list({});
  expect([...store.events.of(session?.id ?? ("" as never))].map((event) => event.text)).toEqual(["one", "two", "three"]);
});
