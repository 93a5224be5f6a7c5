// mem alone: the terminal UI of recent sessions; on a pipe the same as a list.
import type { ReadStream, WriteStream } from "node:tty";
import type { Session } from "../../model/session.ts";
import type { Summary } from "../../model/summary.ts";
import type { Preview, SessionRow, TuiOutcome } from "../../tui/row.ts";
import { type Door, withMemory } from "../door.ts";
import type { OpenMemory } from "../memory.ts";

const SESSIONS_SHOWN = 10_000;

function rowsOf(memory: OpenMemory): SessionRow[] {
  const projects = new Map(memory.store.projects.all().map((project) => [project.id, project]));
  return memory.store.sessions.list({ worked: true, limit: SESSIONS_SHOWN }).map((session) => {
    const { id, goal, lastAt, turns } = session;
    const project = projects.get(session.project);
    const names = { agentName: memory.agentName(session.agent), projectName: project?.name ?? "(no project)" };
    return { id, ...names, root: project?.root ?? session.worktree, ...(goal && { goal }), state: memory.stateOf(session), lastAt, turns };
  });
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

/** A database that is locked just now costs the preview, not the list. */
function summaryOf(memory: OpenMemory, id: Session["id"]): Summary | undefined {
  try {
    return memory.store.summaries.get(id);
  } catch (cause) {
    memory.log.error("no preview", { cause });
    return undefined;
  }
}

function previewOf(memory: OpenMemory, id: Session["id"]): Preview | undefined {
  const summary = summaryOf(memory, id);
  if (!summary) return undefined;
  const { tests, state } = summary;
  const parts = [
    state?.branch && `on ${state.branch}`,
    state?.dirtyCount !== undefined && counted(state.dirtyCount, "changed file"),
    tests && `tests ${tests.passed ? "passed" : "failed"}`,
  ];
  return {
    ...(summary.goal && { goal: summary.goal.text }),
    state: parts.filter(Boolean).join(", "),
    open: summary.open.map((item) => item.text),
    next: summary.next.map((item) => item.text),
    files: summary.files.map((file) => file.path),
  };
}

export type HomeStreams = { stdin: ReadStream; stdout: WriteStream };

/** Shows the list and returns what was chosen; the memory is closed again by then. */
export function home(door: Door, { stdin, stdout }: HomeStreams): Promise<TuiOutcome> {
  return withMemory(door, async (memory) => {
    const { openTui } = await import("../../tui/tui.ts");
    const { world } = door;
    return openTui({
      rows: rowsOf(memory),
      agents: world.agents.filter((spec) => world.executableOf(spec) !== undefined).map(({ id, name }) => ({ id, name })),
      size: { cols: stdout.columns, rows: stdout.rows },
      now: world.clock.now(),
      preview: (id) => previewOf(memory, id),
      stdin,
      stdout,
    });
  });
}
