// Two agents whose histories lie in one folder, as with `like = "…"`: each conversation is one session, whoever looks.
import { appendFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ingestFile } from "../../src/ingest/ingest.ts";
import type { AgentId } from "../../src/model/ids.ts";
import { toyEvent, toyReader } from "../support/toy-reader.ts";
import { toyWorld } from "../support/toy-world.ts";

test("a file that one agent's look began is read on as that agent's, also by another one's", () => {
  const { folder, deps, about } = toyWorld();
  const { store } = deps;
  const path = join(folder, "talk.toy");
  writeFileSync(path, about("talk"));
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
