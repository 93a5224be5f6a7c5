// How a run ended, as its folder tells: known before the recorder has written it down, and if it never does.
import { readNote } from "../host/note.ts";
import type { Run } from "../model/run.ts";
import { EXIT_NOTE, LIMIT_NOTE, type LimitNote, parseExitNote, parseLimitNote } from "../model/run-notes.ts";
import type { Exit } from "../model/session.ts";

export const exitNoted = (run: Run): Exit | undefined => parseExitNote(readNote(run.dir, EXIT_NOTE));

export const limitNoted = (run: Run): LimitNote | undefined => parseLimitNote(readNote(run.dir, LIMIT_NOTE));
