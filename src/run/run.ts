// The spine: brief an agent, run it, have it written down. The recorder does the writing and outlives us.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { BriefRequest } from "../handoff/handoff.ts";
import type { Clock, Env, Folders, Ids, Log, Proc } from "../host/host.ts";
import type { AgentSpec } from "../model/agent.ts";
import { type Briefing, withOrigin, withoutBriefings } from "../model/briefing.ts";
import { MemError } from "../model/error.ts";
import { type AgentId, type NativeId, parseRunId, type RunId, type SessionId } from "../model/ids.ts";
import type { Launch, LaunchPlan } from "../model/launch.ts";
import { LIMIT_NOTE, type LimitNote, parseLimitNote } from "../model/limit-note.ts";
import type { GitState, Place } from "../model/project.ts";
import type { Run } from "../model/run.ts";
import type { Session } from "../model/session.ts";
import { dayAndTime } from "../model/time.ts";
import { attempt } from "./attempt.ts";
import { type Feed, NO_FEED } from "./feed.ts";
import { isConversation, planLaunch } from "./plan.ts";
import type { Ended, OnStart } from "./supervise.ts";
import { readUserArgs } from "./user-args.ts";

export type RunRequest = {
  agent: AgentSpec;
  executable: string;
  /** The user's, untouched. */
  args: readonly string[];
  place: Place;
  isFresh: boolean;
  /** Brief from this session instead of the newest. */
  from?: SessionId;
  /** Resume this session natively. */
  resume?: Session;
  budget: BriefRequest["budget"];
  mode: Launch["mode"];
};

/** What the launch needs of the memory; opened only if something is to be told, and closed before the agent starts. */
export type Memory = {
  /** Finishes what a crash cut off and reads histories that are newer than what is known, until `isDue`. */
  catchUp(place: Place, isDue: () => boolean): Promise<void>;
  brief(request: BriefRequest): Briefing | undefined;
  session(id: SessionId): Session | undefined;
  /** The session that the user's own arguments resume; without an id the agent's newest. */
  resumed(agent: AgentId, nativeId: NativeId | undefined): Session | undefined;
  agentName(id: AgentId): string;
  close(): void;
};

export type RunDeps = {
  clock: Clock;
  env: Env;
  folders: Folders;
  ids: Ids;
  log: Log;
  proc: Proc;
  openMemory(): Promise<Memory>;
  git(worktree: string): Promise<GitState>;
  /** Flags of `spec.probe` that the executable knows. */
  features(spec: AgentSpec, executable: string): Promise<ReadonlySet<string>>;
  /** The user's own value of the config key that carries the briefing. */
  userConfig(spec: AgentSpec, args: readonly string[], cwd: string): Promise<string | undefined>;
  historyRoots(spec: AgentSpec): readonly string[];
  pluginDir(spec: AgentSpec): string;
  /** One dim line on stderr. */
  say(line: string): void;
  /** The same, for what went wrong: also when quiet. */
  warn(line: string): void;
  openFeed(run: Run): Feed;
  /** Throws MemError("pty-unavailable") before anything was started. */
  supervise(launch: Launch, feed: Feed, onStart: OnStart): Promise<Ended>;
};

/** Then the agent starts unbriefed, and one line says so. */
const BRIEF_WAIT_MS = 1500;
/** Reading histories that somebody made without us may take this long of it. */
const CATCH_UP_MS = 300;

export type Told = { text?: string; tokens: number; sources: readonly SessionId[]; from?: Session; fromName?: string };
const NOTHING: Told = { tokens: 0, sources: [] };

/** The session that goes on natively: the one we chose, or the one that the user's own arguments name. */
function resumedBy(request: RunRequest, memory: Memory): Session | undefined {
  if (request.resume) return request.resume;
  const asked = readUserArgs(request.agent, request.args);
  return asked.kind === "resumed" ? memory.resumed(request.agent.id, asked.nativeId) : undefined;
}

/** The briefing for a new session, or what happened since for a resumed one. */
export async function whatToTell(deps: RunDeps, request: RunRequest, run: RunId): Promise<Told> {
  const started = deps.clock.now();
  const git = deps.git(request.place.worktree);
  const memory = await deps.openMemory();
  try {
    await memory.catchUp(request.place, () => deps.clock.now() - started > CATCH_UP_MS);
    const { place, budget, from } = request;
    const resume = resumedBy(request, memory);
    const briefing = memory.brief({ place, budget, git: await git, ...(from && { from }), ...(resume && { since: resume }) });
    if (!briefing) return NOTHING;
    const sources = briefing.sources.map((source) => source.session);
    const left = sources[0] && memory.session(sources[0]);
    return {
      text: withOrigin(briefing.text, run),
      tokens: briefing.tokens,
      sources,
      ...(left && { from: left, fromName: memory.agentName(left.agent) }),
    };
  } finally {
    memory.close();
  }
}

/** What is told on stderr before the agent takes the screen. */
function briefedLine(request: RunRequest, plan: LaunchPlan, told: Told): string {
  if (request.isFresh) return `${request.agent.name}, not briefed (--fresh)`;
  if (told.text === undefined)
    return plan.kind === "resumed"
      ? `${request.agent.name} resumed; nothing happened here since`
      : `${request.agent.name}; nothing to brief it with yet`;
  if (plan.delivery.channel === "none") return `${request.agent.name}, not briefed: ${plan.delivery.why}`;
  const whom = told.from ? `${told.fromName}'s session of ${dayAndTime(told.from.lastAt)}` : "this project's sessions";
  return `${request.agent.name} ${plan.kind === "resumed" ? "resumed and told what happened since" : "briefed"} from ${whom} (${told.tokens} tokens)`;
}

