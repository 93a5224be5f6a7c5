// What `mem run` loads before the agent starts. Everything else comes later, or in another process.
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { tomlForEsbuild } from "../../scripts/toml-plugin.mjs";
import { tempFolder } from "../support/temp-folder.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as { dependencies: Record<string, string> };

type Graph = { files: string[]; packages: string[] };

/** Files and packages that importing these modules loads, without what they import only when they need it. */
async function loadedBy(...entries: string[]): Promise<Graph> {
  const { metafile } = await build({
    absWorkingDir: ROOT,
    entryPoints: entries,
    outdir: "unused",
    bundle: true,
    write: false,
    metafile: true,
    platform: "node",
    format: "esm",
    external: Object.keys(dependencies),
    loader: { ".sql": "text" },
    plugins: [tomlForEsbuild],
    logLevel: "silent",
  });
  const seen = new Set<string>();
  const packages = new Set<string>();
  const visit = (path: string): void => {
    if (seen.has(path)) return;
    seen.add(path);
    for (const one of metafile.inputs[path]?.imports ?? []) {
      if (one.kind !== "import-statement" && one.kind !== "require-call") continue;
      if (one.external && !one.path.startsWith("node:")) packages.add(one.path);
      else if (!one.external) visit(one.path);
    }
  };
  for (const entry of entries) visit(entry);
  return { files: [...seen].sort(), packages: [...packages].sort() };
}

test("the way to the agent's start loads no database, reader, Ink or TOML parser", async () => {
  const { files, packages } = await loadedBy("src/cli/main.ts", "src/cli/commands/launch.ts");
  expect(packages).toEqual([]);
  const folders = new Set(files.map((file) => file.split("/").slice(0, 2).join("/")));
  expect([...folders].filter((folder) => folder.startsWith("src/")).sort()).toEqual([
    "src/agents",
    "src/cli",
    "src/host",
    "src/model",
    "src/project",
    "src/run",
  ]);
  // Nor any bundled library: settings and agents of the user's own are checked only where there are some.
  expect(files.filter((file) => file.includes("node_modules"))).toEqual([]);
});

test("the briefing needs the database and the readers, and neither Ink nor a terminal emulator", async () => {
  const { packages } = await loadedBy("src/cli/memory.ts");
  expect(packages).toEqual([]);
});

test.skipIf(!existsSync(join(ROOT, "dist", "mem.cjs")))("a real start requires only the PTY's native part before the agent runs", () => {
  const folder = tempFolder();
  const log = join(folder, "required.txt");
  const preload = join(folder, "preload.cjs");
  writeFileSync(
    preload,
    `const { Module } = require("node:module"); const { appendFileSync } = require("node:fs"); const load = Module._load;
     Module._load = function (request, ...rest) { if (!request.startsWith("node:") && !Module.builtinModules.includes(request)) appendFileSync(${JSON.stringify(log)}, request + "\\n"); return load.call(this, request, ...rest); };`,
  );
  mkdirSync(join(folder, "project"));
  const mem = [process.execPath, "--require", preload, join(ROOT, "dist", "mem.cjs"), "run", "--fresh", "--quiet", "--", "true"];
  // A terminal of its own by util-linux's script, so that the PTY is really used.
  const { status } = spawnSync("script", ["-qec", mem.map((word) => `'${word}'`).join(" "), "/dev/null"], {
    cwd: join(folder, "project"),
    env: { PATH: process.env.PATH, HOME: folder, TERM: "xterm-256color", MEM_DATA_DIR: join(folder, "data") },
    stdio: ["ignore", "ignore", "ignore"],
  });
  expect(status).toBe(0);
  const required = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  expect(required.filter((name) => !/(preload|mem)\.cjs$/.test(name)).every((name) => /node-pty|pty\.node$/.test(name))).toBe(true);
  expect(required.some((name) => /pty\.node$/.test(name))).toBe(true);
});
