// Which agent is started, in which place, and from which session: by name, or the one to go on with. Says on stderr what it chose and why.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { findAgent, noSuchAgent, programSpec } from "../agents/catalog.ts";
import { which } from "../agents/installed.ts";
import type { ContinueDeps, GoOn } from "../continue/continue.ts";
import type { Skipped } from "../continue/pick.ts";
import type { AgentSpec } from "../model/agent.ts";
import { MemError } from "../model/error.ts";
import type { AgentId, SessionId } from "../model/ids.ts";
import type { Place } from "../model/project.ts";
import type { Session } from "../model/session.ts";
import { dayAndTime } from "../model/time.ts";
import { locate } from "../project/place.ts";
import type { AskedAgent } from "./args.ts";
import { type Door, projectNamed, say, scopeHere, withMemory } from "./door.ts";
import type { OpenMemory } from "./memory.ts";
import { openElsewhere } from "./open-elsewhere.ts";
import { howToStart, type World } from "./world.ts";

/** `resume`: natively; `from`: a new session, briefed from that one. `why`: what the user is told of a choice that was ours. */
export type Chosen = { agent: AgentSpec; place: Place; resume?: Session; from?: SessionId; why?: string };

/** The agent by name, else any program by name or path. Throws MemError("agent-not-found" | "program-not-found"). */
export function agentNamed(world: World, asked: AskedAgent): AgentSpec {
  const known = asked.isProgram ? undefined : findAgent(world.agents, asked.word);
  if (known) return known;
  const program = programSpec(asked.word);
  if (world.executableOf(program) !== undefined) return program;
  throw asked.isProgram || /[\\/]/.test(asked.word) ? noSuchProgram(world, asked.word) : noSuchAgent(world.agents, asked.word);
}

function noSuchProgram(world: World, word: string): MemError {
  const isPath = /[\\/]/.test(word);
  if (isPath && existsSync(resolve(world.cwd, word)))
    return new MemError("program-not-found", `${word} is no program that can be started.`, {
      hint: `If it is one: chmod +x ${word}`,
      exitCode: 2,
    });
  return new MemError("program-not-found", `There is no program ${isPath ? word : `"${word}" on PATH`}.`, {
    hint: "Any program runs by its name or path: mem run -- ./my-agent",
    exitCode: 2,
  });
}

export function executableOf(world: World, agent: AgentSpec): string {
  const path = world.executableOf(agent);
  if (path !== undefined) return path;
  throw new MemError("agent-not-installed", `${agent.name} is not installed: there is no "${agent.command[0]}" on PATH.`, {
    hint: "Aliases and shell functions are not seen; `mem agents` shows what is. Install it, or name another agent.",
  });
}

