import { defineConfig } from "vitest/config";
import { countReporter } from "./scripts/count-reporter.mjs";
import { tomlForVite } from "./scripts/toml-plugin.mjs";

export default defineConfig({
  plugins: [
    tomlForVite,
    { name: "sql", enforce: "pre", transform: (code, id) => (id.endsWith(".sql") ? { code: `export default ${JSON.stringify(code)};`, map: null } : undefined) },
  ],
  define: { MEM_VERSION: JSON.stringify("0.0.0-test") },
  test: {
    include: ["test/**/*.test.{ts,tsx}"],
    testTimeout: 30_000,
    hookTimeout: 30_000,
    reporters: ["default", countReporter],
  },
});
