// Every history of the agents we read, ours and other people's, through the whole ingest: twice changes nothing.
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type IngestDeps, ingestFile } from "../../src/ingest/ingest.ts";
import { sniff } from "../../src/ingest/sniff.ts";
import type { AgentId } from "../../src/model/ids.ts";
import { rawFiles } from "../../src/store/raw.ts";
import { READERS } from "../../src/transcript/readers/index.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { fakeIds } from "../support/fake-ids.ts";
import { memoryStore } from "../support/memory-store.ts";
import { filesBelow } from "../support/read-history.ts";

const OWN = resolve(import.meta.dirname, "../fixtures/agents");
const SHARED = resolve(import.meta.dirname, "../../../shared");
const PLACES = [
  ["claude", join(OWN, "claude")],
  ["codex", join(OWN, "codex")],
  ["claude", join(SHARED, "fixtures/claude")],
  ["codex", join(SHARED, "fixtures/codex")],
  ["claude", join(SHARED, "corpus/claude-code")],
  ["codex", join(SHARED, "corpus/codex")],
] as const;

const table: string[] = [];
afterAll(() => console.log(table.join("\n")));

describe.each(PLACES)("%s in %s", (reader, folder) => {
  const found = READERS[reader];
  let deps: IngestDeps;
  let data: string;
  beforeAll(() => {
    data = mkdtempSync(join(tmpdir(), "mem-test-"));
    const ids = fakeIds();
    deps = {
      store: memoryStore({ ids }),
      raw: rawFiles(join(data, "raw")),
      door: redactor(),
      home: join(data, "home"),
      ids,
      clock: { now: () => Date.now() },
    };
  });
  afterAll(() => {
    deps.store.close();
    rmSync(data, { recursive: true, force: true });
  });

  test.skipIf(!existsSync(folder))("every file is read, and reading it again changes nothing", () => {
    if (!found) throw new Error(`no reader ${reader}`);
    const files = filesBelow(folder).filter((path) => path.endsWith(".jsonl"));
    expect(files.length).toBeGreaterThan(0);
    for (const path of files) {
      const source = { path, agent: reader as AgentId, reader: found };
      const first = ingestFile(deps, source);
      const events = [...first.sessions.values()].reduce((sum, one) => sum + one.newEvents, 0);
      const again = ingestFile(deps, source);
      expect(
        [...again.sessions.values()].filter((one) => one.newEvents > 0),
        path,
      ).toEqual([]);
      const why = [...new Set(first.skipped.map((one) => one.why))].join("; ");
      table.push(
        `${relative(folder, path).padEnd(60)} ${String(events).padStart(6)} events ${String(first.skipped.length).padStart(3)} skipped ${why}`,
      );
      // Forks and copies may bring nothing new; but a file of which nothing at all was understood is a fault of ours.
      expect(events + first.skipped.length + (deps.store.cursors.get(path)?.line ?? 0), path).toBeGreaterThan(0);
    }
  });

  test.skipIf(!existsSync(folder))("each file is recognised as this agent's by what stands in it", () => {
    const sources = Object.entries(READERS).map(([id, one]) => ({ id, reader: one }));
    const wrong = filesBelow(folder).filter((path) => path.endsWith(".jsonl") && sniff(path, sources)?.id !== reader);
    expect(wrong).toEqual([]);
  });
});
