// Whether going back put the files back, too (Claude Code asks). It keeps copies of files it changes and names them by content: a
// `file-history-delta` record names the one from before a file's first change, a `file-history-snapshot` those that stand for the files as they
// are at a prompt. Measured in 2.1.332: after files were put back the same copy stands for them as before, else a new one.
import { isTable } from "../../model/table.ts";
import { type Rec, rec, str } from "../json.ts";

/** `prompt`: digits of the prompt's id. `isBefore`: of a delta, so that it tells of the time before the change. */
type Copy = { prompt: string; path: string; copy: string; isBefore?: true };

export type Copies = {
  /** Where the copy that stands for a file changed, oldest first. */
  log: Copy[];
  /** The prompt of the newest snapshot. */
  newest: string;
  /** The beginning of the log is dropped. */
  isCut?: true;
};

export const noCopies = (): Copies => ({ log: [], newest: "" });

const MAX_LOG = 80;

function add(copies: Copies, copy: Copy): void {
  if (copies.log.findLast(({ path }) => path === copy.path)?.copy === copy.copy) return;
  copies.log.push(copy);
  if (copies.log.length <= MAX_LOG) return;
  copies.log.shift();
  copies.isCut = true;
}

const nameOf = (backup: Rec): string => str(backup, "backupFileName") ?? "";

/** Takes in a record on copies; any other says nothing. `shortened`: as ids are kept. */
export function noteCopies(copies: Copies, record: Rec, shortened: (id: string) => string): void {
  if (record.type === "file-history-delta") {
    const path = str(record, "trackingPath");
    const prompt = shortened(str(record, "snapshotMessageId") ?? "");
    if (path !== undefined) add(copies, { prompt, path, copy: nameOf(rec(record, "backup")), isBefore: true });
  }
  if (record.type !== "file-history-snapshot") return;
  const prompt = shortened(str(record, "messageId") ?? "");
  for (const [path, backup] of Object.entries(rec(rec(record, "snapshot"), "trackedFileBackups")))
    if (isTable(backup)) add(copies, { prompt, path, copy: nameOf(backup) });
  copies.newest = prompt;
}

/** The copy that stood for a file when this prompt was asked; undefined if that is not known any more. */
function copyAt({ log, isCut }: Copies, path: string, start: number, prompt: string): string | undefined {
  const mine = log.map((each, at) => ({ ...each, at })).filter((each) => each.path === path);
  const before = mine.findLast((each) => each.at < start || (each.prompt === prompt && each.isBefore !== true));
  return (before ?? (isCut ? undefined : mine[0]))?.copy;
}

/** Whether all files are now, at the newest snapshot, as they were before the first of these prompts, and any was changed since. */
export function arePutBack(copies: Copies, prompts: readonly string[]): boolean {
  const [first = ""] = prompts;
  const start = copies.log.findIndex(({ prompt }) => prompts.includes(prompt));
  if (start < 0 || !copies.log.some(({ prompt, isBefore }, at) => at >= start && prompts.includes(prompt) && isBefore)) return false;
  const newest = new Map(copies.log.map(({ path, copy }) => [path, copy]));
  return [...newest].every(([path, copy]) => copyAt(copies, path, start, first) === copy);
}
