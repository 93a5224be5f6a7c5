// mem run, mem continue, and Enter in the list: from what was asked to a started agent and how it ended.
import { findAgent, noSuchAgent } from "../../agents/catalog.ts";
import type { AgentSpec } from "../../model/agent.ts";
import type { AgentId, SessionId } from "../../model/ids.ts";
import type { Place } from "../../model/project.ts";
import type { LimitNote } from "../../model/run-notes.ts";
import { isCrash } from "../../model/session.ts";
import { isConversation } from "../../run/plan.ts";
import type { RunDeps, RunRequest } from "../../run/request.ts";
import { run } from "../../run/run.ts";
import type { Ended } from "../../run/supervise.ts";
import type { LaunchCommand } from "../args.ts";
import { budgetOf } from "../budget.ts";
import { type Door, placeHere, say } from "../door.ts";
import { agentNamed, type Chosen, executableOf, goOnFrom, goOnHere, goOnWith, placeToContinue } from "../going-on.ts";
import { type LauncherParts, launcher } from "../launcher.ts";

async function printPlan(door: Door, deps: RunDeps, request: RunRequest, usesPty: boolean): Promise<number> {
  const { dryRun } = await import("../dry-run.ts");
  const { io } = door;
  const isInBackground = io.isInTerminal && io.isOutTerminal && io.isInBackground;
  io.out(await dryRun(deps, request, { usesPty, isInBackground }));
  return 0;
}

/** A crash gets one line with the command to go on. */
function tellEnd(door: Door, agent: AgentSpec, ended: Ended): void {
  const { code, signal, isHungUp } = ended;
  if (isHungUp || !isCrash(ended) || !door.io.isErrTerminal) return;
  const how = signal === undefined ? `ended with code ${code}` : `was ended by signal ${signal}`;
  say(door, `${agent.name} ${how}. \`mem run\` goes on where it stopped.`);
}

export type Launched = { code: number; isHungUp: boolean };

async function start(door: Door, parts: LauncherParts, command: LaunchCommand, chosen: Chosen): Promise<Launched> {
  const { world, io } = door;
  const isQuiet = command.isQuiet || world.config.run.isQuiet || !io.isErrTerminal;
  const deps = launcher(door, parts, isQuiet);
  const request: RunRequest = {
    agent: chosen.agent,
    executable: executableOf(world, chosen.agent),
    args: command.args,
    place: chosen.place,
    isFresh: command.isFresh,
    ...(chosen.why !== undefined && { why: chosen.why }),
    ...(chosen.from && { from: chosen.from }),
    ...(chosen.resume && { resume: chosen.resume }),
    budget: budgetOf(world.config),
    // In the background the system stops who asks for keys, and lets run who does not: it knows the agent only on the streams it was given.
    mode: command.usesPty && io.isInTerminal && io.isOutTerminal && !io.isInBackground ? "pty" : "inherit",
  };
  if (command.isDryRun) {
    if (chosen.why !== undefined) say(door, chosen.why);
    return { code: await printPlan(door, deps, request, command.usesPty), isHungUp: false };
  }
  const ran = await run(deps, request);
  // A subcommand leaves nothing to go on with, and a limit has a line of its own.
  if (!isQuiet && !ran.limit && isConversation(chosen.agent, command.args)) tellEnd(door, chosen.agent, ran);
  const next = ran.limit && !ran.isHungUp ? await nextAtLimit(door, parts, command, chosen.agent, ran.limit) : undefined;
  if (next === undefined) return { code: ran.code, isHungUp: ran.isHungUp };
  // Once: if that one is at its limit too, the user decides.
  return start(door, parts, { ...command, args: [], isFresh: false, onLimit: "ask" }, { agent: next, place: chosen.place });
}

async function nextAtLimit(
  door: Door,
  parts: LauncherParts,
  command: LaunchCommand,
  agent: AgentSpec,
  limit: LimitNote,
): Promise<AgentSpec | undefined> {
  try {
    const { goOnAtLimit } = await import("../limit.ts");
    return await goOnAtLimit(door, { limit, agent, answer: command.onLimit ?? door.world.config.run.onLimit, stdin: parts.streams.stdin });
  } catch (cause) {
    // A fault of ours after the end (an update of mem meanwhile) must not cost the agent's exit code.
    door.world.log.error("limit not asked about", { cause });
    return undefined;
  }
}

/** `place`: where to start; the caller has gone there or will. */
async function chooseAndStart(door: Door, parts: LauncherParts, command: LaunchCommand, place: Place): Promise<Launched> {
  const agent = command.agent && agentNamed(door.world, command.agent);
  if (command.onLimit !== undefined && !findAgent(door.world.agents, command.onLimit))
    throw noSuchAgent(door.world.agents, command.onLimit);
  if (command.from !== undefined) return start(door, parts, command, await goOnFrom(door, place, command.from, agent));
  const found = agent && !command.isResume ? { agent, place } : await goOnHere(door, place, agent);
  const chosen: Chosen = command.isFresh ? { agent: found.agent, place: found.place } : found;
  return start(door, parts, command, chosen);
}

/** Everything from here on happens as if it had been typed in that folder. */
const doorIn = (door: Door, place: Place): Door => ({ ...door, world: { ...door.world, cwd: place.cwd } });

export const runCommand = (door: Door, parts: LauncherParts, command: LaunchCommand): Promise<Launched> =>
  chooseAndStart(door, parts, command, placeHere(door));

export async function continueCommand(door: Door, parts: LauncherParts, command: LaunchCommand & { project?: string }): Promise<Launched> {
  const place = await placeToContinue(door, command.project);
  return chooseAndStart(doorIn(door, place), parts, command, place);
}

const AS_IT_IS: LaunchCommand = { args: [], isFresh: false, isResume: false, usesPty: true, isDryRun: false, isQuiet: false };

/** Enter in the list. `picked`: the agent to go on with, if not the session's own. */
export async function continueSession(door: Door, parts: LauncherParts, id: SessionId, picked: AgentId | undefined): Promise<Launched> {
  const chosen = await goOnWith(door, id, picked);
  const there = doorIn(door, chosen.place);
  say(there, `in ${chosen.place.cwd}`);
  return start(there, parts, AS_IT_IS, chosen);
}
