// agents.toml becomes JSON when the program is built (and when tests load it), so that no start pays for parsing it.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "toml";

const here = fileURLToPath(new URL(".", import.meta.url));

const toModule = (path) => `export default ${JSON.stringify(parse(readFileSync(path, "utf8")))};`;

export const tomlForEsbuild = {
  name: "toml",
  setup(build) {
    build.onLoad({ filter: /\.toml$/ }, ({ path }) => ({ contents: toModule(path), loader: "js" }));
    // The parser is CommonJS: bundled and imported lazily it would have a default export only, and `parse` would be missing.
    build.onResolve({ filter: /^toml$/ }, ({ namespace }) =>
      namespace === "toml-parser" ? undefined : { path: "toml", namespace: "toml-parser" },
    );
    build.onLoad({ filter: /.*/, namespace: "toml-parser" }, () => ({ contents: 'export { parse } from "toml";', resolveDir: here }));
  },
};

export const tomlForVite = {
  name: "toml",
  enforce: "pre",
  load: (id) => (id.endsWith(".toml") ? toModule(id) : undefined),
};
