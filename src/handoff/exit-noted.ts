// The exit that the wrapper noted in its run's folder: known before the recorder has written it down, and if it never does.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Run } from "../model/run.ts";
import { EXIT_NOTE, parseExitNote } from "../model/run-notes.ts";
import type { Exit } from "../model/session.ts";

export function exitNoted(run: Run): Exit | undefined {
  try {
    return parseExitNote(readFileSync(join(run.dir, EXIT_NOTE), "utf8"));
  } catch {
    return undefined; // not ended, or nobody was there to note it
  }
}
