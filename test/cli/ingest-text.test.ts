import { expect, test } from "vitest";
import { nothingNewText, readText } from "../../src/cli/ingest-text.ts";
import { emptyReport } from "../../src/ingest/batch.ts";
import { sessionId } from "../tui/rows.ts";

const report = (newEvents: number, ...skipped: number[]) => ({
  ...emptyReport("/h/a.jsonl"),
  sessions: new Map([[sessionId("a"), { newEvents }]]),
  skipped: skipped.map((at) => ({ line: at, why: "not valid JSON" })),
});

test("one is told as one", () => {
  expect(readText([report(1, 5)])).toBe("1 file read, 1 new event in 1 session, 1 line skipped.\n");
  expect(readText([report(1), report(2, 5, 6)])).toBe("2 files read, 3 new events in 1 session, 2 lines skipped.\n");
  expect(readText([report(0)])).toBe("1 file read, nothing new.\n");
});

test("with nothing new it says what is known and where; on an empty machine, where it looked", () => {
  const places = ["/home/me/.scout/sessions", "/opt/pilot"];
  expect(nothingNewText({ files: 2, places }, "/home/me")).toBe("2 histories known (~/.scout/sessions, /opt/pilot), nothing new.\n");
  expect(nothingNewText({ files: 1, places: ["/opt/pilot"] }, "/home/me")).toBe("1 history known (/opt/pilot), nothing new.\n");
  expect(nothingNewText({ files: 0, places }, "/home/me")).toBe("No histories found. Looked in: ~/.scout/sessions, /opt/pilot\n");
});
