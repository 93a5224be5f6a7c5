// agents.toml becomes JSON when the program is built (and when tests load it), so that no start pays for parsing it.
import { readFileSync } from "node:fs";
import { parse } from "toml";

const toModule = (path) => `export default ${JSON.stringify(parse(readFileSync(path, "utf8")))};`;

export const tomlForEsbuild = {
  name: "toml",
  setup(build) {
    build.onLoad({ filter: /\.toml$/ }, ({ path }) => ({ contents: toModule(path), loader: "js" }));
  },
};

export const tomlForVite = {
  name: "toml",
  enforce: "pre",
  load: (id) => (id.endsWith(".toml") ? toModule(id) : undefined),
};
