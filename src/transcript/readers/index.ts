// The history formats we can read, by the name that `history.reader` gives in the catalog.
import type { Reader } from "../reader.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";

/** A reader whose state is its own affair: what `start` gave goes back into `step`, also after it was stored as JSON. */
function sealed<State>(reader: Reader<State>): Reader {
  // The one place where a stored state becomes a reader's own again.
  return { ...reader, step: (state, line) => reader.step(state as State, line) };
}

export const READERS: Readonly<Record<string, Reader>> = { claude: sealed(claude), codex: sealed(codex) };

export const readerOf = (id: string): Reader | undefined => (Object.hasOwn(READERS, id) ? READERS[id] : undefined);
