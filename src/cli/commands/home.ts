// mem alone: the terminal UI of recent sessions; on a pipe the same as a list.
import type { ReadStream, WriteStream } from "node:tty";
import type { Session } from "../../model/session.ts";
import type { Preview, SessionRow, TuiOutcome } from "../../tui/row.ts";
import { type Door, withMemory } from "../door.ts";
import type { OpenMemory } from "../memory.ts";
import { lineOf } from "./sessions.ts";

const SESSIONS_SHOWN = 10_000;
const FILES_SHOWN = 12;

function rowOf(memory: OpenMemory, session: Session): SessionRow {
  const { state, agentName, projectName } = lineOf(memory, session);
  const { id, goal, lastAt, turns } = session;
  const root = memory.store.projects.get(session.project)?.root ?? session.worktree;
  return { id, agentName, projectName, root, ...(goal && { goal }), state, lastAt, turns };
}

function previewOf(memory: OpenMemory, id: Session["id"]): Preview | undefined {
  const summary = memory.store.summaries.get(id);
  if (!summary) return undefined;
  const { tests, state } = summary;
  const parts = [
    state?.branch && `on ${state.branch}`,
    state?.dirtyCount !== undefined && `${state.dirtyCount} changed files`,
    tests && `tests ${tests.passed ? "passed" : "failed"}`,
  ];
  return {
    ...(summary.goal && { goal: summary.goal.text }),
    state: parts.filter(Boolean).join(", "),
    open: summary.open.map((item) => item.text),
    next: summary.next.map((item) => item.text),
    files: summary.files.slice(0, FILES_SHOWN).map((file) => file.path),
  };
}

export type HomeStreams = { stdin: ReadStream; stdout: WriteStream };

/** Shows the list and returns what was chosen; the memory is closed again by then. */
export function home(door: Door, { stdin, stdout }: HomeStreams): Promise<TuiOutcome> {
  return withMemory(door, async (memory) => {
    const { openTui } = await import("../../tui/tui.ts");
    const { world } = door;
    return openTui({
      rows: memory.store.sessions.list({ worked: true, limit: SESSIONS_SHOWN }).map((session) => rowOf(memory, session)),
      agents: world.agents.filter((spec) => world.executableOf(spec) !== undefined).map(({ id, name }) => ({ id, name })),
      size: { cols: stdout.columns, rows: stdout.rows },
      now: world.clock.now(),
      preview: (id) => previewOf(memory, id),
      stdin,
      stdout,
    });
  });
}
