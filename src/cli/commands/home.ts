// mem alone: the terminal UI of recent sessions; on a pipe the same as a list.
import type { ReadStream, WriteStream } from "node:tty";
import type { ContinueDeps } from "../../continue/continue.ts";
import { stateOfMany } from "../../handoff/liveness.ts";
import type { Session } from "../../model/session.ts";
import type { Summary } from "../../model/summary.ts";
import { previewOf } from "../../tui/preview-of.ts";
import type { SessionRow, TuiOutcome } from "../../tui/row.ts";
import { type Door, withMemory } from "../door.ts";
import { continueDeps } from "../going-on.ts";
import type { OpenMemory } from "../memory.ts";

const SESSIONS_SHOWN = 10_000;

type RowsDeps = Pick<OpenMemory, "store" | "clock" | "agentName" | "stateOf"> & Pick<ContinueDeps, "isInstalled">;

/** Newest first. Agents and programs are looked for on PATH once each. */
export function rowsOf(deps: RowsDeps): SessionRow[] {
  const { store, agentName } = deps;
  const projects = new Map(store.projects.all().map((project) => [project.id, project]));
  const stateOf = stateOfMany(deps, deps.stateOf);
  const sessions = store.sessions.list({ worked: true, limit: SESSIONS_SHOWN });
  const installed = new Set([...new Set(sessions.map(({ agent }) => agent))].filter(deps.isInstalled));
  return sessions.map((session) => {
    const { id, agent, goal, lastAt, turns } = session;
    const project = projects.get(session.project);
    return {
      id,
      agentName: agentName(agent),
      isInstalled: installed.has(agent),
      projectName: project?.name ?? "(no project)",
      root: project?.root ?? session.worktree,
      ...(goal && { goal }),
      state: stateOf(session),
      lastAt,
      turns,
    };
  });
}

/** A database that is locked just now costs the preview, not the list. */
function summaryOf(memory: OpenMemory, id: Session["id"]): Summary | undefined {
  try {
    return memory.store.summaries.get(id);
  } catch (cause) {
    memory.log.error("no preview", { cause });
    return undefined;
  }
}

type HomeStreams = { stdin: ReadStream; stdout: WriteStream };

/** Shows the list and returns what was chosen; the memory is closed again by then. */
export function home(door: Door, { stdin, stdout }: HomeStreams): Promise<TuiOutcome> {
  return withMemory(door, async (memory) => {
    const { openTui } = await import("../../tui/tui.ts");
    const { world } = door;
    return openTui({
      rows: rowsOf({ ...memory, isInstalled: continueDeps(world, memory).isInstalled }),
      agents: world.agents.filter((spec) => world.executableOf(spec) !== undefined).map(({ id, name }) => ({ id, name })),
      size: { cols: stdout.columns, rows: stdout.rows },
      now: world.clock.now(),
      preview: (id) => {
        const summary = summaryOf(memory, id);
        return summary && previewOf(summary);
      },
      stdin,
      stdout,
    });
  });
}
