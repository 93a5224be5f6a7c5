// A preview → its sections in the order a person wants them. Pure.
import { plain } from "../model/plain.ts";
import type { Preview } from "./row.ts";

export type Section = { label: string; items: readonly string[] };

const MOST_FILES = 8;
/** Of decisions and of failures: each may be of some lines, and files come after them. */
const MOST_LASTING = 4;

function first(items: readonly string[], most: number): readonly string[] {
  const more = items.length - most;
  return more <= 0 ? items : [...items.slice(0, most), `and ${more} more`];
}

/** Only those with something in them, nothing twice in one. */
export function sectionsOf(preview: Preview): readonly Section[] {
  const all: Section[] = [
    { label: "Goal", items: preview.goal === undefined ? [] : [preview.goal] },
    { label: "Next", items: preview.next },
    { label: "Open", items: preview.open },
    { label: "State", items: preview.state === undefined ? [] : [preview.state] },
    { label: "Decided", items: first(preview.decided, MOST_LASTING) },
    { label: "Failed", items: first(preview.failed, MOST_LASTING) },
    { label: "Reply", items: preview.lastReply === undefined ? [] : [preview.lastReply] },
    { label: "Files", items: first(preview.files, MOST_FILES) },
  ];
  return all
    .map(({ label, items }) => ({ label, items: [...new Set(items.map(plain))].filter(Boolean) }))
    .filter(({ items }) => items.length > 0);
}
