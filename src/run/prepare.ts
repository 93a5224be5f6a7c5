// From the request and what is to be told → the plan, the launch, and the run's record. Decided in plan.ts; here it is gathered and written.

import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Env, Ids } from "../host/host.ts";
import { makeFolder } from "../host/make-folder.ts";
import { reserveNote, writeNote } from "../host/note.ts";
import { withoutBriefings } from "../model/briefing.ts";
import { parseRunId, type RunId } from "../model/ids.ts";
import type { Launch, LaunchPlan } from "../model/launch.ts";
import type { Run } from "../model/run.ts";
import { EXIT_NOTE, EXIT_NOTE_BYTES, RUN_NOTE } from "../model/run-notes.ts";
import { planLaunch } from "./plan.ts";
import type { RunDeps, RunRequest } from "./request.ts";
import type { Told } from "./tell.ts";

export function newRunId(ids: Ids): RunId {
  const id = parseRunId(ids.run());
  if (id === undefined) throw new Error("run ids must parse");
  return id;
}

/** Throws MemError("cannot-resume"). */
export async function planFor(deps: RunDeps, request: RunRequest, run: RunId, { text }: Told): Promise<LaunchPlan> {
  const { agent, executable, args, resume } = request;
  const [features, userConfig] = await Promise.all([deps.features(agent, executable), deps.userConfig(agent, args)]);
  return planLaunch({
    spec: agent,
    executable,
    args,
    // Which of the two travels is decided by whether the session is new; the other is not looked at.
    ...(text !== undefined && { briefing: text, since: text }),
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

/**
 * The plan's files, and a note of the run: if everything of ours dies before it is in the database, the next `mem` finds it here.
 * True once all is written. Throws what the disk throws.
 */
export function writeRunFiles(run: Run, files: LaunchPlan["files"]): true {
  const { dir } = run;
  makeFolder(dir);
  writeNote(dir, RUN_NOTE, JSON.stringify({ ...run, argv: [] }));
  reserveNote(dir, EXIT_NOTE, EXIT_NOTE_BYTES);
  for (const [name, text] of Object.entries(files)) {
    makeFolder(dirname(join(dir, name)));
    writeFileSync(join(dir, name), text, { mode: 0o600 });
  }
  return true;
}

export const withoutGaps = (env: Env): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** A folder whose name is no UTF-8 has no name that we could give: the agent starts where we are. */
export const folderFor = ({ place }: RunRequest): string => (existsSync(place.cwd) ? place.cwd : ".");

/** `MEM_RUN_PID` tells a `mem run` inside the agent that it is inside. */
export function launchFor(deps: RunDeps, request: RunRequest, plan: LaunchPlan): Launch {
  const env = withoutGaps({ ...deps.env, ...plan.env, MEM_RUN_PID: String(deps.proc.self().pid) });
  return { argv: plan.argv, env, cwd: folderFor(request), mode: request.mode, ctrlZ: request.agent.keys.ctrlZ };
}

export function runFor(deps: RunDeps, request: RunRequest, plan: LaunchPlan, told: Told, id: RunId): Run {
  const { agent, place, mode } = request;
  const isTold = told.text !== undefined && plan.delivery.channel !== "none";
  return {
    id,
    agent: agent.id,
    place,
    argv: plan.argv.map((word) => withoutBriefings(word)),
    startedAt: deps.clock.now(),
    wrapper: deps.proc.self(),
    mode,
    kind: plan.kind === "resumed" ? "resumed" : "new",
    ...(plan.nativeId && { nativeId: plan.nativeId }),
    historyRoots: deps.historyRoots(agent),
    ...(agent.history && { reader: agent.history.reader }),
    dir: join(deps.folders.runs, id),
    ...(isTold && {
      delivered: { channel: plan.delivery.channel, tokens: told.tokens, chars: told.text?.length ?? 0, sources: told.sources },
    }),
    ...(isTold && told.from && plan.kind === "new" && { continues: told.from.id }),
  };
}
