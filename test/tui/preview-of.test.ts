import { expect, test } from "vitest";
import type { Summary } from "../../src/model/summary.ts";
import { previewOf } from "../../src/tui/preview-of.ts";
import { redacted } from "../support/events.ts";
import { sessionId } from "./rows.ts";

const item = (text: string) => ({ text: redacted(text), from: [1] });
const NOTHING: Summary = {
  session: sessionId("a"),
  upTo: 3,
  requests: [],
  files: [],
  commands: [],
  decisions: [],
  failed: [],
  fixes: [],
  open: [],
  next: [],
  limits: [],
};

test("decisions and failures come newest first, with why, and the last reply after them", () => {
  const preview = previewOf({
    ...NOTHING,
    decisions: [item("Use a lock"), { ...item("Use flock"), reason: redacted("it is freed at a crash") }],
    failed: [{ ...item("lockfile(1)"), why: redacted("not installed") }, item("mkdir")],
    lastReply: item("The lock is in."),
  });
  expect(preview).toMatchObject({
    decided: ["Use flock (why: it is freed at a crash)", "Use a lock"],
    failed: ["mkdir", "lockfile(1) (why: not installed)"],
    lastReply: "The lock is in.",
  });
});

test("of a long reply the head and the end are shown", () => {
  const { lastReply = "" } = previewOf({ ...NOTHING, lastReply: item(`First ${"word ".repeat(300)}last.`) });
  expect(lastReply.length).toBeLessThanOrEqual(400);
  expect(lastReply).toMatch(/^First .*… .*last\.$/);
});

test("of a summary without anything there is an empty preview, which is not the same as none", () => {
  expect(previewOf(NOTHING)).toEqual({ state: "", decided: [], failed: [], open: [], next: [], files: [] });
});

test("a reason does not say again that it is one", () => {
  const preview = previewOf({
    ...NOTHING,
    decisions: [{ ...item("Split the parser,"), reason: redacted("because it is slow") }],
  });
  expect(preview).toMatchObject({ decided: ["Split the parser (why: it is slow)"] });
});