export function continueDeps(world: World, memory: OpenMemory): ContinueDeps {
  const specFor = (id: AgentId): AgentSpec | undefined =>
    world.specOf(id) ?? (id.startsWith("program:") ? programSpec(id.slice("program:".length)) : undefined);
  const isOpen = openElsewhere(memory);
  return {
    store: memory.store,
    sources: memory.sources,
    stateOf: (session) => (isOpen(session) ? "live" : memory.stateOf(session)),
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

const specOfSession = (world: World, session: Session): AgentSpec =>
  world.specOf(session.agent) ?? programSpec(session.agent.replace(/^program:/, ""));

const nameOf = (memory: OpenMemory, session: Session): string =>
  `${memory.agentName(session.agent)}'s session of ${dayAndTime(session.lastAt)}`;

function tellSkipped(door: Door, memory: OpenMemory, skipped: readonly Skipped[]): void {
  for (const { session, why } of skipped) say(door, `passed over ${nameOf(memory, session)}: ${why}`);
}

/** From the choice to what is started: the session natively, or a new one of its agent briefed from it. */
function chosenBy(door: Door, memory: OpenMemory, { choice, skipped, place }: GoOn & { place: Place }): Chosen | undefined {
  tellSkipped(door, memory, skipped);
  if (!choice) return undefined;
  const { session, how, why } = choice;
  const agent = specOfSession(door.world, session);
  if (how === "anew")
    return { agent, place, from: session.id, why: `a new session of ${agent.name}, briefed from ${nameOf(memory, session)}: ${why}` };
  // Agents look for a conversation by the folder it was started in.
  const home = existsSync(session.cwd) ? locate(session.cwd, door.world.folders.home) : place;
  if (home.cwd !== place.cwd) say(door, `in ${home.cwd}`);
  return { agent, place: home, resume: session, why: `resuming ${nameOf(memory, session)}: ${why}` };
}

/** `other`: what there is to go on with of other agents, where one was named. */
function nothingToContinue(
  world: World,
  place: Place,
  { agent, other }: { agent: AgentSpec | undefined; other: string | undefined },
): MemError {
  if (agent === undefined)
    return new MemError("nothing-to-continue", `There is no session to go on with in ${place.name}.`, { hint: howToStart(world) });
  const start = `Start one: mem run ${agent.id}`;
  return new MemError("nothing-to-continue", `${agent.name} has no session to go on with in ${place.name}.`, {
    hint: other === undefined ? start : `The newest here is ${other}: \`mem run\` goes on with it. ${start}`,
  });
}

/** Somebody waits for an agent. */
const LAUNCH_REFRESH_MS = 300;

/** `mem run` without a name, and `--resume`. Throws MemError("nothing-to-continue"). */
export async function goOnHere(door: Door, place: Place, agent?: AgentSpec): Promise<Chosen> {
  const { goOn } = await import("../continue/continue.ts");
  const go = (memory: OpenMemory): Chosen => {
    const deps = continueDeps(door.world, memory);
    const chosen = chosenBy(door, memory, { place, ...goOn(deps, place, { ...(agent && { agent: agent.id }) }) });
    if (chosen) return chosen;
    const other = agent && goOn(deps, place).choice?.session;
    throw nothingToContinue(door.world, place, { agent, other: other && nameOf(memory, other) });
  };
  return withMemory(door, go, { withinMs: LAUNCH_REFRESH_MS });
}

/** `--from SESSION`: a new session, of the named agent or of that session's own, briefed from it. */
export async function goOnFrom(door: Door, place: Place, text: string, agent: AgentSpec | undefined): Promise<Chosen> {
  const { findSession } = await import("./find-session.ts");
  return withMemory(
    door,
    (memory) => {
      const session = findSession(memory.store, text, scopeHere(memory, place));
      return { agent: agent ?? specOfSession(door.world, session), place, from: session.id };
    },
    { withinMs: LAUNCH_REFRESH_MS },
  );
}

/** Another place, from any folder: the named project's, or the one worked on last. Says on stderr where it goes. */
export async function placeToContinue(door: Door, project: string | undefined): Promise<Place> {
  const { lastPlace } = await import("../continue/continue.ts");
  return withMemory(
    door,
    (memory) => {
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
          hint: `In the project's folder: ${howToStart(door.world)}`,
        });
      say(door, `in ${choice.folder}`);
      return locate(choice.folder, door.world.folders.home);
    },
    { withinMs: LAUNCH_REFRESH_MS },
  );
}

/** One session of the list: in its own agent (natively if it can be) or in the one that was picked. Throws MemError("folder-gone"). */
export async function goOnWith(door: Door, id: SessionId, picked: AgentId | undefined): Promise<Chosen> {
  const { goOn, folderOf } = await import("../continue/continue.ts");
  return withMemory(
    door,
    (memory): Chosen => {
      const session = memory.store.sessions.get(id);
      const folder = folderOf(memory.store, session);
      if (folder === undefined) {
        const what =
          session.cwd === ""
            ? "Its history does not say in which folder that session was."
            : `The folder of that session, ${session.cwd}, no longer exists.`;
        throw new MemError("folder-gone", what, {
          hint: `Go on elsewhere: mem run --from ${id.slice(0, 8)} AGENT`,
        });
      }
      const place = locate(folder, door.world.folders.home);
      const other = picked && picked !== session.agent ? door.world.specOf(picked) : undefined;
      if (other) return { agent: other, place, from: id };
      const agent = specOfSession(door.world, session);
      const own = { agent, place, from: id, why: `a new session of ${agent.name}: no answer is recorded in that one` };
      return (
        chosenBy(door, memory, { place, ...goOn(continueDeps(door.world, memory), place, { agent: session.agent, session: id }) }) ?? own
      );
    },
    { withinMs: LAUNCH_REFRESH_MS },
  );
}
