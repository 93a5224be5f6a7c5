// Real histories, recorded with the real programs, and what we read in them. `UPDATE_EVENTS=1` writes the expectations anew: read the diff.
import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Fact } from "../../../src/model/event.ts";
import type { Reader } from "../../../src/transcript/reader.ts";
import { READERS, readerOf } from "../../../src/transcript/readers/index.ts";
import { factsOf, filesBelow, textOf } from "../../support/read-history.ts";

const ROOT = fileURLToPath(new URL("../../fixtures/agents", import.meta.url));
const agents = readdirSync(ROOT).filter((name) => readerOf(name) !== undefined);
const fixtures = agents.flatMap((agent) =>
  filesBelow(join(ROOT, agent))
    .filter((path) => path.endsWith(".jsonl"))
    .map((path) => ({ path, name: relative(ROOT, path), reader: READERS[agent] as Reader })),
);

/** One fact a line, so that a change of a reader shows as a few lines of a diff. */
const readable = (facts: readonly Fact[]): string => `[\n${facts.map((fact) => `  ${JSON.stringify(fact)}`).join(",\n")}\n]\n`;

test("there are fixtures for every reader", () => {
  expect([...new Set(fixtures.map((fixture) => fixture.reader.id))].sort()).toEqual(Object.keys(READERS).sort());
});

describe.each(fixtures)("$name", ({ path, reader }) => {
  const text = textOf(path);

  test("gives the facts written down beside it", () => {
    const expected = path.replace(/\.jsonl$/, ".events.json");
    const facts = readable(factsOf(reader, path, text));
    if (process.env.UPDATE_EVENTS === "1" || !existsSync(expected)) writeFileSync(expected, facts);
    expect(facts).toBe(textOf(expected));
  });

  test("gives the same facts if it is read up to any byte, and on from there with the stored state", () => {
    const whole = factsOf(reader, path, text);
    const bytes = Buffer.from(text);
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bytes.length }), (cut) => {
        // As the tail does it: only whole lines are read, the rest waits.
        const read = bytes.subarray(0, cut).lastIndexOf(0x0a) + 1;
        const first = bytes.subarray(0, read).toString("utf8").split("\n").slice(0, -1);
        const rest = bytes.subarray(read).toString("utf8").split("\n");
        let state = reader.start(path);
        const facts: Fact[] = [];
        for (const [at, line] of first.entries()) facts.push(...reader.step(state, { line: at + 1, text: line, sizeBytes: line.length }));
        state = JSON.parse(JSON.stringify(state));
        for (const [at, line] of rest.entries()) {
          facts.push(...reader.step(state, { line: first.length + at + 1, text: line, sizeBytes: line.length }));
        }
        expect(facts).toEqual(whole);
      }),
      { numRuns: 12 },
    );
  });

  test("gives the same facts with CRLF line ends, a BOM and blank lines", () => {
    const odd = `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    expect(factsOf(reader, path, odd)).toEqual(factsOf(reader, path, text));
  });

  test("is read on after a damaged line, and the line is named", () => {
    const good = factsOf(reader, path, text);
    const rows = text.split("\n");
    rows[0] = (rows[0] ?? "").slice(0, 40);
    const facts = factsOf(reader, path, rows.join("\n"));
    expect(facts).toContainEqual({ kind: "skipped", line: 1, why: "not valid JSON (cut off or damaged)" });
    const prompts = (all: readonly Fact[]) => all.filter((fact) => fact.kind === "event" && fact.event.kind === "prompt").length;
    expect(prompts(facts)).toBeGreaterThanOrEqual(prompts(good) - 1);
  });

  test("keeps a state that is small", () => {
    const state = reader.start(path);
    for (const [at, line] of text.split("\n").entries()) reader.step(state, { line: at + 1, text: line, sizeBytes: line.length });
    expect(JSON.stringify(state).length).toBeLessThan(64_000);
  });

  test("gives every event another key", () => {
    const keys = factsOf(reader, path, text).flatMap((fact) => (fact.kind === "event" ? [fact.event.key] : []));
    expect(new Set(keys).size).toBe(keys.length);
  });
});

describe.each(Object.values(READERS))("the $id reader", (reader) => {
  test("says that a line was too long to be read, and how long it was", () => {
    const state = reader.start("x.jsonl");
    expect(reader.step(state, { line: 3, text: undefined, sizeBytes: 90_000_000 })).toEqual([
      { kind: "skipped", line: 3, why: "line too long (90 MB)" },
    ]);
  });

  test("never throws, whatever the bytes and whatever the JSON", () => {
    const anyLine = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.json(),
      fc.object().map((value) => JSON.stringify(value)),
    );
    fc.assert(
      fc.property(fc.array(anyLine, { maxLength: 8 }), (all) => void factsOf(reader, "x.jsonl", all.join("\n"))),
      { numRuns: 300 },
    );
  });

  test("never throws on a record whose fields have other types than they should", () => {
    const records = fixtures
      .filter((fixture) => fixture.reader.id === reader.id)
      .flatMap(({ path }) => textOf(path).split("\n").slice(0, 60));
    const parsed = records.flatMap((line) => {
      try {
        return [JSON.parse(line) as Record<string, unknown>];
      } catch {
        return [];
      }
    });
    fc.assert(
      fc.property(fc.constantFrom(...parsed), fc.jsonValue(), fc.nat(), (record, value, seed) => {
        const copy = structuredClone(record);
        let at: unknown = copy;
        for (let depth = seed % 4; depth >= 0 && typeof at === "object" && at !== null; depth -= 1) {
          const keys = Object.keys(at);
          const key = keys[seed % Math.max(1, keys.length)] ?? "type";
          if (depth === 0) (at as Record<string, unknown>)[key] = value;
          else at = (at as Record<string, unknown>)[key];
        }
        factsOf(reader, "x.jsonl", JSON.stringify(copy));
      }),
      { numRuns: 500 },
    );
  });

  test("reads the whole record that follows a half one in the same line", () => {
    const { path } = fixtures.find((fixture) => fixture.reader.id === reader.id && fixture.path.includes("resume")) ?? { path: "" };
    const rows = textOf(path)
      .split("\n")
      .filter((row) => row !== "");
    const glued = [...rows.slice(0, 8), `${(rows[8] ?? "").slice(0, 100)}${rows.slice(9).join("\n")}`].join("\n");
    const facts = factsOf(reader, path, glued);
    expect(facts).toContainEqual({ kind: "skipped", line: 9, why: "a half line before a whole record" });
  });
});
