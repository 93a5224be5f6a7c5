// The spine: brief an agent, run it, have it written down. The recorder does the writing, in a process that outlives us.
import { existsSync } from "node:fs";
import { readNote, writeNote } from "../host/note.ts";
import { MemError } from "../model/error.ts";
import type { RunId } from "../model/ids.ts";
import type { Launch, LaunchPlan } from "../model/launch.ts";
import type { Run } from "../model/run.ts";
import { EXIT_NOTE, LIMIT_NOTE, type LimitNote, parseLimitNote } from "../model/run-notes.ts";
import { attempt } from "./attempt.ts";
import { type Feed, NO_FEED } from "./feed.ts";
import { notStored } from "./losses.ts";
import { isConversation } from "./plan.ts";
import { folderFor, launchFor, newRunId, planFor, runFor, withoutGaps, writeRunFiles } from "./prepare.ts";
import type { RunDeps, RunRequest } from "./request.ts";
import type { Ended, OnStart } from "./supervise.ts";
import { NOTHING, startLines, type Told, whatToTell } from "./tell.ts";

/** Then the agent starts unbriefed, and one line says so. */
const BRIEF_WAIT_MS = 1500;
const FILES_WAIT_MS = 500;

/** `limit`: the agent stands at its usage limit. */
type Ran = Ended & { limit?: LimitNote };

/** Starts the agent, briefed, and returns how it ended. Memory that fails costs the briefing or the record, never the agent. */
export async function run(deps: RunDeps, request: RunRequest): Promise<Ran> {
  if (!isConversation(request.agent, request.args)) return runPlain(deps, request);
  if (isNested(deps)) return runNested(deps, request);
  const id = newRunId(deps.ids);
  const told = await attempt(deps, "brief", BRIEF_WAIT_MS, () => whatToTell(deps, request, id));
  const { plan, run, isWritten, isNoted } = await prepared(deps, request, id, told ?? NOTHING);
  if (isWritten && told) for (const line of startLines(request, plan, told)) deps.say(line);
  else tellUnbriefed(deps, request, isWritten ? "the memory did not answer (`mem doctor` says why)" : `${run.dir} cannot be written to`);
  if (request.mode === "inherit" && !run.reader)
    deps.warn(
      `${request.agent.name} is not recorded: it keeps no history, and its screen goes past mem in a pipe, in the background and with --no-pty`,
    );
  const feed = deps.openFeed(run);
  const ended = await superviseSomehow(deps, launchFor(deps, request, plan), feed, (pid) => {
    run.child = deps.proc.describe(pid);
  });
  noteExit(run.dir, ended);
  // An agent that ends at once may have ended before its recorder could say so.
  const lost = feed.lost() ?? (isNoted || existsSync(run.dir) ? undefined : notStored(`${run.dir} cannot be written to.`, run));
  if (lost !== undefined && !ended.isHungUp) deps.warn(lost);
  const limit = limitNoted(run.dir);
  return { ...ended, ...(limit && { limit }) };
}

function tellUnbriefed(deps: RunDeps, { agent, why }: RunRequest, fault: string): void {
  if (why !== undefined) deps.say(why);
  deps.warn(`${agent.name}, not briefed: ${fault}`);
}

/** `isWritten`: the agent finds what it was told to look for. `isNoted`: our own note of the run is there. */
type Prepared = { plan: LaunchPlan; run: Run; isWritten: boolean; isNoted: boolean };

/** The plan with its files written. If they cannot be, the agent is started without what it would look for in vain: our mark's file, too. */
async function prepared(deps: RunDeps, request: RunRequest, id: RunId, told: Told): Promise<Prepared> {
  const plan = await planFor(deps, request, id, told);
  const run = runFor(deps, request, plan, told, id);
  const isNoted = (await attempt(deps, "run files", FILES_WAIT_MS, () => writeRunFiles(run, plan.files))) === true;
  if (isNoted || Object.keys(plan.files).length === 0) return { plan, run, isWritten: true, isNoted };
  const bare = await planFor(deps, { ...request, agent: { ...request.agent, brief: [] } }, id, NOTHING);
  return { plan: bare, run: runFor(deps, request, bare, NOTHING, id), isWritten: false, isNoted };
}

/** A run inside a run: an ancestor of ours is the wrapper that set the variable. The variable alone is no proof, tmux servers keep it. */
export function isNested(deps: Pick<RunDeps, "env" | "proc">): boolean {
  const outer = Number(deps.env.MEM_RUN_PID ?? "");
  return outer > 1 && deps.proc.ancestors().includes(outer);
}

/** In a run that records already: the session that was asked for, and nothing of ours. */
async function runNested(deps: RunDeps, request: RunRequest): Promise<Ended> {
  deps.say(`${request.agent.name} as it is, neither briefed nor recorded: this is inside another mem run`);
  const bare = { ...request.agent, brief: [], resumed: [], always: [], session: { ...request.agent.session, choose: [] } };
  const { argv } = await planFor(deps, { ...request, agent: bare }, newRunId(deps.ids), NOTHING);
  return runPlain(deps, request, argv);
}

/** Runs the agent untouched: no conversation, or one that an outer run already records. */
function runPlain(deps: RunDeps, request: RunRequest, planned?: readonly string[]): Promise<Ended> {
  const argv = planned ?? [request.executable, ...request.agent.command.slice(1), ...request.args];
  return deps.supervise({ argv, env: withoutGaps(deps.env), cwd: folderFor(request), mode: "inherit", ctrlZ: "agent" }, NO_FEED, () => {});
}

/** Without a pseudo-terminal the agent still runs, on our own streams; its history is recorded all the same. */
async function superviseSomehow(deps: RunDeps, launch: Launch, feed: Feed, onStart: OnStart): Promise<Ended> {
  try {
    return await deps.supervise(launch, feed, onStart);
  } catch (cause) {
    if (!(cause instanceof MemError) || cause.code !== "pty-unavailable") throw cause;
    deps.warn(`${cause.message} The screen is not recorded. ${cause.hint ?? ""}`.trim());
    return deps.supervise({ ...launch, mode: "inherit" }, feed, onStart);
  }
}

/** The recorder is told down the pipe; whoever asks before it is done, or has to do without it, finds it here. */
function noteExit(dir: string, { code, signal, asked }: Ended): void {
  try {
    writeNote(dir, EXIT_NOTE, JSON.stringify({ code, signal, asked }));
  } catch {
    // The recorder was faster and has removed the folder, or nothing can be written here: it is a note, no more.
  }
}

/** What the recorder has seen of a usage limit by now; it leaves a note, since there is no time to ask a database at the end. */
const limitNoted = (dir: string): LimitNote | undefined => parseLimitNote(readNote(dir, LIMIT_NOTE));
