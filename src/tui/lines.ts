// Rows → the lines of the list: projects by their newest session, each with its sessions, newest first. Pure.
import type { SessionRow } from "./row.ts";

export type ProjectLine = { kind: "project"; name: string; root: string; count: number };
export type SessionLine = { kind: "session"; row: SessionRow };
export type Line = ProjectLine | SessionLine;

const folded = (text: string): string => text.normalize("NFC").toLowerCase();

/** What a filter is looked for in. */
export const searchText = (row: SessionRow): string => folded(`${row.projectName}\n${row.title}\n${row.agentName}`);

export const newestFirst = (rows: readonly SessionRow[]): readonly SessionRow[] => [...rows].sort((a, b) => b.lastAt - a.lastAt);

/** Those that hold every word of the filter somewhere in project, goal or agent. `texts` are the rows' search texts. */
export function matching(rows: readonly SessionRow[], texts: readonly string[], filter: string): readonly SessionRow[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  return rows.filter((_, index) => words.every((word) => texts[index]?.includes(word)));
}

/** `rows` newest first. */
export function linesOf(rows: readonly SessionRow[]): readonly Line[] {
  const projects = new Map<string, SessionRow[]>();
  for (const row of rows) {
    const known = projects.get(row.root);
    if (known === undefined) projects.set(row.root, [row]);
    else known.push(row);
  }
  return [...projects].flatMap(([root, its]): Line[] => [
    { kind: "project", name: its[0]?.projectName ?? "", root, count: its.length },
    ...its.map((row): Line => ({ kind: "session", row })),
  ]);
}
