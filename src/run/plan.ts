// (AgentSpec, texts, the user's arguments) → LaunchPlan: what to start, how the agent is told, which files that needs. Pure.
import { hasFlag, type Word } from "../agents/argv.ts";
import { hookOutput } from "../agents/hook-output.ts";
import type { Env } from "../host/host.ts";
import type { AgentSpec } from "../model/agent.ts";
import { bareMark } from "../model/briefing.ts";
import { MemError } from "../model/error.ts";
import { type NativeId, parseNativeId, type RunId } from "../model/ids.ts";
import type { LaunchPlan } from "../model/launch.ts";
import { type Carried, type ChannelRequest, chooseChannel, fill, pluginProblem, unknownFlag } from "./channels.ts";
import { type Asked, readUserArgs, translateYolo } from "./user-args.ts";

export type PlanRequest = {
  spec: AgentSpec;
  /** Absolute path of the agent's program. */
  executable: string;
  /** The user's, untouched: everything after the agent's name. */
  args: readonly string[];
  /** For a new session: the final text, with this run's origin mark. */
  briefing?: string;
  /** For a resumed one: what happened since, with this run's origin mark. */
  since?: string;
  /** The session to go on with, unless the user's arguments name one themselves. */
  resume?: NativeId;
  run: RunId;
  /** Folder of this run, absolute; `files` of the plan are written there. */
  runDir: string;
  pluginDir: string;
  /** A new UUID, for agents that let us choose their session's id. */
  uuid: string;
  /** Flags of `spec.probe` that this version knows. */
  features: ReadonlySet<string>;
  /** `userConfigOf(…)`: the user's own value of the config key that carries a briefing. */
  userConfig?: string;
  env: Env;
};

/** Files that our plugin's hook prints, by what made the agent call it. A third one, for after a compaction, is the recorder's. */
const HOOK_FILES = { started: "start.json", resumed: "resume.json" } as const;

/** False for subcommands and flags that talk to no model: they run untouched. */
export const isConversation = (spec: AgentSpec, args: readonly string[]): boolean => readUserArgs(spec, args).kind !== "plain";

type Conversation = Exclude<Asked, { kind: "plain" }>;
type Delivery = LaunchPlan["delivery"];

/**
 * Decides the launch. A resumed plan with `since` whose delivery is "none" could not tell the agent what happened: the caller may plan
 * a new session instead. Throws MemError("cannot-resume") if `resume` is asked of an agent that has no way to.
 */
export function planLaunch(request: PlanRequest): LaunchPlan {
  const asked = readUserArgs(request.spec, request.args);
  if (asked.kind === "plain") return plain(request);
  // Whoever chooses an id, or a session, in the agent's own words means that one.
  const isFree = asked.kind === "new" && !asked.isIdChosen;
  const resume = isFree && request.resume !== undefined ? resumeArgs(request, request.resume) : undefined;
  const isNew = asked.kind === "new" && resume === undefined;
  const channels: ChannelRequest = { ...request, words: asked.words };
  const { delivery, carried, files } = isNew ? tellNew(request, channels) : tellResumed(request, channels);
  const chosen = isNew && isFree ? chosenId(request) : undefined;
  const nativeId = asked.nativeId ?? chosen?.nativeId ?? (resume && request.resume);
  // One answer that a program may parse needs none of our hooks, unless one has to carry the briefing.
  const isHookless = isNew && delivery.channel !== "hook" && hasFlag(asked.words, request.spec.headless);
  const front = [...(chosen?.args ?? []), ...(carried?.front ?? []), ...(isHookless ? [] : always(request, asked.words))];
  const hook = isHookless ? {} : hookEnv(request, channels);
  return {
    argv: [...programOf(request), ...front, ...compose(request, asked, carried, resume)],
    // Undefined removes what an outer run may have left in the environment.
    env: { MEM_RUN_DIR: undefined, MEM_BRIEFING: undefined, ...hook, ...carried?.env },
    kind: isNew ? "new" : "resumed",
    ...(nativeId && { nativeId }),
    delivery,
    files: { ...files, ...carried?.files },
  };
}

const programOf = ({ spec, executable }: PlanRequest): readonly string[] => [executable, ...spec.command.slice(1)];

const plain = (request: PlanRequest): LaunchPlan => ({
  argv: [...programOf(request), ...request.args],
  env: {},
  kind: "plain",
  delivery: { channel: "none", why: "no conversation" },
  files: {},
});

