// Rows → the lines of the list: projects by their newest session, each with its sessions, newest first. Pure.
import type { SessionRow } from "./row.ts";

export type ProjectLine = { kind: "project"; name: string; root: string; count: number };
export type SessionLine = { kind: "session"; row: SessionRow };
export type Line = ProjectLine | SessionLine;

/** A row with the text that a filter is looked for in, made once. */
export type Findable = { row: SessionRow; text: string };

const folded = (text: string): string => text.normalize("NFC").toLowerCase();

export function findable(rows: readonly SessionRow[]): readonly Findable[] {
  const newestFirst = [...rows].sort((a, b) => b.lastAt - a.lastAt);
  return newestFirst.map((row) => ({ row, text: folded(`${row.projectName}\n${row.goal ?? ""}\n${row.agentName}`) }));
}

/** Those that hold every word of the filter somewhere in project, goal or agent. */
export function matching(all: readonly Findable[], filter: string): readonly SessionRow[] {
  const words = folded(filter).split(/\s+/).filter(Boolean);
  return all.filter(({ text }) => words.every((word) => text.includes(word))).map(({ row }) => row);
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
