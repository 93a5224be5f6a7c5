// What there should be after a crash, by the agent's own history, and what there is, by the database and the folders.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

type Database = { prepare(text: string): { all(...values: unknown[]): unknown[]; pluck(): { all(): unknown[] } }; close(): void };
const Driver = createRequire(import.meta.url)("better-sqlite3") as new (path: string, options: { readonly: boolean }) => Database;

export function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

export type Asked = { prompts: string[]; wholeTurns: string[] };

/** Prompts of all histories, and the replies that ended a whole turn. */
export function askedIn(histories: string): Asked {
  const records = filesBelow(histories).flatMap((path) => readFileSync(path, "utf8").split("\n").filter(Boolean).map(recordOf));
  const texts = records.map((text) => text ?? "");
  return {
    prompts: texts.filter((text) => text.endsWith(": count the tills")),
    wholeTurns: texts.filter((text, at) => text.endsWith(": counted") && texts[at + 1] === "(turn over)"),
  };
}

function recordOf(line: string): string {
  const record = JSON.parse(line) as { subtype?: string; message?: { content: string | { text?: string }[] } };
  if (record.subtype === "turn_duration") return "(turn over)";
  const content = record.message?.content ?? "";
  return typeof content === "string" ? content : (content[0]?.text ?? "");
}

export type Stored = {
  integrity: string;
  sessions: number;
  live: number;
  summaries: number;
  openRuns: number;
  frames: number;
  /** `kind: text`, in order. */
  events: string[];
  doubleKeys: number;
  folders: string[];
};

const NOTHING: Stored = {
  integrity: "ok",
  sessions: 0,
  live: 0,
  summaries: 0,
  openRuns: 0,
  frames: 0,
  events: [],
  doubleKeys: 0,
  folders: [],
};

export function storedIn(dataDir: string): Stored {
  const path = join(dataDir, "db", "mem.db");
  const folders = existsSync(join(dataDir, "run")) ? readdirSync(join(dataDir, "run")) : [];
  if (!existsSync(path)) return { ...NOTHING, folders };
  const db = new Driver(path, { readonly: true });
  const one = (text: string): unknown => db.prepare(text).pluck().all()[0];
  try {
    return {
      integrity: String(one("pragma integrity_check")),
      sessions: Number(one("select count(*) from sessions")),
      live: Number(one("select count(*) from sessions where ended_ms is null")),
      summaries: Number(one("select count(*) from summaries")),
      openRuns: Number(one("select count(*) from runs where ended_ms is null")),
      frames: Number(one("select count(*) from frames")),
      events: db.prepare("select kind || ': ' || text from events order by session, seq").pluck().all().map(String),
      doubleKeys: Number(one("select count(*) - count(distinct agent || ' ' || key) from events")),
      folders,
    };
  } finally {
    db.close();
  }
}
