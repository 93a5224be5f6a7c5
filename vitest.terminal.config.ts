import { defineConfig } from "vitest/config";
import { countReporter } from "./scripts/count-reporter.mjs";

/** The built program on terminals of the tests' own: crashes, faults, streams byte by byte. Minutes long, so apart from `npm test`. */
export default defineConfig({
  test: {
    include: ["test/terminal/**/*.term.ts"],
    testTimeout: 90_000,
    hookTimeout: 60_000,
    // Time matters in many of them: one file at a time.
    fileParallelism: false,
    reporters: [["verbose", { summary: false }], countReporter],
  },
});
