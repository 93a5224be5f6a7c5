// src/ → dist/: the command, the recorder and what they load lazily, as one set of split bundles.
// "dependencies" stay outside the bundle (native parts, Ink); "devDependencies" that src/ imports are bundled in.
import { chmodSync, readFileSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { tomlForEsbuild } from "./toml-plugin.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { dependencies, version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

rmSync(`${root}dist`, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: { mem: "src/cli/main.ts", recorder: "src/cli/recorder.ts" },
  outdir: "dist",
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
chmodSync(`${root}dist/mem.js`, 0o755);
