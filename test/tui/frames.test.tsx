import { stripVTControlCharacters } from "node:util";
import { renderToString } from "ink";
import { describe, expect, test } from "vitest";
import { App } from "../../src/tui/app.tsx";
import { KEYS } from "../../src/tui/keys.ts";
import type { AgentChoice, Preview, SessionRow } from "../../src/tui/row.ts";
import { type Action, reduce, start } from "../../src/tui/state.ts";
import { AGENTS, many, NOW, PREVIEW, ROWS, row } from "./rows.ts";

type Frame = {
  cols: number;
  rows: number;
  sessions?: readonly SessionRow[];
  agents?: readonly AgentChoice[];
  after?: readonly Action[];
  preview?: Preview | "none";
};

function frame({ cols, rows, sessions = ROWS, agents = AGENTS, after = [], preview = PREVIEW }: Frame): string {
  const state = after.reduce(reduce, start(sessions, agents, { cols, rows }));
  const nothing = () => undefined;
  const app = (
    <App
      start={state}
      now={NOW}
      isColoured={false}
      preview={() => (preview === "none" ? undefined : preview)}
      onResize={() => nothing}
      onOutcome={nothing}
      onGone={nothing}
    />
  );
  return stripVTControlCharacters(renderToString(app, { columns: cols }));
}

test("60×15", () => {
  expect(`\n${frame({ cols: 60, rows: 15 })}`).toMatchInlineSnapshot(`
    "
    mem  type to filter                               5 sessions
    shop  /home/dev/shop
    > 6 min ago   Scout       limit    Round half up in the in…
      2 h ago     Pilot       crashed  Retry the payment webho…
      1 d ago     Ferry       ended    Drop the advisory lock …
    blog  /home/dev/blog
      3 h ago     Scout       live     日本語の見出しを直す、長…
    ────────────────────────────────────────────────────────────
    Goal    Round half up in the invoice totals, in the file th…
    Next    Make test_half_cent pass · Use round_money in expor…
    Open    Does the export use the same rounding?
    State   branch rounding, 2 changed files, test_half_cent fa…
    Enter: go on with Scout in shop  (← → agent 1 of 2)
    ↑ ↓ choose · ← → agent · ? keys · Esc leave"
  `);
});

test("200×50", async () => {
  await expect(`${frame({ cols: 200, rows: 50, sessions: [...ROWS, ...many(60, 4)] })}\n`).toMatchFileSnapshot(
    "../fixtures/tui/200x50.txt",
  );
});

test("60×15 with a filter and another agent", () => {
  const after: Action[] = [
    { kind: "type", text: "shop" },
    { kind: "move", by: 1 },
    { kind: "agent", by: 1 },
  ];
  expect(`\n${frame({ cols: 60, rows: 15, after })}`).toMatchInlineSnapshot(`
    "
    mem  shop▏                                            3 of 5
    shop  /home/dev/shop
      6 min ago   Scout       limit    Round half up in the in…
    > 2 h ago     Pilot       crashed  Retry the payment webho…
      1 d ago     Ferry       ended    Drop the advisory lock …


    ────────────────────────────────────────────────────────────
    Goal    Round half up in the invoice totals, in the file th…
    Next    Make test_half_cent pass · Use round_money in expor…
    Open    Does the export use the same rounding?
    State   branch rounding, 2 changed files, test_half_cent fa…
    Enter: start Scout in shop, told of this session  (← → agen…
    ↑ ↓ choose · ← → agent · Esc clear the filter"
  `);
});

test("60×15, the keys", () => {
  expect(`\n${frame({ cols: 60, rows: 15, after: [{ kind: "type", text: "?" }] })}`).toMatchInlineSnapshot(`
    "
    mem  type to filter                               5 sessions
    type                       filter by project, goal or agent
    ↑ ↓  PgUp PgDn  Home End   choose a session
    ← →                        choose the agent to go on with
    Enter                      go on with it, in its folder
    Esc                        clear the filter, then leave
    Ctrl-U  Ctrl-W             clear the filter, its last word
    Ctrl-C                     leave
    Any key goes back.



    Enter: go on with Scout in shop  (← → agent 1 of 2)
    ↑ ↓ choose · ← → agent · ? keys · Esc leave"
  `);
});

test("every key's line is whole at 60 columns, and none is cut", () => {
  const help = frame({ cols: 60, rows: 15, after: [{ kind: "type", text: "?" }] });
  expect(help).not.toContain("…");
  for (const [, does] of KEYS) expect(help).toContain(does);
});

const NOTHING: Preview = { decided: [], failed: [], open: [], next: [], files: [] };

test("60×15, a session of which only a decision, a failure and the last reply are known", () => {
  const preview = {
    ...NOTHING,
    decided: ["Use a lock file"],
    failed: ["flock(1) (why: not on macOS)"],
    lastReply: "Done.\nThe lock is in.",
  };
  const shown = frame({ cols: 60, rows: 15, preview });
  expect(`\n${shown.split("\n").slice(8, 13).join("\n")}`).toMatchInlineSnapshot(`
    "
    Decided Use a lock file
    Failed  flock(1) (why: not on macOS)
    Reply   Done. The lock is in.

    Enter: go on with Scout in shop  (← → agent 1 of 2)"
  `);
});

