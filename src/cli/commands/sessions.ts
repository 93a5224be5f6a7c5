// mem sessions
import { asSeenNow } from "../../ingest/source-gone.ts";
import type { ProjectId } from "../../model/ids.ts";
import type { Place } from "../../model/project.ts";
import type { Session } from "../../model/session.ts";
import type { Command } from "../args.ts";
import { agentNamed, type Door, printJson, projectNamed, scopeHere, withMemory } from "../door.ts";
import type { OpenMemory } from "../memory.ts";
import { type SessionLine, sessionTable } from "../print.ts";
import { titleOf } from "../session-words.ts";
import { sessionShape } from "../shapes.ts";
import { howToStart } from "../world.ts";

type SessionsCommand = Extract<Command, { kind: "sessions" }>;

const DEFAULT_LIMIT = 50;

export const lineOf = (memory: OpenMemory, session: Session): SessionLine => ({
  session,
  state: memory.stateOf(session),
  agentName: memory.agentName(session.agent),
  projectName: memory.store.projects.get(session.project)?.name ?? "(no project)",
  title: titleIn(memory, session),
});

/** A program's run is looked up: with a goal or a history of its own there is no need. */
export const titleIn = ({ store }: Pick<OpenMemory, "store">, session: Session): string =>
  titleOf(session, session.nativeId === undefined && session.run ? store.runs.get(session.run)?.argv : undefined);

function scopeOf(memory: OpenMemory, place: Place, { isAll, project }: SessionsCommand): { project?: ProjectId } | undefined {
  if (isAll) return {};
  return project === undefined ? scopeHere(memory, place) : { project: projectNamed(memory, project).id };
}

const nothingHere = (door: Door, elsewhere: number): string =>
  elsewhere === 0 ? `No sessions yet. ${howToStart(door.world)}\n` : `No such sessions here, and ${elsewhere} in all: mem sessions --all\n`;

export function sessions(door: Door, command: SessionsCommand): Promise<number> {
  return withMemory(door, (memory, place) => {
    const { store } = memory;
    const scope = scopeOf(memory, place, command);
    const agent = command.agent === undefined ? undefined : agentNamed(door, memory, command.agent);
    const found = scope ? store.sessions.list({ ...scope, ...(agent && { agent }), limit: command.limit ?? DEFAULT_LIMIT }) : [];
    const rows = command.isJson ? asSeenNow(memory, memory.sources, found) : found;
    if (command.isJson)
      printJson(
        door,
        rows.map((session) => sessionShape(session, memory.stateOf(session), store.projects.get(session.project))),
      );
    else if (rows.length === 0) door.io.out(nothingHere(door, store.sessions.count({})));
    else
      door.io.out(
        sessionTable(
          rows.map((session) => lineOf(memory, session)),
          { now: door.world.clock.now(), width: door.io.width, isOfMany: scope?.project === undefined },
        ),
      );
    return 0;
  });
}
