import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { builtInAgents, programSpec } from "../../src/agents/catalog.ts";
import { historyRoots } from "../../src/agents/history-roots.ts";
import { which } from "../../src/agents/installed.ts";
import { agentVersion, versionIn } from "../../src/agents/version.ts";
import { tempFolder } from "../support/temp-folder.ts";

function program(folder: string, name: string, text = "exit 0", mode = 0o755): string {
  mkdirSync(folder, { recursive: true });
  const path = join(folder, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, mode);
  return path;
}

test("which() takes the first runnable file on PATH: no folder, no file without the bit", () => {
  const root = tempFolder();
  mkdirSync(join(root, "a", "acme"), { recursive: true });
  program(join(root, "b"), "acme", "exit 0", 0o644);
  const real = program(join(root, "c"), "acme");
  const where = { env: { PATH: `${root}/none:${root}/a:${root}/b:${root}/c` }, cwd: root };
  expect(which(where, "acme")).toBe(real);
  expect(which(where, "acm")).toBeUndefined();
  expect(which({ ...where, env: {} }, "acme")).toBeUndefined();
  expect(which(where, "")).toBeUndefined();
});

test("which() takes a word with a slash as a path from the working folder, and an empty part of PATH as that folder", () => {
  const root = tempFolder();
  const real = program(root, "my-agent");
  expect(which({ env: { PATH: "/nowhere" }, cwd: root }, "./my-agent")).toBe(real);
  expect(which({ env: { PATH: "/nowhere" }, cwd: "/" }, real)).toBe(real);
  expect(which({ env: { PATH: "/nowhere" }, cwd: root }, "my-agent")).toBeUndefined();
  expect(which({ env: { PATH: "/nowhere:" }, cwd: root }, "my-agent")).toBe(real);
});

test("which() passes over links to ourselves", () => {
  const root = tempFolder();
  const self = program(join(root, "mem"), "mem.js");
  mkdirSync(join(root, "shims"));
  symlinkSync(self, join(root, "shims", "acme"));
  const real = program(join(root, "bin"), "acme");
  const where = { env: { PATH: `${root}/shims:${root}/bin` }, cwd: root };
  expect(which(where, "acme")).toBe(join(root, "shims", "acme"));
  expect(which({ ...where, self }, "acme")).toBe(real);
});

test("agentVersion() is what --version says, and nothing if it says none", async () => {
  const root = tempFolder();
  const where = { env: { PATH: "/bin:/usr/bin" }, cwd: root };
  expect(await agentVersion(where, program(root, "a", 'echo "2.1.332 (Acme Code)"'))).toBe("2.1.332");
  expect(await agentVersion(where, program(root, "b", "echo nothing; exit 3"))).toBeUndefined();
  expect(await agentVersion(where, join(root, "missing"))).toBeUndefined();
  expect(versionIn("codex-cli 0.171.0-alpha.1\n")).toBe("0.171.0-alpha.1");
});

test("history folders follow the agent's own relocation variables", () => {
  const [claude] = builtInAgents();
  const where = { env: {}, home: "/home/me", cwd: "/w" };
  const roots = (env: Record<string, string>) => (claude ? historyRoots(claude, { ...where, env }) : []);
  expect(roots({})).toEqual(["/home/me/.claude/projects"]);
  expect(roots({ CLAUDE_CONFIG_DIR: "" })).toEqual(["/home/me/.claude/projects"]);
  expect(roots({ CLAUDE_CONFIG_DIR: "/x/c/" })).toEqual(["/x/c/projects"]);
  expect(roots({ CLAUDE_CONFIG_DIR: "conf" })).toEqual(["/w/conf/projects"]);
  expect(historyRoots(programSpec("x"), where)).toEqual([]);
});
