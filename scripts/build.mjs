// src/ → dist/: the command, the recorder and what they load lazily, as one set of split bundles.
// "dependencies" stay outside the bundle (native parts, Ink); "devDependencies" that src/ imports are bundled in.
import { chmodSync, readFileSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { tomlForEsbuild } from "./toml-plugin.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { dependencies, version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

// Built beside and moved into place: a `mem` that starts meanwhile finds the old one or the new one.
const fresh = `${root}dist.new-${process.pid}`;
await build({
  absWorkingDir: root,
  entryPoints: { mem: "src/cli/main.ts", recorder: "src/cli/recorder.ts" },
  outdir: fresh,
  bundle: true,
  splitting: true,
  platform: "node",
  format: "esm",
  target: "node20.19",
  external: Object.keys(dependencies),
  define: { MEM_VERSION: JSON.stringify(version) },
  loader: { ".sql": "text" },
  plugins: [tomlForEsbuild],
  banner: { js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);" },
  legalComments: "linked",
  logLevel: "warning",
});
chmodSync(`${fresh}/mem.js`, 0o755);
rmSync(`${root}dist`, { recursive: true, force: true });
renameSync(fresh, `${root}dist`);
