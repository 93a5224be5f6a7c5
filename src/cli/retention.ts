// For mem doctor: agents that delete their own histories after a while, and what of those mem has not read yet.
import { existsSync } from "node:fs";
import { type Retention, retentionOf } from "../agents/retention.ts";
import type { Clock } from "../host/host.ts";
import { allHistories, type HistorySource, hasChanged } from "../ingest/discover.ts";
import { counted } from "../model/counted.ts";
import { MemError, unreachable } from "../model/error.ts";
import type { Millis } from "../model/ids.ts";
import { DAY_MS } from "../model/time.ts";
import { settingsText, type World } from "./world.ts";

/** Who reads this has so long to do something about it. */
const SOON_DAYS = 7;

/** Files in all, those that the agent deletes within a week, and those among them of which mem has not read all. */
export type Counts = { files: number; soon: number; unread: number };
type Told = { found: string; fix?: string };

function whoSays({ file, key, ...said }: Retention): string {
  switch (said.by) {
    case "setting":
      return `${key} in ${file}`;
    case "default":
      return `its default; ${key} in ${file} changes it`;
    case "unreadable":
      return `its default, unless ${file} says otherwise, which cannot be read: ${said.why}`;
    default:
      return unreachable(said);
  }
}

/** One sentence on the setting, one on what mem has, one on what is about to go. */
export function retentionLine(agentName: string, retention: Retention, { files, soon, unread }: Counts): Told {
  const rule = `${agentName} deletes histories that were not written to for ${counted(retention.days, "day")} (${whoSays(retention)}).`;
  const kept = "mem has its own copy of what it ingested.";
  if (soon === 0) return { found: `${rule} ${kept} Within a week none will be gone (${counted(files, "file")} there).` };
  const going = `Within a week ${soon} of ${counted(files, "file")} will be gone`;
  if (unread === 0) return { found: `${rule} ${kept} ${going}, and mem has read all of that.` };
  return { found: `${rule} ${kept} ${going}; ${unread} of them mem has not read yet.`, fix: "`mem ingest` copies them." };
}

/** A file's time is what the agent goes by. */
export const isGoneSoon = (mtimeMs: Millis, days: number, now: Millis): boolean => now - mtimeMs > (days - SOON_DAYS) * DAY_MS;

type Cursors = Parameters<typeof hasChanged>[1];

function count(deps: { clock: Clock; cursors: Cursors }, source: HistorySource, days: number): Counts {
  const files = [...allHistories(source)];
  const now = deps.clock.now();
  const soon = files.filter((file) => isGoneSoon(file.mtimeMs, days, now));
  return { files: files.length, soon: soon.length, unread: soon.filter((file) => hasChanged(file, deps.cursors)).length };
}

/**
 * One line for each agent that deletes its histories and has any here; of two that share their folders the first. Nothing where the
 * database cannot be opened: that is told apart.
 */
export async function retentionLines(world: World): Promise<Told[]> {
  const where = { env: world.env, home: world.folders.home, cwd: world.cwd };
  const told = new Set<string>();
  const due = world.agents.flatMap((spec) => {
    const roots = world.rootsOf(spec);
    const retention = roots.some((root) => existsSync(root)) && retentionOf({ readText: settingsText }, spec, where);
    if (!retention || told.has(roots.join())) return [];
    told.add(roots.join());
    return [{ spec, retention }];
  });
  if (due.length === 0) return [];
  const { openMemory } = await import("./memory.ts");
  try {
    const memory = openMemory(world);
    try {
      return due.flatMap(({ spec, retention }) => {
        const source = memory.sources.find(({ agent }) => agent === spec.id);
        if (source === undefined) return [];
        return [retentionLine(spec.name, retention, count({ clock: world.clock, cursors: memory.store.cursors }, source, retention.days))];
      });
    } finally {
      memory.close();
    }
  } catch (cause) {
    if (cause instanceof MemError) return [];
    throw cause;
  }
}
