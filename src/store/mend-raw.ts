// After a power cut raw/ may lack the end of what the database has kept: the one was on the disk, the other not yet.
import { existsSync } from "node:fs";
import type { SessionEvent } from "../model/event.ts";
import type { Project } from "../model/project.ts";
import type { Session } from "../model/session.ts";
import { type RawFiles, readRaw } from "./raw.ts";
import type { Store } from "./store.ts";

type MendDeps = { store: Pick<Store, "events">; raw: RawFiles };

/** Events that are appended at a time: texts are at most 64 kB. */
const BATCH = 200;

async function keysIn(path: string): Promise<Set<string>> {
  const keys = new Set<string>();
  if (!existsSync(path)) return keys;
  for await (const line of readRaw(path)) if (line.kind === "event") keys.add(line.event.key);
  return keys;
}

/** Appends what the session's raw file lacks, and returns how many events that were. Throws what the disk throws. */
export async function mendRaw({ store, raw }: MendDeps, session: Session, project: Project): Promise<number> {
  const known = await keysIn(raw.pathOf(session, project));
  let missing: SessionEvent[] = [];
  let count = 0;
  const append = (): void => {
    if (missing.length > 0) raw.append(session, project, missing);
    count += missing.length;
    missing = [];
  };
  for (const event of store.events.of(session.id)) {
    if (known.has(event.key)) continue;
    missing.push(event);
    if (missing.length >= BATCH) append();
  }
  append();
  return count;
}
