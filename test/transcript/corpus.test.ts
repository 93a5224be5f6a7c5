// Real sessions of other people, if they lie beside the repository: everything in them is read, and counted a second time in another way.
import { existsSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { Fact } from "../../src/model/event.ts";
import { READERS } from "../../src/transcript/readers/index.ts";
import { redactor } from "../../src/transcript/redact.ts";
import { eventsOf, factsOf, filesBelow, textOf } from "../support/read-history.ts";

type Json = Record<string, unknown>;
const obj = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});

const SHARED = fileURLToPath(new URL("../../../shared", import.meta.url));
const FOLDERS = [
  ["claude", "fixtures/claude"],
  ["claude", "corpus/claude-code"],
  ["codex", "fixtures/codex"],
  ["codex", "corpus/codex"],
] as const;
const files = existsSync(SHARED)
  ? FOLDERS.flatMap(([agent, folder]) =>
      filesBelow(join(SHARED, folder))
        .filter((path) => path.endsWith(".jsonl"))
        .map((path) => ({ agent, path, name: relative(SHARED, path) })),
    )
  : [];

const recordsOf = (text: string): Json[] =>
  text.split("\n").flatMap((line) => {
    try {
      return line.trim() === "" ? [] : [JSON.parse(line) as Json];
    } catch {
      return [];
    }
  });

type Counted = { prompts: number; calls: number };

/** Prompts and calls of one agent's records, counted from their JSON alone. */
const COUNT: Record<string, (records: readonly Json[]) => Counted> = {
  claude(records) {
    const texts = records.flatMap((record) => {
      const { content } = obj(record.message);
      const origin = obj(record.origin).kind;
      if (record.type !== "user" || record.isMeta || record.isCompactSummary || (origin !== undefined && origin !== "human")) return [];
      if (typeof content === "string") return [content];
      return (content as Json[]).some((block) => block.type === "tool_result") ? [] : [String((content as Json[])[0]?.text)];
    });
    const calls = records.flatMap((record) =>
      record.type === "assistant" ? ((obj(record.message).content as Json[] | undefined) ?? []) : [],
    );
    return {
      prompts: texts.filter(
        (text) => !/^(<command-|<local-command-|<task-notification|\[Request interrupted|Operation stopped by hook)/.test(text),
      ).length,
      calls: calls.filter((block) => block.type === "tool_use").length,
    };
  },
  codex(records) {
    const payloads = records.map((record) => obj(record.payload));
    const items = payloads.filter((payload) => payload.type === "item_completed").map((payload) => obj(payload.item).type);
    const messages = payloads.filter((payload) => payload.role === "user").map((payload) => String((payload.content as Json[])[0]?.text));
    const inner = payloads.flatMap((payload) => (Array.isArray(payload.content) ? (payload.content as Json[]) : []));
    return {
      // Written twice, but for the last one of a file that was cut off between the two.
      prompts: Math.max(
        payloads.filter((payload) => payload.type === "user_message").length + items.filter((type) => type === "UserMessage").length,
        messages.filter((text) => !/^(<|# AGENTS\.md)/.test(text)).length,
      ),
      calls:
        payloads.filter((payload) => /^(function|tool_search)_call$/.test(String(payload.type)) && !isPoll(payload)).length +
        payloads.filter((payload) => payload.type === "custom_tool_call" && payload.name !== "exec").length +
        items.filter((type) => type === "CommandExecution").length +
        inner.filter((part) => part.type === "tool_use").length,
    };
  },
};

/** Asks for more output of a command that still runs: no call of its own. */
const isPoll = (payload: Json): boolean => payload.name === "write_stdin" && /"chars":""/.test(String(payload.arguments));

const table: string[] = [];

describe.skipIf(files.length === 0)("real sessions in ../shared", () => {
  test.each(files)("$name is read, and nothing in it is missed", ({ agent, path, name }) => {
    const reader = READERS[agent];
    if (reader === undefined) throw new Error(`no reader ${agent}`);
    const text = textOf(path);
    const facts = factsOf(reader, path, text);
    const events = eventsOf(facts);
    const of = (kind: string): number => events.filter((event) => event.kind === kind).length;
    const skipped = facts.filter((fact): fact is Extract<Fact, { kind: "skipped" }> => fact.kind === "skipped");
    const records = recordsOf(text);
    const why = [...new Set(skipped.map((skip) => skip.why))].join("; ");
    table.push(
      [
        name.slice(0, 62).padEnd(62),
        ...[text.split("\n").length, of("prompt"), of("reply"), of("tool_call"), of("tool_result")].map((n) => String(n).padStart(6)),
        `  ${skipped.length} ${why}`,
      ].join(""),
    );

    expect(facts.some((fact) => fact.kind === "session")).toBe(true);
    expect({ prompts: of("prompt"), calls: of("tool_call") }).toEqual(COUNT[agent]?.(records));
    const bad = text.split("\n").filter((line) => line.trim() !== "").length - records.length;
    expect(skipped.length).toBe(bad);
    expect(new Set(events.map((event) => event.key)).size).toBe(events.length);
    expect(events.filter((event) => event.kind === "tool_result" && event.tool === undefined)).toEqual([]);
    expect(events.every((event) => event.at > 0)).toBe(true);
  });

  test("and redaction leaves their ordinary text alone", () => {
    const door = redactor();
    const texts = files.flatMap(({ agent, path }) =>
      eventsOf(factsOf(READERS[agent] ?? (undefined as never), path, textOf(path))).map(({ text }) => text),
    );
    const found = texts.flatMap((text) => door.redact(text).match(/‹redacted:[^›]+›/g) ?? []);
    // These sessions were cleaned of secrets before they were published: whatever is found is found wrongly.
    expect(found.length).toBeLessThanOrEqual(3);
  });

  afterAll(() => {
    console.log(
      ["file".padEnd(62), ...["lines", "prompt", "reply", "call", "result"].map((head) => head.padStart(6)), "  skipped"].join(""),
    );
    for (const row of table) console.log(row);
  });
});
