// Settings files that are no files of settings: the agent starts all the same, and one line says what is off.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";

const MEM = resolve(import.meta.dirname, "../../dist/mem.cjs");
const WAIT_MS = 20_000;

function started(prepare: (config: string) => void) {
  const folder = tempFolder();
  mkdirSync(join(folder, "config"));
  prepare(join(folder, "config"));
  const env = { PATH: process.env.PATH ?? "", HOME: folder, MEM_CONFIG_DIR: join(folder, "config"), MEM_DATA_DIR: join(folder, "data") };
  return spawnSync(process.execPath, [MEM, "run", "--fresh", "--", "echo", "ran"], {
    cwd: folder,
    env,
    encoding: "utf8",
    timeout: WAIT_MS,
  });
}

test.skipIf(!existsSync(MEM)).each([
  ["a pipe", (config: string) => execFileSync("mkfifo", [join(config, "agents.toml"), join(config, "config.toml")])],
  ["a folder", (config: string) => mkdirSync(join(config, "agents.toml"))],
  ["no TOML", (config: string) => writeFileSync(join(config, "config.toml"), "\u0000\u0001 not [toml")],
])("settings that are %s cost no start", (_, prepare) => {
  const { stdout, stderr, status } = started(prepare);
  expect([stdout, status]).toEqual(["ran\n", 0]);
  expect(stderr).toContain(".toml");
  expect(stderr).not.toContain("    at ");
});
