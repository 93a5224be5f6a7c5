// What mem ingest says of a round of reading. Pure.
import type { FileReport } from "../ingest/batch.ts";
import { counted } from "../model/counted.ts";

/** What was not read of a file, and why. */
export const skippedIn = ({ skipped, unfinishedLine }: FileReport): FileReport["skipped"] =>
  unfinishedLine === undefined
    ? skipped
    : [...skipped, { line: unfinishedLine, why: "the last line is not finished; it is read once it is" }];

export function readText(reports: readonly FileReport[]): string {
  const events = reports.reduce((sum, { sessions }) => sum + [...sessions.values()].reduce((n, one) => n + one.newEvents, 0), 0);
  const sessions = new Set(reports.flatMap((report) => [...report.sessions.keys()])).size;
  const skipped = reports.reduce((sum, report) => sum + skippedIn(report).length, 0);
  const found = events === 0 ? "nothing new" : `${counted(events, "new event")} in ${counted(sessions, "session")}`;
  return `${counted(reports.length, "file")} read, ${found}${skipped > 0 ? `, ${counted(skipped, "line")} skipped` : ""}.\n`;
}

/** `places`: folders with histories in them; where there are none, all that were looked into. `files`: histories there. */
export type Known = { files: number; places: readonly string[] };

export function nothingNewText({ files, places }: Known, home: string): string {
  const where = places.map((place) => (place.startsWith(`${home}/`) ? `~${place.slice(home.length)}` : place)).join(", ");
  if (files === 0) return `No histories found. Looked in: ${where}\n`;
  return `${files === 1 ? "1 history" : `${files} histories`} known (${where}), nothing new.\n`;
}
