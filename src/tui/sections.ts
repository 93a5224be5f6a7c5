// A preview → its sections in the order a person wants them. Pure.
import { plain } from "../model/plain.ts";
import type { Preview } from "./row.ts";

export type Section = { label: string; items: readonly string[] };

const MOST_FILES = 8;

function files(paths: readonly string[]): readonly string[] {
  const more = paths.length - MOST_FILES;
  return more <= 0 ? paths : [...paths.slice(0, MOST_FILES), `and ${more} more`];
}

/** Only those with something in them, nothing twice in one. */
export function sectionsOf(preview: Preview): readonly Section[] {
  const all: Section[] = [
    { label: "Goal", items: preview.goal === undefined ? [] : [preview.goal] },
    { label: "Next", items: preview.next },
    { label: "Open", items: preview.open },
    { label: "State", items: preview.state === undefined ? [] : [preview.state] },
    { label: "Files", items: files(preview.files) },
  ];
  return all
    .map(({ label, items }) => ({ label, items: [...new Set(items.map(plain))].filter(Boolean) }))
    .filter(({ items }) => items.length > 0);
}
