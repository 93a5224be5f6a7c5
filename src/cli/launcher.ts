// The real dependencies of a run. What is heavy (database, readers, PTY) is loaded when it is called for, so that the agent starts at once.
import { join } from "node:path";
import { userConfigOf } from "../agents/adapters/adapters.ts";
import { historyRoots } from "../agents/history-roots.ts";
import type { Signals } from "../host/signals.ts";
import { openFeed } from "../run/feed.ts";
import { openPty } from "../run/pty.ts";
import { spawnRecorder } from "../run/recorder-process.ts";
import type { Memory, RunDeps } from "../run/request.ts";
import { supervise } from "../run/supervise.ts";
import { openTerminal, type TerminalStreams } from "../run/terminal.ts";
import { type Door, say } from "./door.ts";
import { userFiles, type World } from "./world.ts";

/** Branch, last commit and changes are told "as of now", or not at all. */
const GIT_WAIT_MS = 100;

async function launchMemory(door: Door): Promise<Memory> {
  const [{ openMemory, refresh }, { brief }] = await Promise.all([import("./memory.ts"), import("../handoff/handoff.ts")]);
  const memory = openMemory(door.world);
  for (const notice of memory.notices) say(door, notice);
  return {
    catchUp: async (place, isDue) => {
      for (const line of await refresh(memory, place, isDue)) say(door, line);
    },
    brief: (request) => brief(memory, request),
    session: (id) => memory.store.sessions.find(id),
    resumed: (agent, nativeId, place) => {
      if (nativeId !== undefined) return memory.store.sessions.byNative(agent, nativeId);
      const project = memory.store.projects.find(place);
      return project && memory.store.sessions.list({ agent, project: project.id, worktree: place.worktree, worked: true, limit: 1 })[0];
    },
    agentName: memory.agentName,
    close: memory.close,
  };
}

export type LauncherParts = { signals: Signals; streams: TerminalStreams };

export function launcher(door: Door, { signals, streams }: LauncherParts, isQuiet: boolean): RunDeps {
  const { world } = door;
  const { clock, env, folders, ids, log, proc, cwd, packageDir } = world;
  const where = { env, cwd, home: folders.home };
  return {
    clock,
    env,
    folders,
    ids,
    log,
    proc,
    openMemory: () => launchMemory(door),
    git: async (worktree) => {
      const [{ gitState }, { redactor }] = await Promise.all([import("../project/git-state.ts"), import("../transcript/redact.ts")]);
      return gitState(worktree, GIT_WAIT_MS, { clock, env, proc, redact: redactor(world.config.redact).redact });
    },
    features: async (spec, path) => {
      if (spec.probe.length === 0) return new Set();
      const { features } = await import("../agents/probe.ts");
      return features({ env, clock, log }, { spec, path }, join(folders.data, "features.json"));
    },
    userConfig: (spec, args) => userConfigOf(userFiles, spec, { args, ...where }),
    historyRoots: (spec) => historyRoots(spec, where),
    pluginDir: (spec) => join(packageDir, "plugins", spec.history?.reader ?? spec.id),
    say: (line) => {
      if (!isQuiet) say(door, line);
    },
    warn: (line) => say(door, line),
    openFeed: (run) => openFeed({ clock, log }, (hide) => spawnRecorder(recorderArgv(world), env, hide), run),
    supervise: (launch, feed, onStart) =>
      supervise(
        launch.mode === "pty" ? { signals, proc, log, terminal: openTerminal(streams, signals), openPty } : { signals, proc, log },
        launch,
        feed,
        onStart,
      ),
  };
}

const recorderArgv = (world: World): string[] => [world.nodePath, join(world.packageDir, "dist", "recorder.cjs")];
