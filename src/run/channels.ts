// How a text travels to the agent in this launch: the first of the agent's channels that its version and the user's arguments allow. Pure.
import { hasFlag, lastAssignment, type Word } from "../agents/argv.ts";
import { tomlString } from "../agents/toml-text.ts";
import type { AgentSpec, BriefVia } from "../model/agent.ts";
import { unreachable } from "../model/error.ts";

/** Linux refuses a single argument of 128 kB or more. */
const MAX_ARG_BYTES = 120_000;

export type ChannelRequest = {
  spec: AgentSpec;
  words: readonly Word[];
  features: ReadonlySet<string>;
  env: Readonly<Record<string, string | undefined>>;
  userConfig?: string;
  runDir: string;
  pluginDir: string;
};

/** `front` goes before the user's arguments, `late` in among them: at an index that surely is no option's value. */
export type Carried = {
  channel: Exclude<BriefVia["kind"], "none">;
  front: readonly string[];
  late?: { at: number; args: readonly string[] };
  env: Readonly<Record<string, string>>;
  files: Readonly<Record<string, string>>;
};

type Answer = { can: true; carried: Carried } | { can: false; why: string };

const BRIEF_FILE = "brief.md";
const BRIEF_FOLDER = "brief";

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (slot, name: string) => values[name] ?? slot);

/** Flags of `args` that this version was asked for and does not know. */
export const unknownFlag = (request: Pick<ChannelRequest, "spec" | "features">, args: readonly string[]): string | undefined =>
  args.find((arg) => request.spec.probe.includes(arg) && !request.features.has(arg));

/** Whether our plugin, and so its hooks, can be with this conversation. */
export function pluginProblem(request: Pick<ChannelRequest, "spec" | "features" | "words">): string | undefined {
  const { spec } = request;
  if (!spec.always.some((arg) => arg.includes("{plugin}"))) return `mem has no plugin for ${spec.name}`;
  const unknown = unknownFlag(request, spec.always);
  if (unknown !== undefined) return `this version of ${spec.name} does not know ${unknown}`;
  return hasFlag(request.words, spec.hooksOff) ? `hooks are turned off by ${spec.hooksOff.join(" or ")}` : undefined;
}

function byArgs(request: ChannelRequest, args: readonly string[], unless: readonly string[]): string | undefined {
  const unknown = unknownFlag(request, args);
  if (unknown !== undefined) return `this version of ${request.spec.name} does not know ${unknown}`;
  const flags = [...args.filter((arg) => arg.startsWith("-")), ...unless];
  const clash = flags.find((flag) => hasFlag(request.words, [flag]));
  return clash === undefined ? undefined : `your own ${clash} is kept`;
}

function carry(request: ChannelRequest, via: BriefVia, text: string): Answer {
  const { spec, runDir } = request;
  const values = { brief: `${runDir}/${BRIEF_FILE}`, brief_dir: `${runDir}/${BRIEF_FOLDER}`, brief_text: text };
  const nothing = { front: [], env: {}, files: {} };
  const file = { [BRIEF_FILE]: text };
  switch (via.kind) {
    case "args":
    case "dir": {
      const front = via.args.map((arg) => fill(arg, values));
      const why = byArgs(request, via.args, via.kind === "args" ? via.unless : []);
      if (why !== undefined) return { can: false, why };
      if (front.some((arg) => Buffer.byteLength(arg) > MAX_ARG_BYTES)) return { can: false, why: "it is too long for an argument" };
      const isByPath = via.args.some((arg) => arg.includes("{brief}"));
      const files = via.kind === "dir" ? { [`${BRIEF_FOLDER}/${via.file}`]: text } : isByPath ? file : {};
      return { can: true, carried: { ...nothing, channel: via.kind, front, files } };
    }
    case "env": {
      const taken = Object.keys(via.env).find((name) => request.env[name]);
      if (taken !== undefined) return { can: false, why: `your own ${taken} is kept` };
      const env = Object.fromEntries(Object.entries(via.env).map(([name, value]) => [name, fill(value, values)]));
      return { can: true, carried: { ...nothing, channel: "env", env, files: file } };
    }
    case "config":
      return inConfig(request, via, text);
    case "hook": {
      const why = via.installed ? `${spec.name} takes it only from a hook of its own, which is not installed` : pluginProblem(request);
      return why === undefined ? { can: true, carried: { ...nothing, channel: "hook" } } : { can: false, why };
    }
    case "file":
      return { can: true, carried: { ...nothing, channel: "file", env: { MEM_BRIEFING: values.brief }, files: file } };
    case "paste":
      return { can: false, why: "mem does not type into an agent yet" };
    case "none":
      return { can: false, why: `${spec.name} has no way to be told` };
    default:
      return unreachable(via);
  }
}

/** The user's value first, ours after it. Where the user's own argument sets it, ours has to come later: the last one wins. */
function inConfig(request: ChannelRequest, via: Extract<BriefVia, { kind: "config" }>, text: string): Answer {
  const clash = via.unless.find((flag) => hasFlag(request.words, [flag]));
  if (clash !== undefined) return { can: false, why: `with your own ${clash} it cannot be passed` };
  if (request.userConfig === undefined) return { can: false, why: `your own ${via.key} could not be read, so it is kept` };
  const value = request.userConfig === "" ? text : `${request.userConfig}\n\n${text}`;
  const args = [via.flags[0] ?? "", `${via.key}=${tomlString(value)}`];
  if (args.some((arg) => Buffer.byteLength(arg) > MAX_ARG_BYTES))
    return { can: false, why: `with your own ${via.key} it is too long for an argument` };
  const users = lastAssignment(request.words, via.flags, via.key);
  const isBeside = unknownFlag(request, via.beside) === undefined && !hasFlag(request.words, [...via.flags, ...via.beside]);
  const front = [...(isBeside ? via.beside : []), ...args];
  const carried: Carried = { channel: "config", front: users === undefined ? front : [], env: {}, files: {} };
  return { can: true, carried: users === undefined ? carried : { ...carried, late: { at: users.end, args } } };
}

/** The first channel that can; else why the preferred one cannot. */
export function chooseChannel(request: ChannelRequest, vias: readonly BriefVia[], text: string): Answer {
  let refused: Answer | undefined;
  for (const via of vias) {
    const answer = carry(request, via, text);
    if (answer.can) return answer;
    refused ??= answer;
  }
  return refused ?? { can: false, why: `${request.spec.name} has no way to be told` };
}