/** Arguments of every conversation, if this version knows them. A switch of one word that the user gave too is not given twice: agents refuse that. */
function always(request: PlanRequest, words: readonly Word[]): readonly string[] {
  const { spec, pluginDir } = request;
  if (unknownFlag(request, spec.always) !== undefined) return [];
  const isSwitch = (arg: string, next = "-") => arg.startsWith("-") && next.startsWith("-");
  const ours = spec.always.filter((arg, at) => !(isSwitch(arg, spec.always[at + 1]) && hasFlag(words, [arg])));
  return ours.map((arg) => fill(arg, { plugin: pluginDir }));
}

/** Agents whose hook is the user's to install: whether it is, only the agent knows. */
const mayHaveOwnHook = ({ brief, resumed }: PlanRequest["spec"]): boolean =>
  [...brief, ...resumed].some((via) => via.kind === "hook" && via.installed);

/** Where our hook leaves its lines, and finds what to give back. Nothing where it does not run. */
const hookEnv = (request: PlanRequest, channels: ChannelRequest): Readonly<Record<string, string>> =>
  pluginProblem(channels) === undefined || mayHaveOwnHook(request.spec) ? { MEM_RUN_DIR: request.runDir } : {};

type Told = { delivery: Delivery; carried?: Carried; files: Readonly<Record<string, string>> };

function tellNew(request: PlanRequest, channels: ChannelRequest): Told {
  if (request.briefing === undefined) return { delivery: { channel: "none", why: "no briefing" }, ...mark(request, channels) };
  const answer = chooseChannel(channels, request.spec.brief, request.briefing);
  if (!answer.can) return { delivery: { channel: "none", why: answer.why }, ...mark(request, channels) };
  const { carried } = answer;
  const files: Readonly<Record<string, string>> = carried.channel === "hook" ? { [HOOK_FILES.started]: hookOutput(request.briefing) } : {};
  return { delivery: { channel: carried.channel }, carried, files };
}

function tellResumed(request: PlanRequest, channels: ChannelRequest): Told {
  // A resumed conversation keeps the text it was started with; one that the user begins in the same process (/clear) gets this mark.
  const marked = mark(request, channels);
  if (request.since === undefined) return { delivery: { channel: "none", why: "nothing to tell" }, ...marked };
  const answer = chooseChannel(channels, request.spec.resumed, request.since);
  if (!answer.can) return { delivery: { channel: "none", why: answer.why }, ...marked };
  if (answer.carried.channel !== "hook") return { delivery: { channel: answer.carried.channel }, carried: answer.carried, files: {} };
  return { delivery: { channel: "hook" }, ...marked, files: { [HOOK_FILES.resumed]: hookOutput(request.since) } };
}

/** Where we cannot choose the id, a mark that tells the model nothing still tells us whose conversation it is. */
function mark(request: PlanRequest, channels: ChannelRequest): { carried?: Carried; files: Readonly<Record<string, string>> } {
  const silent = request.spec.brief.filter((via) => via.kind === "config" || via.kind === "args");
  if (request.spec.session.choose !== undefined || silent.length === 0) return { files: {} };
  const answer = chooseChannel(channels, silent, bareMark(request.run));
  return answer.can ? { carried: answer.carried, files: {} } : { files: {} };
}

function chosenId(request: PlanRequest): { args: readonly string[]; nativeId: NativeId } | undefined {
  const { choose } = request.spec.session;
  const nativeId = parseNativeId(request.uuid);
  if (choose === undefined || nativeId === undefined || unknownFlag(request, choose) !== undefined) return undefined;
  return { args: choose.map((arg) => fill(arg, { uuid: nativeId })), nativeId };
}

function resumeArgs({ spec }: PlanRequest, id: NativeId): readonly string[] {
  const { resume } = spec.session;
  if (resume === undefined) {
    throw new MemError("cannot-resume", `${spec.name} cannot resume a session.`, { hint: "Start a new one: it is briefed from the old." });
  }
  return resume.map((arg) => fill(arg, { id }));
}

/** The user's arguments in their order, with what has to stand among them. */
function compose(request: PlanRequest, asked: Conversation, carried: Carried | undefined, resume: readonly string[] | undefined): string[] {
  const yolo = translateYolo(request.spec, request.args, asked.words);
  const first = asked.words.find((word) => word.kind === "operand");
  const isBehind = first?.kind === "operand" && !first.isAfterDashes && request.spec.session.resumeIn.includes(first.text);
  const inserts = [
    ...(carried?.late ? [carried.late] : []),
    ...(resume ? [{ at: first !== undefined && isBehind ? first.end : 0, args: resume }] : []),
  ];
  // From the back, so that the earlier places keep their index.
  return inserts.sort((a, b) => b.at - a.at).reduce((args, insert) => args.toSpliced(yolo.shift(insert.at), 0, ...insert.args), yolo.args);
}
