import { existsSync, mkdirSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adoptRuns } from "../../src/handoff/adopt.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { fakeIds } from "../support/fake-ids.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { memoryStore } from "../support/memory-store.ts";
import { silentLog } from "../support/silent-log.ts";
import { tempFolder } from "../support/temp-folder.ts";

const NOW = Date.parse("2026-11-30T10:00:00Z");

test("a run's folder without a note is left to whoever may just be filling it, and swept a minute later", () => {
  const runsFolder = tempFolder();
  const [clock, proc] = [fakeClock(NOW), fakeProc()];
  const store = memoryStore({ ids: fakeIds(), proc, clock });
  const folders = [30, 90].map((ageS, at) => {
    const folder = join(runsFolder, `${at}`.repeat(16));
    mkdirSync(folder);
    utimesSync(folder, NOW / 1000 - ageS, NOW / 1000 - ageS);
    return folder;
  });
  adoptRuns({ store, clock, proc, log: silentLog(), runsFolder, keepFramesMs: 0 }, () => false);
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, false]);
  store.close();
  rmSync(runsFolder, { recursive: true });
});
