// What the agent is told, and what the user is told about it.
import { withOrigin } from "../model/briefing.ts";
import type { RunId, SessionId } from "../model/ids.ts";
import type { LaunchPlan } from "../model/launch.ts";
import type { GitState, Place } from "../model/project.ts";
import type { Session } from "../model/session.ts";
import { dayAndTime } from "../model/time.ts";
import type { Memory, RunDeps, RunRequest } from "./request.ts";
import { readUserArgs } from "./user-args.ts";

/** Reading histories that somebody made without us may take this long. */
const CATCH_UP_MS = 900;

/** `text` is absent if there is nothing to tell; `from` is the session that it was left off at. */
export type Told = { text?: string; tokens: number; sources: readonly SessionId[]; from?: Session; fromName?: string };
export const NOTHING: Told = { tokens: 0, sources: [] };

/** The session that goes on natively: the one we chose, or the one that the user's own arguments name. */
function resumedBy(request: RunRequest, memory: Memory): Session | undefined {
  if (request.resume) return request.resume;
  const asked = readUserArgs(request.agent, request.args);
  return asked.kind === "resumed" ? memory.resumed(request.agent.id, asked.nativeId, request.place) : undefined;
}

/** A plain folder has no state to ask for, and a process less to start. */
const gitOf = (deps: RunDeps, place: Place): Promise<GitState> =>
  place.kind === "folder" || place.kind === "none" ? Promise.resolve({ at: deps.clock.now() }) : deps.git(place.worktree);

function tellFrom(memory: Memory, request: RunRequest, run: RunId, git: GitState): Told {
  const { place, budget, from } = request;
  const since = resumedBy(request, memory);
  const briefing = memory.brief({ place, budget, git, ...(from && { from }), ...(since && { since }) });
  if (!briefing) return NOTHING;
  const sources = briefing.sources.map((source) => source.session);
  const left = sources[0] && memory.session(sources[0]);
  const text = withOrigin(briefing.text, run);
  return { text, tokens: briefing.tokens, sources, ...(left && { from: left, fromName: memory.agentName(left.agent) }) };
}

/** The briefing for a new session, or what happened since for a resumed one. Throws what the memory throws. */
export async function whatToTell(deps: RunDeps, request: RunRequest, run: RunId): Promise<Told> {
  if (request.isFresh) return NOTHING;
  const started = deps.clock.now();
  const git = gitOf(deps, request.place);
  const memory = await deps.openMemory();
  try {
    await memory.catchUp(request.place, () => deps.clock.now() - started > CATCH_UP_MS);
    return tellFrom(memory, request, run, await git);
  } finally {
    memory.close();
  }
}

/** How the choice and the briefing are told: in one line where one says both. */
export function startLines(request: RunRequest, plan: LaunchPlan, told: Told): readonly string[] {
  const line = briefedLine(request, plan, told);
  if (request.why === undefined) return [line];
  if (told.text !== undefined && plan.delivery.channel !== "none") return [`${request.why} (${told.tokens} tokens)`];
  return plan.kind === "resumed" && told.text === undefined ? [request.why] : [request.why, line];
}

function briefedLine({ agent, isFresh }: RunRequest, plan: LaunchPlan, told: Told): string {
  const isResumed = plan.kind === "resumed";
  if (isFresh) return `${agent.name}, not briefed (--fresh)`;
  if (told.text === undefined)
    return `${agent.name}${isResumed ? " resumed; nothing happened here since" : "; nothing to brief it with yet"}`;
  if (plan.delivery.channel === "none") return `${agent.name}, not briefed: ${plan.delivery.why}`;
  const whom = told.from ? `${told.fromName}'s session of ${dayAndTime(told.from.lastAt)}` : "this project's sessions";
  return `${agent.name} ${isResumed ? "resumed and told what happened since" : "briefed"} from ${whom} (${told.tokens} tokens)`;
}
