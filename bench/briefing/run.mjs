// npm run bench:briefing [-- --half dev|test|both] [--only synthetic|real] [--session NAME [--show] [--events] [--budget N]] [--seed N] [--write]:
// how much of what a next agent needs stands in the briefing of `mem`, beside what could be told without any thought. main.ts says what is measured.
import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { tomlForEsbuild } from "../../scripts/toml-plugin.mjs";
import { writePart } from "../results.mjs";

const root = fileURLToPath(new URL("../..", import.meta.url));
// Inside the project, where its packages are found.
const bundle = `${root}.cache/bench-briefing-${process.pid}.mjs`;
mkdirSync(`${root}.cache`, { recursive: true });
try {
  await build({
    entryPoints: [`${root}bench/briefing/main.ts`],
    outfile: bundle,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20.19",
    packages: "external",
    loader: { ".sql": "text" },
    plugins: [tomlForEsbuild],
    logLevel: "warning",
  });
  const { main } = await import(pathToFileURL(bundle).href);
  const { text, part } = main({ root, args: process.argv.slice(2) });
  process.stdout.write(`${text}\n`);
  if (part !== undefined) writePart(`${root}bench/RESULTS.md`, "briefing", part);
} catch (fault) {
  if (fault?.name !== "MemError") throw fault;
  process.stderr.write(`${fault.message}\n`);
  process.exitCode = 2;
} finally {
  rmSync(bundle, { force: true });
}
