// agents.toml becomes JSON when the program is built (and when tests load it), so that no start pays for reading and checking it:
// `agents.toml` as it stands there, `agents.toml?parsed` as src/agents/entries.ts understands it.
import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { parse } from "toml";

const entries = fileURLToPath(new URL("../src/agents/entries.ts", import.meta.url));
const toModule = (value) => `export default ${JSON.stringify(value)};`;
const asItStands = (path) => toModule(parse(readFileSync(path, "utf8")));

let parsed;
/** What `parseBuiltIn` gives, asked of the source itself. */
async function asUnderstood() {
  parsed ??= build({ entryPoints: [entries], bundle: true, write: false, format: "esm", platform: "node", plugins: [tomlForEsbuild] })
    .then(({ outputFiles }) => import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].contents).toString("base64")}`))
    .then(({ parseBuiltIn }) => toModule(parseBuiltIn()));
  return parsed;
}

export const tomlForEsbuild = {
  name: "toml",
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /\.toml\?parsed$/ }, ({ path, resolveDir }) => ({
      path: resolve(resolveDir, path.replace("?parsed", "")),
      suffix: "?parsed",
    }));
    onLoad({ filter: /\.toml$/ }, async ({ path, suffix }) => ({
      contents: suffix === "?parsed" ? await asUnderstood() : asItStands(path),
      loader: "js",
      resolveDir: dirname(path),
    }));
  },
};

export const tomlForVite = {
  name: "toml",
  enforce: "pre",
  load: (id) => (id.endsWith(".toml?parsed") ? asUnderstood() : id.endsWith(".toml") ? asItStands(id) : undefined),
};
