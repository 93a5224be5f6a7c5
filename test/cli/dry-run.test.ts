import { expect, test } from "vitest";
import { shortened } from "../../src/cli/dry-run.ts";

const BRIEFING = '<mem-briefing origin="mem:run:eafdd8e83feac7a4">\nIt is history.\n</mem-briefing>';

test("of a briefing in an argument its place is shown, with the key that it is a value of", () => {
  expect(shortened(`developer_instructions="${BRIEFING}"`)).toBe("developer_instructions=‹briefing›");
  expect(shortened(`--append=${BRIEFING}`)).toBe("--append=‹briefing›");
  expect(shortened(BRIEFING)).toBe("‹briefing›");
  expect(shortened("it's")).toBe("'it'\\''s'");
});
