import { existsSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import { hasRealWork, summarise } from "../../src/handoff/summarise.ts";
import { own } from "../../src/model/redacted.ts";
import type { Item } from "../../src/model/summary.ts";
import { READERS } from "../../src/transcript/readers/index.ts";
import { compaction, type Draft, edit, events, limit, prompt, redacted, reply, SESSION, shell, tool } from "../support/events.ts";

const summary = (...parts: (Draft | Draft[])[]) => summarise(SESSION, events(...parts), { root: "/p" });

test("a session of real work is told in all its parts", () => {
  const told = summary(
    prompt("Make checkout safe against double orders"),
    reply("We'll use a unique index instead of an advisory lock because pgbouncer drops sessions."),
    edit("/p/src/checkout.ts"),
    shell("npm test", " FAIL  test/checkout.test.ts > rejects a second order\n Tests  1 failed | 3 passed (4)", false),
    edit("/p/src/checkout.ts"),
    shell("npm test", " Tests  4 passed (4)"),
    shell(`git commit -m "Reject second orders"`, "[main 1a2b3c4] Reject second orders\n 1 file changed"),
    prompt("Also add a metric"),
    reply("The metric is next."),
    limit("You've hit your 5-hour limit", 1_796_070_000_000),
  );
  expect(told).toMatchObject({
    session: SESSION,
    upTo: 15,
    goal: { text: "Make checkout safe against double orders", from: [1] },
    requests: [{ text: "Also add a metric" }],
    files: [{ path: "src/checkout.ts", edits: 2 }],
    commands: [{ text: "`git commit` → [main 1a2b3c4] Reject second orders" }],
    decisions: [{ reason: "because pgbouncer drops sessions." }],
    tests: { command: "npm test", passed: true },
    fixes: [{ error: "test/checkout.test.ts > rejects a second order", fix: "edited src/checkout.ts" }],
    next: [{ text: "Finish what was asked last: Also add a metric" }, { text: "The metric is next." }],
    lastReply: { text: "The metric is next." },
    limits: [{ resetsAt: 1_796_070_000_000 }],
  });
});

test("a decision from before a compaction is kept, and the compaction's own text is nobody's words", () => {
  const told = summary(
    prompt("Speed up the import. Never use the production database."),
    reply("We'll use COPY instead of INSERT because it is ten times faster."),
    compaction("This session decided to use INSERT. Next steps: drop COPY."),
    prompt("go on with the importer"),
    reply("Importer done."),
  );
  expect(told.decisions.map((decision) => decision.text)).toEqual([
    "Never use the production database.",
    "We'll use COPY instead of INSERT",
  ]);
  expect(JSON.stringify(told)).not.toContain("drop COPY");
});

test("the state of the tree is passed on as it was told", () => {
  const git = { at: 5, branch: own("main"), dirtyCount: 0 };
  expect(summarise(SESSION, events(prompt("x"), reply("y")), { root: "/p", git }).state).toEqual(git);
});

test("a limit that says nothing still says what it is", () => {
  expect(summary(prompt("Add a badge"), limit(" ")).limits).toMatchObject([{ text: "usage limit reached" }]);
});

test("closing small talk is not the last answer", () => {
  expect(summary(prompt("Add a badge"), reply("The badge is in place."), prompt("thanks"), reply("Great!")).lastReply?.text).toBe(
    "The badge is in place.",
  );
});

test("real work is a prompt that got something", () => {
  expect(hasRealWork([])).toBe(false);
  expect(hasRealWork(events(prompt("Add a badge")))).toBe(false);
  expect(hasRealWork(events(reply("Welcome!")))).toBe(false);
  expect(hasRealWork(events(prompt("<system-reminder>x</system-reminder>"), reply("No response requested.")))).toBe(false);
  expect(hasRealWork(events(prompt("Add a badge"), reply("x", { by: "subagent" })))).toBe(false);
  expect(hasRealWork(events(prompt("Add a badge"), reply("Done.")))).toBe(true);
  expect(hasRealWork(events(prompt("Add a badge"), shell("ls")))).toBe(true);
  expect(hasRealWork(events(prompt("Add a badge"), limit("limit reached")))).toBe(true);
  expect(hasRealWork(events(reply("agent ready", { by: "screen" })))).toBe(true);
});

const words = fc.oneof(
  fc.string({ maxLength: 200, unit: "grapheme" }),
  fc.constantFrom(
    "We'll use X instead of Y because Z.",
    "no, that still fails",
    "ok",
    "Next steps:\n- push",
    "- [ ] open",
    "[pending] a\n[x] b",
    "Why?",
    "1 failing",
    "<system-reminder>",
    "```",
    "",
  ),
);
const anyPart = fc.oneof(
  words.map((text) => prompt(text)),
  words.map((text) => reply(text)),
  fc.tuple(words, words, fc.boolean()).map(([input, output, ok]) => tool("Bash", `npm test; ${input}`, output, { ok })),
  fc.tuple(words, words, fc.boolean()).map(([input, output, ok]) => tool("Todo", input, output, { ok })),
  words.map((path) => edit(`/p/${path}`)),
  words.map((text) => limit(text)),
);

test("whatever was said, every item cites events of the session, and no text is without end", () => {
  fc.assert(
    fc.property(fc.array(anyPart, { maxLength: 25 }), (parts) => {
      const all = events(...parts);
      const told = summarise(SESSION, all, { root: "/p" });
      const items = [
        told.goal,
        told.lastReply,
        ...told.requests,
        ...told.commands,
        ...told.decisions,
        ...told.failed,
        ...told.open,
        ...told.next,
        ...told.limits,
        ...(told.answers ?? []),
      ].flatMap((item) => item ?? []);
      for (const item of items) {
        expect(item.text.trim()).not.toBe("");
        expect(item.text.length).toBeLessThanOrEqual(1_700);
        expect(item.text).not.toContain("\n");
        expect(item.from.length).toBeGreaterThan(0);
        expect(item.from.every((seq) => seq >= 1 && seq <= all.length)).toBe(true);
      }
    }),
    { numRuns: 300 },
  );
});

/** Long words, numbers, paths and names: what an item cannot hold unless one of its events does. */
const namesIn = (text: string): string[] => text.match(/[\w./-]*[\d/._-][\w./-]*\w/g) ?? [];
/** Our own labels hold none. */
const invented = (item: Item, textOf: (seq: number) => string): string[] =>
  namesIn(item.text).filter((name) => !item.from.some((seq) => textOf(seq).includes(name)));

const CORPUS = new URL("../../../shared/corpus", import.meta.url).pathname;
const SAMPLES = [
  ["claude", "claude-code/cipher-box-046f4c1b3b1e5.jsonl"],
  ["claude", "claude-code/cli-54bb2ec87cc80.jsonl"],
  ["claude", "claude-code/oh-my-posh-22523a93a0151.jsonl"],
  ["codex", "codex/agentv-1f44275779302.jsonl"],
  ["codex", "codex/agentv-46c11fcf0c5c0.jsonl"],
] as const;

test.skipIf(!existsSync(CORPUS)).each(SAMPLES)("nothing is invented in a summary of a real session (%s, %s)", (readerId, file) => {
  const path = `${CORPUS}/${file}`;
  const reader = READERS[readerId];
  if (reader === undefined) throw new Error("no such reader");
  const state = reader.start(path);
  const facts = readFileSync(path, "utf8")
    .split("\n")
    .flatMap((text, index) => (text === "" ? [] : reader.step(state, { line: index + 1, text, sizeBytes: text.length })));
  const drafts = facts.flatMap((fact) => (fact.kind === "event" ? [{ ...fact.event, text: redacted(fact.event.text) }] : []));
  const all = events(drafts);
  const told = summarise(SESSION, all, { root: "/nowhere" });
  const textOf = (seq: number): string =>
    `${all[seq - 1]?.text ?? ""} ${all[seq - 1]?.tool ?? ""} ${all[seq - 1]?.files.join(" ") ?? ""}`.replace(/\s+/g, " ");
  const items: Item[] = [
    told.goal,
    told.lastReply,
    ...told.requests,
    ...told.commands,
    ...told.decisions,
    ...told.failed,
    ...told.open,
    ...told.next,
  ].flatMap((item) => item ?? []);
  expect(items.length).toBeGreaterThan(5);
  for (const item of items) {
    expect(item.from.length).toBeGreaterThan(0);
    expect(invented(item, textOf), item.text).toEqual([]);
  }
});

test("three megabytes are summarised in linear time", () => {
  const turn = [
    prompt("Please look at the importer. Never use the production database, because it is shared."),
    reply("We'll use COPY instead of INSERT because it is faster. ".repeat(20)),
    shell("npm test 2>&1 | tail -50", "ok line of a log that says little\n".repeat(300)),
    tool("Read", "/p/a.ts", "const a = 1; // nothing\n".repeat(400), { files: ["/p/a.ts"] }),
    edit("/p/src/a.ts"),
  ].flat();
  const times = [40, 160].map((turns) => {
    const all = events(...Array.from({ length: turns }, () => turn));
    summarise(SESSION, all, { root: "/p" });
    const started = performance.now();
    summarise(SESSION, all, { root: "/p" });
    return performance.now() - started;
  });
  expect(times[1]).toBeLessThan(1_500); // a bound that a busy machine keeps; bench/ has the figures
});

test("hostile text costs no more than plain text", () => {
  const nasty = [
    "<system-reminder ".repeat(20_000),
    "```".repeat(20_000),
    `**${"a ".repeat(30_000)}`,
    "not not not ".repeat(10_000),
    "a.".repeat(30_000),
    `"x"="`.repeat(10_000),
    "( ".repeat(30_000),
  ];
  const started = performance.now();
  for (const text of nasty) summary(prompt(text), reply(text), shell(text, text, false), tool("AskUserQuestion", text, `answered ${text}`));
  expect(performance.now() - started).toBeLessThan(8_000);
});

test("a line of a screen is a sentence's end: what stands on the next one is not its reason", () => {
  const shown = "I decided to use sqlite because it is simple\nname?\nhi Ann";
  const [decision] = summarise(SESSION, events(reply(shown, { by: "screen" })), { root: "/p" }).decisions;
  expect(JSON.stringify(decision)).toContain("because it is simple");
  expect(JSON.stringify(decision)).not.toContain("Ann");
});
