// mem run, mem continue, and going on from the list: which agent, in which place, with what.
import { existsSync } from "node:fs";
import { findAgent, noSuchAgent, programSpec } from "../../agents/catalog.ts";
import { which } from "../../agents/installed.ts";
import type { ContinueDeps, GoOn } from "../../continue/continue.ts";
import type { Skipped } from "../../continue/pick.ts";
import type { AgentSpec } from "../../model/agent.ts";
import { MemError } from "../../model/error.ts";
import type { AgentId, SessionId } from "../../model/ids.ts";
import type { LimitNote } from "../../model/limit-note.ts";
import type { Place } from "../../model/project.ts";
import type { Session } from "../../model/session.ts";
import { dayAndTime } from "../../model/time.ts";
import { locate } from "../../project/place.ts";
import type { RunDeps, RunRequest } from "../../run/request.ts";
import { run } from "../../run/run.ts";
import type { Ended } from "../../run/supervise.ts";
import type { AskedAgent, LaunchCommand } from "../args.ts";
import { budgetOf } from "../budget.ts";
import { type Door, placeHere, say, withMemory } from "../door.ts";
import { type LauncherParts, launcher } from "../launcher.ts";
import type { OpenMemory } from "../memory.ts";
import { exampleAgent, type World } from "../world.ts";

type Chosen = { agent: AgentSpec; place: Place; resume?: Session; from?: SessionId };

/** The agent by name, else any program on PATH. Throws MemError("agent-not-found"). */
function agentNamed(world: World, asked: AskedAgent): AgentSpec {
  const known = asked.isProgram ? undefined : findAgent(world.agents, asked.word);
  if (known) return known;
  const program = programSpec(asked.word);
  if (world.executableOf(program) === undefined) throw noSuchAgent(world.agents, asked.word);
  return program;
}

function executableOf(world: World, agent: AgentSpec): string {
  const path = world.executableOf(agent);
  if (path !== undefined) return path;
  throw new MemError("agent-not-installed", `${agent.name} is not installed: there is no "${agent.command[0]}" on PATH.`, {
    hint: "Aliases and shell functions are not seen; `mem agents` shows what is. Install it, or name another agent.",
  });
}

export function continueDeps(world: World, memory: OpenMemory): ContinueDeps {
  const specFor = (id: AgentId): AgentSpec | undefined =>
    world.specOf(id) ?? (id.startsWith("program:") ? programSpec(id.slice("program:".length)) : undefined);
  return {
    store: memory.store,
    stateOf: memory.stateOf,
    isInstalled: (id) => {
      const spec = specFor(id);
      return spec !== undefined && which({ env: world.env, cwd: world.cwd, self: world.self }, spec.command[0] ?? spec.id) !== undefined;
    },
    abilityOf: (id) => {
      const spec = specFor(id);
      const canDeliverSince = (spec?.resumed ?? []).some(
        (via) => via.kind !== "none" && via.kind !== "paste" && !(via.kind === "hook" && via.installed),
      );
      return { canResume: spec?.session.resume !== undefined, canDeliverSince };
    },
  };
}

const nameOf = (memory: OpenMemory, session: Session): string =>
  `${memory.agentName(session.agent)}'s session of ${dayAndTime(session.lastAt)}`;

function tellSkipped(door: Door, memory: OpenMemory, skipped: readonly Skipped[]): void {
  for (const { session, why } of skipped) say(door, `passed over ${nameOf(memory, session)}: ${why}`);
}

/** From the choice to what is started: the session natively, or a new one of its agent briefed from it. */
function follow(door: Door, memory: OpenMemory, place: Place, { choice, skipped }: GoOn): Chosen | undefined {
  tellSkipped(door, memory, skipped);
  if (!choice) return undefined;
  const { session, how, why } = choice;
  const agent = door.world.specOf(session.agent) ?? programSpec(session.agent.replace(/^program:/, ""));
  say(
    door,
    how === "resume"
      ? `resuming ${nameOf(memory, session)}: ${why}`
      : `a new session of ${agent.name}, briefed from ${nameOf(memory, session)}: ${why}`,
  );
  if (how === "anew") return { agent, place, from: session.id };
  // Agents look for a conversation by the folder it was started in.
  const home = existsSync(session.cwd) ? locate(session.cwd, door.world.folders.home) : place;
  if (home.cwd !== place.cwd) say(door, `in ${home.cwd}`);
  return { agent, place: home, resume: session };
}

/** `mem run` without a name, and `--resume`. Throws MemError("nothing-to-continue"). */
async function goOnHere(door: Door, place: Place, agent?: AgentSpec): Promise<Chosen> {
  const { goOn } = await import("../../continue/continue.ts");
  const chosen = await withMemory(door, (memory) => follow(door, memory, place, goOn(continueDeps(door.world, memory), place, agent?.id)));
  if (chosen) return chosen;
  throw new MemError("nothing-to-continue", `There is no session to go on with in ${place.name}.`, {
    hint: `Start one: mem run ${agent?.id ?? exampleAgent(door.world)} (\`mem agents\` shows who is installed).`,
  });
}

