// What a run is asked to do, and what it needs of the machine.
import type { BriefRequest } from "../handoff/handoff.ts";
import type { Clock, Env, Folders, Ids, Log, Proc } from "../host/host.ts";
import type { AgentSpec } from "../model/agent.ts";
import type { Briefing } from "../model/briefing.ts";
import type { AgentId, NativeId, SessionId } from "../model/ids.ts";
import type { Launch } from "../model/launch.ts";
import type { GitState, Place } from "../model/project.ts";
import type { Run } from "../model/run.ts";
import type { Session } from "../model/session.ts";
import type { Feed } from "./feed.ts";
import type { Ended, OnStart } from "./supervise.ts";

export type RunRequest = {
  agent: AgentSpec;
  executable: string;
  /** The user's, untouched. */
  args: readonly string[];
  place: Place;
  isFresh: boolean;
  /** How all this was chosen, where the user left it to us: a line for them. */
  why?: string;
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
  /** The session that the user's own arguments resume; without an id the agent's newest in this place. */
  resumed(agent: AgentId, nativeId: NativeId | undefined, place: Place): Session | undefined;
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
  userConfig(spec: AgentSpec, args: readonly string[]): Promise<string | undefined>;
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
