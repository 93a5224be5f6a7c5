// mem doctor on agents that delete their own histories.
import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Retention } from "../../src/agents/retention.ts";
import { openMemory } from "../../src/cli/memory.ts";
import { isGoneSoon, retentionLine, retentionLines } from "../../src/cli/retention.ts";
import { type World, worldOf } from "../../src/cli/world.ts";
import { allHistories } from "../../src/ingest/discover.ts";
import { ingestFile } from "../../src/ingest/ingest.ts";
import { DAY_MS } from "../../src/model/time.ts";
import { fakeIds } from "../support/fake-ids.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { tempFolder } from "../support/temp-folder.ts";

const NOW = 1_800_000_000_000;
const FILE = "/home/me/.acme/settings.json";

describe("retentionLine()", () => {
  const by = (said: object): Retention => ({ days: 30, file: FILE, key: "keepDays", by: "default", ...said }) as Retention;

  test("says how long, who says so, what mem has, and what is about to go", () => {
    expect(retentionLine("Acme", by({}), { files: 340, soon: 12, unread: 3 })).toEqual({
      found:
        "Acme deletes histories that were not written to for 30 days (its default; keepDays in /home/me/.acme/settings.json changes it). " +
        "mem has its own copy of what it ingested. Within a week 12 of 340 files will be gone; 3 of them mem has not read yet.",
      fix: "`mem ingest` copies them.",
    });
  });

  test("has nothing to advise where mem has read all that goes, or nothing goes", () => {
    const read = retentionLine("Acme", by({ by: "setting", days: 1 }), { files: 1, soon: 1, unread: 0 });
    expect(read.found).toContain("for 1 day (keepDays in /home/me/.acme/settings.json).");
    expect(read.found).toMatch(/Within a week 1 of 1 file will be gone, and mem has read all of that\.$/);
    expect(read.fix).toBeUndefined();
    const none = retentionLine("Acme", by({}), { files: 4, soon: 0, unread: 0 });
    expect(none.found).toMatch(/Within a week none will be gone \(4 files there\)\.$/);
    expect(none.fix).toBeUndefined();
  });

  test("says so where the settings cannot be read", () => {
    const { found } = retentionLine("Acme", by({ by: "unreadable", why: "it is not JSON" }), { files: 0, soon: 0, unread: 0 });
    expect(found).toContain(`for 30 days (its default, unless ${FILE} says otherwise, which cannot be read: it is not JSON).`);
  });
});

test("a file is gone within a week once it is older than the days less seven; with fewer days than that every file is", () => {
  expect(isGoneSoon(NOW - 23 * DAY_MS, 30, NOW)).toBe(false);
  expect(isGoneSoon(NOW - 23 * DAY_MS - 1, 30, NOW)).toBe(true);
  expect(isGoneSoon(NOW, 3, NOW)).toBe(true);
});

describe("retentionLines()", () => {
  const worldIn = (home: string): Promise<World> => {
    const folders = {
      data: join(home, "data"),
      database: join(home, "data", "db", "mem.db"),
      raw: join(home, "data", "raw"),
      logs: join(home, "data", "logs"),
      runs: join(home, "data", "run"),
      config: join(home, "config"),
      home,
    };
    const machine = {
      clock: { now: () => NOW },
      ids: fakeIds(),
      proc: fakeProc(),
      env: {},
      folders,
      cwd: home,
      nodePath: process.execPath,
    };
    return worldOf({ ...machine, nodeVersion: process.versions.node, packageDir: home, self: join(home, "self") }, "test");
  };

  /** A history that was last written to so many days ago. */
  function history(home: string, name: string, daysOld: number): void {
    const folder = join(home, ".claude", "projects", "-shop");
    mkdirSync(folder, { recursive: true });
    const message = { role: "user", content: `please do ${name}` };
    const line = { type: "user", uuid: `${name}-1`, sessionId: name, cwd: home, timestamp: "2026-10-01T10:00:00Z", message };
    writeFileSync(join(folder, `${name}.jsonl`), `${JSON.stringify(line)}\n`);
    const at = (NOW - daysOld * DAY_MS) / 1000;
    utimesSync(join(folder, `${name}.jsonl`), at, at);
  }
  const found = async (home: string): Promise<string[]> => (await retentionLines(await worldIn(home))).map((line) => line.found);

  test("counts the real files, and those among them that mem has not read", async () => {
    const home = tempFolder();
    for (const [at, age] of [1, 24, 26, 40].entries()) history(home, `1111111${at}-2222-4333-8444-555555555555`, age);
    const world = await worldIn(home);
    const memory = openMemory(world);
    const files = memory.sources.flatMap((source) => [...allHistories(source)]);
    const oldest = files.find((file) => file.mtimeMs < NOW - 39 * DAY_MS);
    if (oldest) ingestFile(memory, oldest);
    memory.close();
    const lines = await retentionLines(world);
    expect(lines).toHaveLength(1);
    expect(lines[0]?.found).toContain(
      "Claude Code deletes histories that were not written to for 30 days (its default; cleanupPeriodDays in",
    );
    expect(lines[0]?.found).toContain("Within a week 3 of 4 files will be gone; 2 of them mem has not read yet.");
    expect(lines[0]?.fix).toBe("`mem ingest` copies them.");
  });

  test("goes by the user's own setting, and says so where it cannot be read", async () => {
    const home = tempFolder();
    history(home, "11111111-2222-4333-8444-555555555555", 26);
    const settings = join(home, ".claude", "settings.json");
    writeFileSync(settings, '{"cleanupPeriodDays": 400}');
    expect(await found(home)).toEqual([expect.stringContaining(`for 400 days (cleanupPeriodDays in ${settings}).`)]);
    expect((await found(home))[0]).toContain("Within a week none will be gone (1 file there).");
    writeFileSync(settings, "{ no json");
    expect(await found(home)).toEqual([expect.stringContaining("which cannot be read: it is not JSON")]);
  });

  test("says it once of agents that share their folders", async () => {
    const home = tempFolder();
    history(home, "11111111-2222-4333-8444-555555555555", 26);
    mkdirSync(join(home, "config"));
    writeFileSync(join(home, "config", "agents.toml"), '[agents.work]\nlike = "claude"\ncommand = ["work"]\n');
    expect(await found(home)).toHaveLength(1);
  });

  test("says nothing of an agent that has no histories here", async () => {
    expect(await found(tempFolder())).toEqual([]);
  });
});
