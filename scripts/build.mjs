// src/ → dist/, as CommonJS, which Node starts fastest:
//   mem.cjs       the command: what every start needs, and nothing else
//   memory.cjs    the memory, for a briefing; what mem.cjs has already is taken from there, so there is one of each module
//   more.cjs      everything else that the command loads when it needs it
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
const MEMORY = ["src/cli/memory.ts", "src/continue/continue.ts", "src/project/git-state.ts"];
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

/** What loading `entries` loads at once, and what those modules import only when they need it; paths as esbuild spells them. */
async function reachOf(...entries) {
  const { metafile } = await build({ ...common, entryPoints: entries, outdir: "unused", format: "esm", write: false, metafile: true });
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
  for (const entry of entries) visit(entry);
  // Libraries are taken from no other bundle: offering one whole would bring in all that it has.
  return { atOnce: [...atOnce].filter((path) => !path.startsWith("node_modules/")), later: [...later] };
}

/** Source that exports `modules`: path → function that gives the module, loading it then. */
const registryOf = (paths) =>
  `exports.modules = {${paths.map((path) => `${JSON.stringify(path)}: () => require(${JSON.stringify(`./${path}`)})`).join(",\n")}};\n`;

/** Imports of modules that another bundle of ours holds are answered by it. `homes`: path → bundle. */
const taken = (own, homes) => ({
  name: "taken",
  setup({ onResolve, onLoad, resolve }) {
    onResolve({ filter: /^\./ }, async ({ pluginData, path, ...how }) => {
      if (pluginData === "asked" || how.importer === "<stdin>") return undefined;
      const name = (await resolve(path, { ...how, pluginData: "asked" })).path.slice(root.length);
      const home = homes.get(name) ?? own;
      return home === own ? undefined : { path: name, namespace: "taken" };
    });
    onLoad({ filter: /.*/, namespace: "taken" }, ({ path }) => ({
      contents: `module.exports = require("./${homes.get(path)}").modules[${JSON.stringify(path)}]();`,
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

const start = await reachOf(COMMAND);
const memory = await reachOf(...MEMORY);
/** Module → the bundle that holds it. */
const homes = new Map(start.atOnce.map((path) => [path, "mem.cjs"]));
for (const path of memory.atOnce) if (!homes.has(path)) homes.set(path, "memory.cjs");
for (const path of [...start.later, ...memory.later]) if (!homes.has(path)) homes.set(path, "more.cjs");
const heldBy = (bundle) => [...homes].flatMap(([path, home]) => (home === bundle ? [path] : []));

const partOfCommand = (bundle, { shebang = "", last = "" } = {}) =>
  build({
    ...commonJs,
    stdin: { contents: `${registryOf(heldBy(bundle))}${last}`, resolveDir: root, loader: "js" },
    outfile: `${fresh}/${bundle}`,
    external: [...common.external, "./mem.cjs", "./memory.cjs", "./more.cjs"],
    plugins: [tuiOutside, taken(bundle, homes), ...common.plugins],
    banner: banner(shebang),
  });

await Promise.all([
  partOfCommand("mem.cjs", { shebang: "#!/usr/bin/env node\n", last: `require("./${COMMAND}");` }),
  partOfCommand("memory.cjs"),
  partOfCommand("more.cjs"),
  build({ ...commonJs, entryPoints: [RECORDER], outfile: `${fresh}/recorder.cjs`, banner: banner() }),
  build({ ...common, format: "esm", entryPoints: [TUI], outfile: `${fresh}/tui.mjs` }),
]);
chmodSync(`${fresh}/mem.cjs`, 0o755);
rmSync(`${root}dist`, { recursive: true, force: true });
renameSync(fresh, `${root}dist`);
