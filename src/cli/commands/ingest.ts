// mem ingest: the agents' own histories, or these files, into the memory. Safe to repeat.
import { realpathSync, type Stats, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { agentCalled } from "../../agents/catalog.ts";
import { handOff } from "../../handoff/handoff.ts";
import { type FileReport, isNews } from "../../ingest/batch.ts";
import { allHistories, type HistoryFile, type HistorySource, hasChanged, historyAt } from "../../ingest/discover.ts";
import { ingestFile } from "../../ingest/ingest.ts";
import { sniff } from "../../ingest/sniff.ts";
import { noteGoneSources } from "../../ingest/source-gone.ts";
import { MemError } from "../../model/error.ts";
import type { SessionId } from "../../model/ids.ts";
import type { Command } from "../args.ts";
import { type Door, printJson, say, withMemory } from "../door.ts";
import { type Known, nothingNewText, readText, skippedIn } from "../ingest-text.ts";
import type { OpenMemory } from "../memory.ts";
import { type Progress, progressLine } from "../progress.ts";

type IngestCommand = Extract<Command, { kind: "ingest" }>;
type FileOutcome = { file: HistoryFile; report: FileReport };

const WATCH_MS = 2000;
/** Each try waits for the database itself, too: some twenty seconds in all. */
const LOCKED_TRIES = 15;
const LOCKED_WAIT_MS = 500;
/** A first look at years of histories finds many of a kind. */
const SKIPPED_NAMED = 10;

function sourcesFor(door: Door, memory: OpenMemory, agent: string | undefined): readonly HistorySource[] {
  const id = agent === undefined ? undefined : (agentCalled(door.world.agents, agent)?.id ?? agent);
  const sources = id === undefined ? memory.sources : memory.sources.filter((source) => source.agent === id);
  if (sources.length > 0) return sources;
  const known = memory.sources.map((source) => source.agent).join(", ");
  throw new MemError("no-reader", `There is no agent "${agent}" whose history can be read.`, { hint: `Known: ${known}.`, exitCode: 2 });
}

function notReadable(named: string, stat: Stats | undefined): MemError {
  if (stat === undefined)
    return new MemError("no-such-file", `There is no file ${named}.`, { hint: "Give the path of an agent's history." });
  if (!stat.isDirectory())
    return new MemError("no-such-file", `${named} is not a file that can be read.`, { hint: "Give the path of an agent's history." });
  return new MemError("no-such-file", `${named} is a folder.`, {
    hint: "Give the files in it; `mem ingest` without any reads all places where agents keep histories.",
  });
}

/** Whose folder it lies in is known; what stands in it is asked of files from elsewhere, and where somebody says whose it is. */
function sourceAt(memory: OpenMemory, { named, path }: { named: string; path: string }, sources: readonly HistorySource[]): HistorySource {
  const [only, other] = sources;
  if (only === undefined || other !== undefined) {
    const source = sources.find((one) => historyAt(path, one)) ?? sniff(path, sources);
    if (source) return source;
    throw new MemError("unknown-history", `${named} is no history of an agent that we know.`, { hint: "`--agent NAME` says whose it is." });
  }
  const actual = sniff(path, [only]) ? only : sniff(path, memory.sources);
  // Damaged, or hardly begun: then it is taken for what it is called.
  if (actual === undefined || actual.reader === only.reader) return only;
  throw new MemError(
    "unknown-history",
    `${named} is a history of ${memory.agentName(actual.agent)}, not of ${memory.agentName(only.agent)}.`,
    {
      hint: `mem ingest --agent ${actual.agent} ${named}`,
      exitCode: 2,
    },
  );
}

/** `full`: the same path as it was named, from the root. */
function fileNamed(memory: OpenMemory, { named, full }: { named: string; full: string }, sources: readonly HistorySource[]): HistoryFile {
  const stat = statSync(full, { throwIfNoEntry: false });
  if (!stat?.isFile()) throw notReadable(named, stat);
  const path = realpathSync(full);
  const source = sourceAt(memory, { named, path }, sources);
  return { path, agent: source.agent, reader: source.reader, sizeBytes: stat.size, mtimeMs: stat.mtimeMs };
}

/** Another writer may hold the database for a while: what was read up to then is stored, and reading goes on there. */
async function patiently<Result>(work: () => Result): Promise<Result> {
  for (let tries = LOCKED_TRIES; ; tries -= 1) {
    try {
      return work();
    } catch (cause) {
      if (!(cause instanceof MemError) || cause.code !== "database-locked" || tries === 0) throw cause;
      await sleep(LOCKED_WAIT_MS);
    }
  }
}

type Round = { files: readonly HistoryFile[]; progress: Progress };

/** Reads the files; one whose reading fails is told and does not stop the others. */
async function readAll(door: Door, memory: OpenMemory, { files, progress }: Round): Promise<FileOutcome[]> {
  const outcomes: FileOutcome[] = [];
  for (const file of files) {
    try {
      const report = await patiently(() => ingestFile(memory, file));
      for (const [session, change] of report.sessions) if (isNews(change)) handOff(memory, session);
      progress.add(file.sizeBytes);
      outcomes.push({ file, report });
    } catch (cause) {
      door.world.log.error("ingest failed", { cause });
      say(door, `${file.path} was left out: ${cause instanceof Error ? cause.message : String(cause)}`);
    }
  }
  return outcomes;
}

/** Sessions of these files with their true counts. A file in which nothing was new tells its session all the same. */
function shapeOf(memory: OpenMemory, outcomes: readonly FileOutcome[]) {
  const rows = outcomes.flatMap(({ file, report }) => {
    const known = memory.store.cursors.get(file.path)?.session;
    const counts = new Map(report.sessions);
    if (counts.size === 0 && known) counts.set(known, { newEvents: 0 });
    return [...counts].map(([id, { newEvents }], at) => {
      const session = memory.store.sessions.get(id);
      return {
        id,
        agent: session.agent,
        native_id: session.nativeId ?? null,
        project: memory.store.projects.get(session.project)?.name ?? null,
        events: memory.store.events.count(id),
        new_events: newEvents,
        skipped: at === 0 ? skippedIn(report) : [],
        path: file.path,
      };
    });
  });
  const silent = outcomes.filter(({ file, report }) => report.sessions.size === 0 && !memory.store.cursors.get(file.path)?.session);
  return { sessions: rows, files_without_session: silent.map(({ file, report }) => ({ path: file.path, skipped: skippedIn(report) })) };
}

/** What is to be read, and where there is nothing of that, what is known. */
type Found = { files: readonly HistoryFile[]; known?: Known };

/** Agents that share a folder share its files. */
function changedIn(memory: OpenMemory, sources: readonly HistorySource[]): Found {
  const all = sources.flatMap((source) => [...allHistories(source)]);
  const files = all.filter((file) => hasChanged(file, memory.store.cursors));
  const roots = [...new Set(sources.flatMap((source) => source.roots))];
  const used = roots.filter((root) => all.some(({ path }) => path.startsWith(`${root}${sep}`)));
  return { files, known: { files: new Set(all.map(({ path }) => path)).size, places: used.length > 0 ? used : roots } };
}

const roundText = (door: Door, { files, known }: Found, outcomes: readonly FileOutcome[]): string =>
  files.length === 0 && known ? nothingNewText(known, door.world.folders.home) : readText(outcomes.map(({ report }) => report));

/** Now or never: a line that was passed over is not looked at again. */
function nameSkipped(door: Door, outcomes: readonly FileOutcome[]): void {
  const all = outcomes.flatMap(({ file, report }) =>
    report.skipped.map(({ line, why }) => `${file.path}, line ${line}, was skipped: ${why}`),
  );
  for (const line of all.slice(0, SKIPPED_NAMED)) say(door, line);
  if (all.length > SKIPPED_NAMED) say(door, `and ${all.length - SKIPPED_NAMED} more`);
}

/** Sessions whose own files went away since the last look; undefined if that could not be written down. */
async function newlyGone(door: Door, memory: OpenMemory, sources: readonly HistorySource[]): Promise<readonly SessionId[] | undefined> {
  try {
    return await patiently(() => noteGoneSources(memory, sources));
  } catch (cause) {
    if (!(cause instanceof MemError)) throw cause;
    door.world.log.error("gone histories not noted", { cause });
    say(door, `which histories are gone was not noted: ${cause.message}`);
    return undefined;
  }
}

const goneLine = (count: number): string =>
  `${count === 1 ? "One session's own history file is" : `The own history files of ${count} sessions are`} no longer there; mem keeps its copy.\n`;

export function ingest(door: Door, command: IngestCommand): Promise<number> {
  let isWhole = true;
  const work = async (memory: OpenMemory): Promise<number> => {
    const sources = sourcesFor(door, memory, command.agent);
    const find = (): Found =>
      command.files.length > 0
        ? { files: command.files.map((named) => fileNamed(memory, { named, full: resolve(door.world.cwd, named) }, sources)) }
        : changedIn(memory, sources);
    if (command.isWatch && !command.isQuiet) say(door, "reading histories as they grow; Ctrl-C ends it");
    // With files named, and in later rounds of watching, only what is to be read is looked at.
    let looksForGone = command.files.length === 0;
    do {
      const found = find();
      const { files } = found;
      const progress = progressLine(door, command.isQuiet, files);
      const outcomes = await readAll(door, memory, { files, progress });
      progress.end();
      const gone = looksForGone ? await newlyGone(door, memory, sources) : [];
      looksForGone = false;
      if (command.isJson) printJson(door, { ...shapeOf(memory, outcomes), source_gone: gone ?? [] });
      else if (!command.isQuiet) {
        nameSkipped(door, outcomes);
        if (!command.isWatch || outcomes.length > 0) door.io.out(roundText(door, found, outcomes));
        if (gone && gone.length > 0) door.io.out(goneLine(gone.length));
      }
      if (command.isWatch) await sleep(WATCH_MS);
      isWhole &&= outcomes.length === files.length && gone !== undefined;
    } while (command.isWatch);
    return isWhole ? 0 : 1;
  };
  // It reads histories itself, and tells what was new.
  return withMemory(door, work, { catchesUp: false });
}
