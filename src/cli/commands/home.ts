// mem alone: the terminal UI of recent sessions; on a pipe the same as a list.
import type { ReadStream, WriteStream } from "node:tty";
import type { ContinueDeps } from "../../continue/continue.ts";
import { stateOfMany } from "../../handoff/liveness.ts";
import type { Session, SessionState } from "../../model/session.ts";
import { previewOf } from "../../tui/preview-of.ts";
import type { Preview, SessionRow, TuiOutcome } from "../../tui/row.ts";
import { type Door, withMemory } from "../door.ts";
import { continueDeps } from "../going-on.ts";
import { withLimitAtEnd } from "../limit-at-end.ts";
import type { OpenMemory } from "../memory.ts";
import { stateWord } from "../session-words.ts";
import { NO_ANSWER } from "../unanswered.ts";
import { titleIn } from "./sessions.ts";

const SESSIONS_SHOWN = 10_000;

type RowsDeps = Pick<OpenMemory, "store" | "clock" | "agentName" | "stateOf"> & Pick<ContinueDeps, "isInstalled">;

/** Newest first, all that `mem sessions --all` lists. Agents and programs are looked for on PATH once each. */
export function rowsOf(deps: RowsDeps): SessionRow[] {
  const { store, agentName } = deps;
  const projects = new Map(store.projects.all().map((project) => [project.id, project]));
  const stateIn = stateOfMany(deps, deps.stateOf);
  const sessions = store.sessions.list({ limit: SESSIONS_SHOWN });
  const installed = new Set([...new Set(sessions.map(({ agent }) => agent))].filter(deps.isInstalled));
  return sessions.map((session) => {
    const { id, agent, lastAt, turns } = session;
    const project = projects.get(session.project);
    // Asked when its line is drawn: of thousands that would take longer than the first frame may.
    let known: SessionState | undefined;
    const state = (): SessionState => {
      known ??= stateOrUnknown(() => withLimitAtEnd(deps, session, stateIn(session)));
      return known;
    };
    return {
      id,
      agentName: agentName(agent),
      isInstalled: installed.has(agent),
      projectName: project?.name ?? "(no project)",
      root: project?.root ?? session.worktree,
      title: titleIn(deps, session),
      get state() {
        return state();
      },
      get stateWord() {
        return stateWord(session, state());
      },
      lastAt,
      turns,
    };
  });
}

/** A database that cannot be read in the middle of drawing costs a word, not the list. */
function stateOrUnknown(ask: () => SessionState): SessionState {
  try {
    return ask();
  } catch {
    return "unknown";
  }
}

/** Of a session without an answer only its goal is known. */
function previewIn({ store }: OpenMemory, id: Session["id"]): Preview | undefined {
  const summary = store.summaries.get(id);
  if (summary !== undefined) return previewOf(summary);
  const goal = store.sessions.find(id)?.goal;
  return goal === undefined ? undefined : { goal, state: NO_ANSWER, decided: [], failed: [], open: [], next: [], files: [] };
}

/** A database that is locked just now costs the preview, not the list. */
function previewOrNone(memory: OpenMemory, id: Session["id"]): Preview | undefined {
  try {
    return previewIn(memory, id);
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
      preview: (id) => previewOrNone(memory, id),
      stdin,
      stdout,
    });
  });
}