export function newRunId(ids: Ids): RunId {
  const id = parseRunId(ids.run());
  if (id === undefined) throw new Error("run ids must parse");
  return id;
}

export async function planOf(deps: RunDeps, request: RunRequest, run: RunId, told: { text?: string }): Promise<LaunchPlan> {
  const { agent, executable, args, place, resume, isFresh } = request;
  const [features, userConfig] = await Promise.all([deps.features(agent, executable), deps.userConfig(agent, args, place.cwd)]);
  return planLaunch({
    spec: agent,
    executable,
    args,
    // Which of the two travels is decided by whether the session is new; the other is not looked at.
    ...(!isFresh && told.text !== undefined && { briefing: told.text, since: told.text }),
    ...(resume?.nativeId && { resume: resume.nativeId }),
    run,
    runDir: join(deps.folders.runs, run),
    pluginDir: deps.pluginDir(agent),
    uuid: deps.ids.uuid(),
    features,
    ...(userConfig !== undefined && { userConfig }),
    env: deps.env,
  });
}

function writeRunFiles(dir: string, plan: LaunchPlan): void {
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  for (const [name, text] of Object.entries(plan.files)) {
    mkdirSync(dirname(join(dir, name)), { recursive: true, mode: 0o700 });
    writeFileSync(join(dir, name), text, { mode: 0o600 });
  }
}

const withoutGaps = (env: Env): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));

function launchOf(deps: RunDeps, request: RunRequest, plan: LaunchPlan): Launch {
  const changed = { ...deps.env, ...plan.env, MEM_RUN_PID: String(deps.proc.self().pid) };
  return { argv: plan.argv, env: withoutGaps(changed), cwd: request.place.cwd, mode: request.mode, ctrlZ: request.agent.keys.ctrlZ };
}

function runOf(deps: RunDeps, request: RunRequest, plan: LaunchPlan, told: Told, id: RunId): Run {
  const isTold = told.text !== undefined && plan.delivery.channel !== "none" && !request.isFresh;
  return {
    id,
    agent: request.agent.id,
    place: request.place,
    argv: plan.argv.map((word) => withoutBriefings(word)),
    startedAt: deps.clock.now(),
    wrapper: deps.proc.self(),
    mode: request.mode,
    kind: plan.kind === "resumed" ? "resumed" : "new",
    ...(plan.nativeId && { nativeId: plan.nativeId }),
    historyRoots: deps.historyRoots(request.agent),
    ...(request.agent.history && { reader: request.agent.history.reader }),
    dir: join(deps.folders.runs, id),
    ...(isTold && {
      delivered: { channel: plan.delivery.channel, tokens: told.tokens, chars: told.text?.length ?? 0, sources: told.sources },
    }),
    ...(isTold && told.from && plan.kind === "new" && { continues: told.from.id }),
  };
}

/** A run inside a run: an ancestor of ours is the wrapper that set the variable. The variable alone is no proof, tmux servers keep it. */
export function isNested(deps: Pick<RunDeps, "env" | "proc">): boolean {
  const outer = Number(deps.env.MEM_RUN_PID ?? "");
  return outer > 1 && deps.proc.ancestors().includes(outer);
}

/** Runs the agent untouched: no conversation, or one that an outer run already records. */
function runPlain(deps: RunDeps, request: RunRequest): Promise<Ended> {
  const argv = [request.executable, ...request.agent.command.slice(1), ...request.args];
  return deps.supervise({ argv, env: withoutGaps(deps.env), cwd: request.place.cwd, mode: "inherit", ctrlZ: "agent" }, NO_FEED, () => {});
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

/** What the recorder has seen of a usage limit by now; it leaves a note, since there is no time to ask a database at the end. */
function limitNoted(dir: string): LimitNote | undefined {
  try {
    return parseLimitNote(readFileSync(join(dir, LIMIT_NOTE), "utf8"));
  } catch {
    return undefined; // no note, no limit
  }
}

/** `limit`: the agent stands at its usage limit. */
export type Ran = Ended & { limit?: LimitNote };

/** Starts the agent, briefed, and returns how it ended. Memory that fails costs the briefing or the record, never the agent. */
export async function run(deps: RunDeps, request: RunRequest): Promise<Ran> {
  if (!isConversation(request.agent, request.args) || isNested(deps)) return runPlain(deps, request);
  const id = newRunId(deps.ids);
  const told = request.isFresh ? NOTHING : await attempt(deps, "brief", BRIEF_WAIT_MS, () => whatToTell(deps, request, id));
  const plan = await planOf(deps, request, id, told ?? NOTHING);
  await attempt(deps, "run files", BRIEF_WAIT_MS, () => writeRunFiles(join(deps.folders.runs, id), plan));
  deps.say(
    told ? briefedLine(request, plan, told) : `${request.agent.name}, not briefed: the memory did not answer (\`mem doctor\` says why)`,
  );
  const run = runOf(deps, request, plan, told ?? NOTHING, id);
  const feed = deps.openFeed(run);
  const ended = await superviseSomehow(deps, launchOf(deps, request, plan), feed, (pid) => {
    run.child = deps.proc.describe(pid);
  });
  const limit = limitNoted(run.dir);
  return { ...ended, ...(limit && { limit }) };
}
