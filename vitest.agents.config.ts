import { defineConfig } from "vitest/config";
import { countReporter } from "./scripts/count-reporter.mjs";

/** Whole stories with the real CLIs, offline: minutes long, so apart from `npm test`. */
export default defineConfig({
  test: {
    include: ["test/agents-real/**/*.story.ts"],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    fileParallelism: false,
    reporters: [["verbose", { summary: false }], countReporter],
  },
});
