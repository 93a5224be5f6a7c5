// mem sessions
import { parseAgentId } from "../../model/ids.ts";
import type { Session } from "../../model/session.ts";
import type { Command } from "../args.ts";
import { type Door, printJson, projectNamed, withMemory } from "../door.ts";
import type { OpenMemory } from "../memory.ts";
import { type SessionLine, sessionTable } from "../print.ts";
import { sessionShape } from "../shapes.ts";
import { exampleAgent } from "../world.ts";

type SessionsCommand = Extract<Command, { kind: "sessions" }>;

const DEFAULT_LIMIT = 50;

export const lineOf = (memory: OpenMemory, session: Session): SessionLine => ({
  session,
  state: memory.stateOf(session),
  agentName: memory.agentName(session.agent),
  projectName: memory.store.projects.get(session.project)?.name ?? "(no project)",
});

export function sessions(door: Door, command: SessionsCommand): Promise<number> {
  return withMemory(door, (memory, place) => {
    const { store } = memory;
    const here = command.project === undefined ? store.projects.find(place) : projectNamed(memory, command.project);
    const agent = command.agent === undefined ? undefined : parseAgentId(command.agent);
    const rows = store.sessions.list({
      ...(!command.isAll && here && { project: here.id }),
      ...(agent && { agent }),
      limit: command.limit ?? DEFAULT_LIMIT,
    });
    if (command.isJson)
      printJson(
        door,
        rows.map((session) => sessionShape(session, memory.stateOf(session), store.projects.get(session.project))),
      );
    else if (rows.length === 0) door.io.out(`No sessions yet. Start one: mem run ${exampleAgent(door.world)}\n`);
    else
      door.io.out(
        sessionTable(
          rows.map((session) => lineOf(memory, session)),
          door.world.clock.now(),
          door.io.width,
        ),
      );
    return 0;
  });
}
