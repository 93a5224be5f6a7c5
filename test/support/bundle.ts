import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, type Plugin } from "esbuild";
import { onTestFinished } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** A TypeScript file of ours as a program that plain Node runs; `entry` is relative to the repository. Gone when the test is over. */
export async function bundle(entry: string): Promise<string> {
  // Below the repository, so that the program finds its native parts.
  mkdirSync(join(root, ".cache"), { recursive: true });
  const folder = mkdtempSync(join(root, ".cache", "test-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const outfile = join(folder, "program.mjs");
  const { tomlForEsbuild } = (await import(join(root, "scripts", "toml-plugin.mjs"))) as { tomlForEsbuild: Plugin };
  await build({
    entryPoints: [join(root, entry)],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    loader: { ".sql": "text" },
    plugins: [tomlForEsbuild],
    define: { MEM_VERSION: '"0.0.0-test"' },
  });
  return outfile;
}
