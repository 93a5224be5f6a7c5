import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { programSpec } from "../../src/agents/catalog.ts";
import { features, holdsFlag, scanFile } from "../../src/agents/probe.ts";
import { fakeClock } from "../support/fake-clock.ts";
import { silentLog } from "../support/silent-log.ts";
import { tempFolder } from "../support/temp-folder.ts";

const deps = () => ({ env: { PATH: "/bin:/usr/bin" }, clock: fakeClock(), log: silentLog() });

/** A program that counts its starts, tells `help`, and holds `hidden` in its bytes only. */
function acme(root: string, help: string, hidden = "") {
  const path = join(root, "acme");
  writeFileSync(path, `#!/bin/sh\necho x >>"${root}/starts"\ncat "${root}/help"\nexit 0\n${hidden}\n`);
  writeFileSync(join(root, "help"), help);
  chmodSync(path, 0o755);
  return path;
}
const starts = (root: string) => (existsSync(join(root, "starts")) ? readFileSync(join(root, "starts"), "utf8").length / 2 : 0);
const installed = (path: string, probe: string[]) => ({ spec: { ...programSpec("acme"), probe }, path });

test("features() finds flags in the help and in the executable's bytes, once per version", async () => {
  const root = tempFolder();
  const path = acme(root, "  --shown <x>  shown\n  --other-thing\n", "\0--hidden\0 --hidden-more");
  const cache = join(root, "data", "probe.json");
  const asked = installed(path, ["--shown", "--hidden", "--other", "--missing"]);
  expect([...(await features(deps(), asked, cache))].sort()).toEqual(["--hidden", "--shown"]);
  expect([...(await features(deps(), asked, cache))].sort()).toEqual(["--hidden", "--shown"]);
  expect(starts(root)).toBe(1);
  expect(statSync(cache).mode & 0o777).toBe(0o600);

  appendFileSync(path, "\n--missing\n");
  expect((await features(deps(), asked, cache)).has("--missing")).toBe(true);
  expect(starts(root)).toBe(2);
});

test("features() asks again for a flag that the cache was never asked about", async () => {
  const root = tempFolder();
  const path = acme(root, "--a\n--b\n");
  const cache = join(root, "probe.json");
  expect([...(await features(deps(), installed(path, ["--a"]), cache))]).toEqual(["--a"]);
  expect([...(await features(deps(), installed(path, ["--b"]), cache))]).toEqual(["--b"]);
  expect(starts(root)).toBe(2);
});

test("features() lives with a broken cache, a cache that cannot be written, and an executable that is gone", async () => {
  const root = tempFolder();
  const path = acme(root, "--a\n");
  const cache = join(root, "probe.json");
  writeFileSync(cache, "{ nonsense");
  expect((await features(deps(), installed(path, ["--a"]), cache)).size).toBe(1);
  writeFileSync(cache, '{"x":{"asked":1}}');
  expect((await features(deps(), installed(path, ["--a"]), cache)).size).toBe(1);
  mkdirSync(join(root, "folder.json"));
  expect((await features(deps(), installed(path, ["--a"]), join(root, "folder.json"))).size).toBe(1);
  expect((await features(deps(), installed(join(root, "gone"), ["--a"]), cache)).size).toBe(0);
  expect((await features(deps(), installed(join(root, "gone"), []), cache)).size).toBe(0);
});

test("scanFile() finds a flag across the border of two chunks, and no longer flag that begins like it", async () => {
  const root = tempFolder();
  const path = join(root, "big");
  const chunk = 4 * 1024 * 1024;
  for (const shift of [0, 1, 5, 8, 9]) {
    writeFileSync(path, `${".".repeat(chunk - shift)}--needle ${".".repeat(100)}`);
    expect((await scanFile(fakeClock(), path, ["--needle"])).found).toEqual(["--needle"]);
    writeFileSync(path, `${".".repeat(chunk - shift)}--needle-work ${".".repeat(100)}`);
    expect((await scanFile(fakeClock(), path, ["--needle"])).found).toEqual([]);
    writeFileSync(path, `${".".repeat(chunk - shift)}x--needle ${".".repeat(chunk)}`);
    expect((await scanFile(fakeClock(), path, ["--needle", "--a-much-longer-flag"])).found).toEqual([]);
  }
});

test("a scan that takes too long is not complete, so that its misses are not remembered", async () => {
  const root = tempFolder();
  const path = acme(root, "--a\n");
  let now = 0;
  const slow = { now: () => (now += 10_000) };
  expect(await scanFile(slow, path, ["--zzz"])).toEqual({ found: [], isComplete: false });
  const cache = join(root, "probe.json");
  expect([...(await features({ ...deps(), clock: slow }, installed(path, ["--a", "--zzz"]), cache))]).toEqual(["--a"]);
  expect(existsSync(cache)).toBe(false);
});

test("a flag is a word of its own", () => {
  const part = (text: string) => ({ bytes: Buffer.from(text), isStart: true, isEnd: true });
  expect(holdsFlag(part("--plan"), "--plan")).toBe(true);
  expect(holdsFlag(part("--plan-mode --plan=x"), "--plan")).toBe(true);
  expect(holdsFlag(part("--plan-mode x--plan --planet"), "--plan")).toBe(false);
});

test("a program that never ends its help is not waited for, and what was missing is asked for again", async () => {
  const root = tempFolder();
  const path = join(root, "acme");
  writeFileSync(path, "#!/bin/sh\necho ' --a'\nexec sleep 60\n");
  chmodSync(path, 0o755);
  const cache = join(root, "probe.json");
  expect([...(await features(deps(), installed(path, ["--a", "--zzz"]), cache))]).toEqual(["--a"]);
  expect(existsSync(cache)).toBe(false);
});