/** Another place, from any folder: the named project's, or the one worked on last. Says on stderr where it goes. */
async function placeToContinue(door: Door, project: string | undefined): Promise<Place> {
  const { lastPlace } = await import("../../continue/continue.ts");
  const { projectNamed } = await import("../door.ts");
  return withMemory(door, (memory) => {
    if (project !== undefined) {
      const { root, name } = projectNamed(memory, project);
      if (!existsSync(root))
        throw new MemError("folder-gone", `${name}'s folder ${root} no longer exists.`, {
          hint: "Go to where it is now, and run `mem run` there.",
        });
      say(door, `in ${root}`);
      return locate(root, door.world.folders.home);
    }
    const { choice, skipped } = lastPlace(continueDeps(door.world, memory));
    tellSkipped(door, memory, skipped);
    if (!choice)
      throw new MemError("nothing-to-continue", "No project has a session to go on with.", {
        hint: `Start one in its folder: mem run ${exampleAgent(door.world)}`,
      });
    say(door, `in ${choice.folder}`);
    return locate(choice.folder, door.world.folders.home);
  });
}

async function printPlan(door: Door, deps: RunDeps, request: RunRequest): Promise<number> {
  const { dryRun } = await import("../../run/dry-run.ts");
  door.io.out(await dryRun(deps, request));
  return 0;
}

/** A crash gets one line with the command to go on. */
function tellEnd(door: Door, agent: AgentSpec, ended: Ended): void {
  if (ended.isHungUp || ended.asked || ended.signal === undefined) return;
  say(door, `${agent.name} was ended by signal ${ended.signal}. \`mem run\` goes on where it stopped.`);
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
    ...(chosen.from && { from: chosen.from }),
    ...(chosen.resume && { resume: chosen.resume }),
    budget: budgetOf(world.config),
    mode: command.usesPty && io.isInTerminal && io.isOutTerminal ? "pty" : "inherit",
  };
  if (command.isDryRun) return { code: await printPlan(door, deps, request), isHungUp: false };
  for (const line of world.problems) say(door, line);
  const ran = await run(deps, request);
  tellEnd(door, chosen.agent, ran);
  const next = ran.limit && !ran.isHungUp ? await nextAtLimit(door, parts, command, chosen.agent, ran.limit) : undefined;
  if (next === undefined) return { code: ran.code, isHungUp: ran.isHungUp };
  return start(door, parts, { ...command, args: [], isFresh: false }, { agent: next, place: chosen.place });
}

async function nextAtLimit(
  door: Door,
  parts: LauncherParts,
  command: LaunchCommand,
  agent: AgentSpec,
  limit: LimitNote,
): Promise<AgentSpec | undefined> {
  const { goOnAtLimit } = await import("../limit.ts");
  return goOnAtLimit(door, { limit, agent, answer: command.onLimit ?? door.world.config.run.onLimit, stdin: parts.streams.stdin });
}

/** `place`: where to start; the caller has gone there or will. */
async function chooseAndStart(door: Door, parts: LauncherParts, command: LaunchCommand, place: Place): Promise<Launched> {
  const agent = command.agent && agentNamed(door.world, command.agent);
  const chosen = agent && !command.isResume ? { agent, place } : await goOnHere(door, place, agent);
  if (command.from === undefined) return start(door, parts, command, chosen);
  const from = command.from;
  const { findSession } = await import("../find-session.ts");
  const session = await withMemory(door, (memory) => findSession(memory.store, from, memory.store.projects.find(place)?.id));
  const { resume: _, ...anew } = chosen as Chosen;
  return start(door, parts, command, { ...anew, from: session.id });
}

export const runCommand = (door: Door, parts: LauncherParts, command: LaunchCommand): Promise<Launched> =>
  chooseAndStart(door, parts, command, placeHere(door));

export async function continueCommand(door: Door, parts: LauncherParts, command: LaunchCommand & { project?: string }): Promise<Launched> {
  const place = await placeToContinue(door, command.project);
  // Everything from here on happens as if it had been typed in that folder.
  const there: Door = { ...door, world: { ...door.world, cwd: place.cwd } };
  return chooseAndStart(there, parts, command, place);
}

/** Enter in the list: that session, in its own agent (natively if it can be) or in the one that was picked. */
export async function continueSession(door: Door, parts: LauncherParts, id: SessionId, picked: AgentId | undefined): Promise<Launched> {
  const command: LaunchCommand = { args: [], isFresh: false, isResume: false, usesPty: true, isDryRun: false, isQuiet: false };
  const { goOn, folderOf } = await import("../../continue/continue.ts");
  const chosen = await withMemory(door, (memory): Chosen => {
    const session = memory.store.sessions.get(id);
    const folder = folderOf(memory.store, session);
    if (folder === undefined)
      throw new MemError("folder-gone", `The folder of that session, ${session.cwd}, no longer exists.`, {
        hint: `Go on elsewhere: mem run --from ${id.slice(0, 8)} AGENT`,
      });
    const place = locate(folder, door.world.folders.home);
    const other = picked && picked !== session.agent ? door.world.specOf(picked) : undefined;
    if (other) return { agent: other, place, from: id };
    const { choice } = goOn(continueDeps(door.world, memory), place, session.agent, id);
    return (
      follow(door, memory, place, { ...(choice && { choice }), skipped: [] }) ?? {
        agent: agentNamed(door.world, { word: session.agent, isProgram: false }),
        place,
        from: id,
      }
    );
  });
  const there: Door = { ...door, world: { ...door.world, cwd: chosen.place.cwd } };
  say(there, `in ${chosen.place.cwd}`);
  return start(there, parts, command, chosen);
}
