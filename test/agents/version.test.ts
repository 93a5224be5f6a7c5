import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { knownVersion } from "../../src/agents/version.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { silentLog } from "../support/silent-log.ts";
import { tempFolder } from "../support/temp-folder.ts";

test("a version is asked for once, until the program's file is another one; no answer is asked for again", async () => {
  const folder = tempFolder();
  const [path, asked, cache] = ["acme", "asked", "data/versions.json"].map((name) => join(folder, name)) as [string, string, string];
  const program = (script: string) => writeFileSync(path, `#!/bin/sh\necho x >>'${asked}'\n${script}\n`, { mode: 0o755 });
  const ask = () => knownVersion({ env: { PATH: process.env.PATH }, clock: fakeClock(0), log: silentLog() }, path, cache);
  const times = (): number => (existsSync(asked) ? readFileSync(asked, "utf8").length / 2 : 0);

  program("exit 3");
  expect([await ask(), await ask(), times()]).toEqual([undefined, undefined, 2]);
  program("echo 'acme 1.2.3'");
  expect([await ask(), await ask(), times()]).toEqual(["1.2.3", "1.2.3", 3]);
  appendFileSync(path, "# updated\n");
  expect([await ask(), times()]).toEqual(["1.2.3", 4]);
  writeFileSync(cache, "{ damaged");
  expect(await ask()).toBe("1.2.3");
});
