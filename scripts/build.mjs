// src/ → dist/, as CommonJS, which Node starts fastest:
//   mem.cjs       the command: what every start needs, and nothing else
//   more.cjs      everything that the command loads when it needs it; what mem.cjs has already is taken from there, so there is one of each
//   recorder.cjs  the second process
//   tui.mjs       the terminal UI, whose libraries are ES modules
// "dependencies" stay outside the bundles (native parts, Ink); "devDependencies" that src/ imports are bundled in.
import { chmodSync, readFileSync, renameSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { tomlForEsbuild } from "./toml-plugin.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const { dependencies, version } = JSON.parse(readFileSync(`${root}package.json`, "utf8"));

const COMMAND = "src/cli/main.ts";
const RECORDER = "src/cli/recorder.ts";
const TUI = "src/tui/tui.ts";

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  external: Object.keys(dependencies),
  define: { MEM_VERSION: JSON.stringify(version) },
  loader: { ".sql": "text" },
  plugins: [tomlForEsbuild],
  // Names stay, so that what the log tells of a fault can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  legalComments: "linked",
  logLevel: "warning",
};

const isOutside = ({ path, external }) => external === true || path.startsWith("node:");

/** What loading `entry` loads at once, and what those modules import only when they need it; paths as esbuild spells them. */
async function reachOf(entry) {
  const { metafile } = await build({ ...common, entryPoints: [entry], outdir: "unused", format: "esm", write: false, metafile: true });
  const atOnce = new Set();
  const later = new Set();
  const visit = (path) => {
    if (atOnce.has(path)) return;
    atOnce.add(path);
    for (const one of metafile.inputs[path].imports) {
      if (isOutside(one)) continue;
      if (one.kind === "dynamic-import") later.add(one.path);
      else visit(one.path);
    }
  };
  visit(entry);
  return { atOnce: [...atOnce], later: [...later].filter((path) => !atOnce.has(path)) };
}

/** Source that exports `modules`: path → function that gives the module, loading it then. */
const registryOf = (paths) =>
  `exports.modules = {${paths.map((path) => `${JSON.stringify(path)}: () => require(${JSON.stringify(`./${path}`)})`).join(",\n")}};\n`;

/** Imports that `isTaken` chooses are answered by another bundle of ours. */
const takenFrom = (bundle, isTaken) => ({
  name: `taken from ${bundle}`,
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^\./ }, async ({ pluginData, path, ...how }) => {
      if (pluginData === "asked" || how.kind === "entry-point") return undefined;
      const found = await resolve(path, { ...how, pluginData: "asked" });
      const name = found.path.slice(root.length);
      return isTaken(name, how.kind) ? { path: name, namespace: "taken" } : undefined;
    });
    onLoad({ filter: /.*/, namespace: "taken" }, ({ path }) => ({
      contents: `module.exports = require("${bundle}").modules[${JSON.stringify(path)}]();`,
      resolveDir: root,
    }));
  },
});

const tuiOutside = {
  name: "tui",
  setup: ({ onResolve }) => onResolve({ filter: /\/tui\/tui\.ts$/ }, () => ({ path: "./tui.mjs", external: true })),
};

// Built beside and moved into place: a `mem` that starts meanwhile finds the old one or the new one.
const fresh = `${root}dist.new-${process.pid}`;
const selfUrl = { "import.meta.url": "__url" };
const commonJs = { ...common, format: "cjs", define: { ...common.define, ...selfUrl } };
const banner = (shebang = "") => ({ js: `${shebang}const __url = require("node:url").pathToFileURL(__filename).href;` });
const stdin = (contents) => ({ contents, resolveDir: root, loader: "js" });

const { atOnce, later } = await reachOf(COMMAND);
// Libraries are taken from no other bundle: offering one whole would bring in all that it has.
const shared = atOnce.filter((path) => !path.startsWith("node_modules/"));
await Promise.all([
  build({
    ...commonJs,
    stdin: stdin(`${registryOf(shared)}require("./${COMMAND}");`),
    outfile: `${fresh}/mem.cjs`,
    external: [...common.external, "./more.cjs"],
    plugins: [takenFrom("./more.cjs", (path, kind) => kind === "dynamic-import" && later.includes(path)), ...common.plugins],
    banner: banner("#!/usr/bin/env node\n"),
  }),
  build({
    ...commonJs,
    stdin: stdin(registryOf(later)),
    outfile: `${fresh}/more.cjs`,
    external: [...common.external, "./mem.cjs"],
    plugins: [tuiOutside, takenFrom("./mem.cjs", (path) => shared.includes(path)), ...common.plugins],
    banner: banner(),
  }),
  build({ ...commonJs, entryPoints: [RECORDER], outfile: `${fresh}/recorder.cjs`, banner: banner() }),
  build({ ...common, format: "esm", entryPoints: [TUI], outfile: `${fresh}/tui.mjs` }),
]);
chmodSync(`${fresh}/mem.cjs`, 0o755);
rmSync(`${root}dist`, { recursive: true, force: true });
renameSync(fresh, `${root}dist`);
