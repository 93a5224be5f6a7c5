import { describe, expect, test } from "vitest";
import { type SessionLine, sessionTable, summaryText } from "../../src/cli/print.ts";
import { stateSentence, stateWord, titleOf } from "../../src/cli/session-words.ts";
import type { NativeId, ProjectId } from "../../src/model/ids.ts";
import type { Session } from "../../src/model/session.ts";
import type { Summary } from "../../src/model/summary.ts";
import { redacted } from "../support/events.ts";
import { agentId, NOW, sessionId } from "../tui/rows.ts";

const session = (more: Partial<Session> = {}): Session => ({
  id: sessionId("a1b2c3d4"),
  agent: agentId("scout"),
  project: "p" as ProjectId,
  cwd: "/w/shop",
  worktree: "/w/shop",
  startedAt: NOW - 60_000,
  lastAt: NOW - 50 * 60_000,
  turns: 1,
  nativeId: "n1" as NativeId,
  ...more,
});
const line = (more: Partial<SessionLine> = {}): SessionLine => ({
  session: session(),
  state: "ended",
  agentName: "Claude Code",
  projectName: "billing-service",
  title: "Round half up in the invoice totals",
  ...more,
});

function ofProgram(more: Partial<Session>): Session {
  const { nativeId: _, ...rest } = session(more);
  return rest;
}

describe("sessionTable()", () => {
  test("has a header, says that a session ended, and of one project leaves its name out", () => {
    expect(`\n${sessionTable([line(), line({ state: "limit" })], { now: NOW, width: 120, isOfMany: false })}`).toMatchInlineSnapshot(`
      "
      id        last        agent        state  goal
      a1b2c3d4  50 min ago  Claude Code  ended  Round half up in the invoice totals
      a1b2c3d4  50 min ago  Claude Code  limit  Round half up in the invoice totals
      "
    `);
  });

  test("leaves room for the goal at 60 columns, also of many projects", () => {
    const rows = [line(), line({ projectName: "api", agentName: "Codex", state: "unknown" })];
    expect(`\n${sessionTable(rows, { now: NOW, width: 60, isOfMany: true })}`).toMatchInlineSnapshot(`
      "
      id        last    project   agent     state  goal
      a1b2c3d4  50 min  billing…  Claude …  ended  Round half up …
      a1b2c3d4  50 min  api       Codex            Round half up …
      "
    `);
  });
});

describe("how a session ended", () => {
  test("a program's exit code is no crash, an agent's is, and a signal always is", () => {
    const exit = { code: 3 };
    expect(stateWord(ofProgram({ exit }), "crashed")).toBe("exit 3");
    expect(stateSentence(ofProgram({ exit }), "crashed")).toBe("ended, exit code 3");
    expect(stateWord(session({ exit }), "crashed")).toBe("crashed");
    expect(stateWord(ofProgram({ exit: { code: 137, signal: 9 } }), "crashed")).toBe("crashed");
  });

  test("where nobody told, nothing is said in a list", () => {
    expect(stateWord(session(), "unknown")).toBe("");
    expect(stateSentence(session(), "unknown")).toBe("not known: it was started without mem");
    expect(stateSentence(session({ exit: { code: 0 } }), "ended")).toBe("ended, exit code 0");
  });
});

test("where there is no goal, a program is named by how it was started, and an agent's session by what happened", () => {
  expect(titleOf(ofProgram({}), ["/usr/bin/sh", "-c", "npm test"])).toBe("sh -c 'npm test'");
  expect(titleOf(ofProgram({}), ["sh", "-c", "echo it's"])).toBe("sh -c 'echo it'\\''s'");
  expect(titleOf(ofProgram({}), ["/usr/bin/sh"])).toBe("(recorded from the screen)");
  expect(titleOf(session({ turns: 0 }))).toBe("(nothing asked yet)");
  expect(titleOf(session())).toBe("(went on with what was there)");
  expect(titleOf(session({ goal: redacted("Sort it") }))).toBe("Sort it");
});

test("a summary's labels are not said twice", () => {
  const item = (text: string) => ({ text: redacted(text), from: [2] });
  const none = { requests: [], files: [], commands: [], failed: [], fixes: [], open: [], limits: [] };
  const summary: Summary = {
    ...none,
    session: sessionId("a"),
    upTo: 2,
    decisions: [{ ...item("I decided to split the parser,"), reason: redacted("because the old code is slow") }],
    next: [item("run the tests.")],
  };
  expect(summaryText(summary)).toBe(
    "\nDecided\n  - I decided to split the parser [2] Why: the old code is slow\n\nNext\n  - run the tests. [2]\n",
  );
});
