import { expect, test } from "vitest";
import { withPart } from "../../bench/results.mjs";

test("a part takes the place of the one before, and the others stay", () => {
  const both = withPart(withPart("", "terminal", "# One"), "briefing", "# Two");
  expect(both).toBe("<!-- terminal -->\n# One\n<!-- /terminal -->\n\n<!-- briefing -->\n# Two\n<!-- /briefing -->\n");
  expect(withPart(both, "terminal", "# New\n")).toBe(both.replace("# One", "# New"));
  expect(withPart(both, "briefing", "# New")).toBe(both.replace("# Two", "# New"));
});

test("a report from before there were parts goes", () => {
  expect(withPart("# What it costs\n\nold figures\n", "terminal", "# New")).toBe("<!-- terminal -->\n# New\n<!-- /terminal -->\n");
});
