// The house, as data: which folder may import which, and which words have one home. Every exception is a line with its reason.
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const SRC = resolve(import.meta.dirname, "../src");

/** A folder may import the rows before its own; within its row only those named behind it. */
const ROWS: readonly Readonly<Record<string, readonly string[]>>[] = [
  { model: [] },
  { host: [] },
  { project: [], agents: [], store: [], transcript: [], wiki: [], llm: [] },
  {
    memory: [],
    search: ["memory"],
    ingest: ["memory", "search"],
    handoff: ["memory", "search", "ingest"],
    record: ["memory", "search", "ingest", "handoff"],
    continue: ["memory", "search", "ingest", "handoff"],
    run: ["memory", "search", "ingest", "handoff", "continue"],
  },
  { setup: [], tui: [], mcp: [], web: [] },
  { cli: [] },
];

/** `from file → imported file`, with the reason. */
const IMPORT_EXCEPTIONS: Readonly<Record<string, string>> = {};

/** Files that may name `process` or `Date`, with the reason. */
const MACHINE_HOMES: Readonly<Record<string, string>> = {
  "host/node.ts": "the real machine",
  "host/signals.ts": "signals can only be heard on process",
  "cli/main.ts": "the door",
  "cli/recorder.ts": "the second process's door",
  "model/time.ts": "Date as a pure converter between texts and numbers; reads no clock",
};

/** `text` is without comments, `whole` with them. */
type SourceFile = { path: string; folder: string; text: string; whole: string; imports: string[] };

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesBelow(path) : /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|[\s;{}(,])\/\/[^\n]*/g, "$1");

function toSource(path: string): SourceFile {
  const whole = readFileSync(path, "utf8");
  const text = withoutComments(whole);
  const found = [...text.matchAll(/(?:\bfrom\s+|\bimport\s*\(\s*|^import\s+)"(\.[^"]+)"/gm)].flatMap((match) => match[1] ?? []);
  const name = relative(SRC, path);
  return {
    path: name,
    folder: name.split("/")[0] ?? "",
    text,
    whole,
    imports: found.map((to) => relative(SRC, resolve(dirname(path), to))).filter((to) => !to.startsWith("..")),
  };
}

const SOURCES = filesBelow(SRC).map(toSource);
const rowOf = (folder: string): number => ROWS.findIndex((row) => folder in row);

function isAllowed(from: string, to: string): boolean {
  if (from === to) return true;
  const [own, other] = [rowOf(from), rowOf(to)];
  return other < own || (other === own && (ROWS[own]?.[from] ?? []).includes(to));
}

test("the check sees the source", () => {
  expect(SOURCES.length).toBeGreaterThan(20);
  expect(SOURCES.flatMap((source) => source.imports).length).toBeGreaterThan(20);
});

test("every folder has a row", () => {
  expect(SOURCES.filter((source) => rowOf(source.folder) === -1).map((source) => source.path)).toEqual([]);
});

test("a folder imports only rows before its own, and within its row only what the arrows allow", () => {
  const wrong = SOURCES.flatMap((source) =>
    source.imports
      .filter((to) => !isAllowed(source.folder, to.split("/")[0] ?? ""))
      .map((to) => `${source.path} → ${to}`)
      .filter((edge) => !(edge in IMPORT_EXCEPTIONS)),
  );
  expect(wrong).toEqual([]);
});

test("there is no import cycle", () => {
  const byPath = new Map(SOURCES.map((source) => [source.path, source]));
  // Types only vanish when the program is built, but a cycle of them still ties two files together for a reader: none of either.
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (path: string, trail: readonly string[]): void => {
    if (trail.includes(path)) {
      cycles.push([...trail.slice(trail.indexOf(path)), path].join(" → "));
      return;
    }
    if (done.has(path)) return;
    for (const to of byPath.get(path)?.imports ?? []) visit(to, [...trail, path]);
    done.add(path);
  };
  for (const path of byPath.keys()) visit(path, []);
  expect(cycles).toEqual([]);
});

test("process and Date are named only where the machine is", () => {
  const named = SOURCES.filter(
    (source) => /(^|[^.\w"'`-])(process|Date)\b(?!["'`-])\s*[.([]/m.test(source.text) && !(source.path in MACHINE_HOMES),
  );
  expect(named.map((source) => source.path)).toEqual([]);
});

test("SQL stands in store/ and in readers of foreign databases only", () => {
  const sql = /["'`]\s*(select|insert\s+(or\s+\w+\s+)?into|update\s+\w+\s+set|delete\s+from|create\s+(table|index)|pragma)\b/i;
  const named = SOURCES.filter((source) => sql.test(source.text) && !/^(store|transcript\/readers)\//.test(source.path));
  expect(named.map((source) => source.path)).toEqual([]);
});

test("the database driver and the PTY library are named in one file each", () => {
  const naming = (name: string): string[] => SOURCES.filter((source) => source.text.includes(`"${name}`)).map((source) => source.path);
  expect(naming("better-sqlite3")).toEqual(["store/open.ts"]);
  expect(naming("node-pty")).toEqual(["run/pty.ts"]);
});

test("no agent's name stands outside readers, adapters and providers", () => {
  const names = /\b(claude|codex|gemini|opencode|qwen|copilot|droid|cursor-agent|goose|aider)\b/i;
  const named = SOURCES.filter(
    (source) => names.test(source.whole) && !/^(transcript\/readers|agents\/adapters|llm\/providers)\//.test(source.path),
  );
  expect(named.map((source) => source.path)).toEqual([]);
});

test("no file is longer than 300 lines", () => {
  const long = filesBelow(SRC).filter((path) => readFileSync(path, "utf8").split("\n").length > 301);
  expect(long.map((path) => relative(SRC, path))).toEqual([]);
});