test("a preview says that nothing is known only where there is no summary", () => {
  for (const cols of [60, 120]) {
    expect(frame({ cols, rows: 24, preview: "none" })).toContain("Nothing is known of this session yet.");
    const empty = frame({ cols, rows: 24, preview: NOTHING });
    expect(empty).not.toContain("Nothing is known");
    expect(empty).toContain("there is nothing to tell of it");
  }
});

test("many decisions leave room for the reply and the files", () => {
  const decided = Array.from({ length: 20 }, (_, n) => `Decision ${n}`);
  const shown = frame({ cols: 120, rows: 40, preview: { ...PREVIEW, decided, lastReply: "All done" } });
  for (const text of ["- Decision 3", "- and 16 more", "All done", "- src/money.py"]) expect(shown).toContain(text);
  expect(shown).not.toContain("Decision 4");
});

test("60×15, nothing yet", () => {
  expect(`\n${frame({ cols: 60, rows: 15, sessions: [] })}`).toMatchInlineSnapshot(`
    "
    mem  type to filter                               0 sessions
      No sessions yet.
      \`mem run scout\` in a project starts the first one.
      \`mem ingest\` reads the ones you had before mem.









    ↑ ↓ choose · ← → agent · ? keys · Esc leave"
  `);
});

test("60×15, nothing yet and no agent", () => {
  expect(frame({ cols: 60, rows: 15, sessions: [], agents: [] })).toContain("no agent was found on PATH");
});

test("60×15, nothing matches", () => {
  expect(`\n${frame({ cols: 60, rows: 15, after: [{ kind: "type", text: "zebra" }] })}`).toMatchInlineSnapshot(`
    "
    mem  zebra▏                                           0 of 5
      No session matches “zebra”.
      Esc clears the filter.










    ↑ ↓ choose · ← → agent · Esc clear the filter"
  `);
});

test("30×7, without a preview", () => {
  expect(`\n${frame({ cols: 30, rows: 7 })}`).toMatchInlineSnapshot(`
    "
    mem  type to filter 5 sessions
    shop  /home/dev/shop
    > limit    Round half up in …
      crashed  Retry the payment…
      ended    Drop the advisory…
    Enter: go on with Scout in sh…"
  `);
});

test("says if the session's own agent is not installed, and offers the others", () => {
  const after: Action[] = [{ kind: "type", text: "lock" }];
  expect(frame({ cols: 100, rows: 15, after })).toContain(
    "Ferry is not installed here. Enter: start Scout in shop, told of this session  (← → agent 1 of 2)",
  );
  expect(frame({ cols: 100, rows: 15, after, agents: [] })).toContain("Ferry is not installed here.");
});

test("goes on with a program that is no agent, and does not say that it is missing", () => {
  const shown = frame({ cols: 100, rows: 15, sessions: [row("a", 1, { agentName: "bash" })], agents: [] });
  expect(shown).toContain("Enter: go on with bash in shop");
  expect(shown).not.toContain("not installed");
});

test("says why Enter did nothing", () => {
  const after: Action[] = [{ kind: "type", text: "blog" }, { kind: "enter" }];
  expect(frame({ cols: 60, rows: 15, after })).toContain("It is still running");
});

test("the preview's lines begin where their words do, wherever they were broken", () => {
  for (let cols = 100; cols < 130; cols++) {
    const beside = frame({ cols, rows: 30 })
      .split("\n")
      .map((line) => line.split("│")[1] ?? "");
    expect(beside.filter((line) => /^ {2}/.test(line))).toEqual([]);
    expect(beside.join(" ").replace(/\s+/g, " ")).toContain(PREVIEW.goal);
  }
});

test("control and bidi characters of a folder's or agent's name do not reach the terminal", () => {
  const odd = row("a", 1, { projectName: "sh\x1b[2Jop", root: "/w/\x07a\u202eb", title: "one\ttwo\u2066three", agentName: "Sc\x9bout" });
  const app = frame({ cols: 120, rows: 20, sessions: [odd] });
  expect(app).toContain("sh [2Jop  /w/ a b");
  expect(app).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e\u2066]/);
});

describe.each([
  [60, 15],
  [99, 24],
  [100, 24],
  [200, 50],
  [20, 4],
  [1, 1],
])("at %i×%i", (cols, rows) => {
  test.each([
    ["the list", []],
    ["the keys", [{ kind: "type", text: "?" }]],
    ["no match", [{ kind: "type", text: "zebra" }]],
  ] satisfies [string, Action[]][])("%s is one line less high than the terminal and no wider", (_, after) => {
    const lines = frame({ cols, rows, after }).split("\n");
    expect(lines.length).toBeLessThanOrEqual(Math.max(3, rows - 1));
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(cols);
  });
});
