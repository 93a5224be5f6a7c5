// mem show SESSION
import { asSeenNow } from "../../ingest/source-gone.ts";
import type { SessionEvent } from "../../model/event.ts";
import type { Session } from "../../model/session.ts";
import { screenText } from "../../transcript/screen.ts";
import type { Command } from "../args.ts";
import { type Door, printEach, printJson, printJsonList, scopeHere, withMemory } from "../door.ts";
import { findSession } from "../find-session.ts";
import type { OpenMemory } from "../memory.ts";
import { eventText, sessionText, summaryText } from "../print.ts";
import { eventShape, sessionShape, showShape } from "../shapes.ts";
import { unansweredText } from "../unanswered.ts";
import { lineOf } from "./sessions.ts";

type ShowCommand = Extract<Command, { kind: "show" }>;
/** The session that was named, and how it is to be shown. */
type Asked = { session: Session; command: ShowCommand };

function* shapes(events: Iterable<SessionEvent>) {
  for (const event of events) yield eventShape(event);
}

async function events(door: Door, memory: OpenMemory, { session, command }: Asked): Promise<void> {
  const { events } = memory.store;
  const from = command.limit === undefined ? 1 : Math.max(1, events.count(session.id) - command.limit + 1);
  const shown = events.of(session.id, from);
  if (command.isJson) await printJsonList(door, shapes(shown));
  else await printEach(door, shown, (event) => `${eventText(event)}\n`);
}

function* screenTexts(events: Iterable<SessionEvent>) {
  for (const event of events) if (event.by === "screen") yield event.text;
}

/** Frames are kept until the session's events are complete; then what is left of the screen is its text, if it was the source. */
async function screen(door: Door, memory: OpenMemory, { session, command }: Asked): Promise<void> {
  const frames = session.run ? await screenText(memory.store.frames.of(session.run)) : "";
  const text = frames || [...screenTexts(memory.store.events.of(session.id))].join("\n");
  if (command.isJson) printJson(door, { id: session.id, text });
  else door.io.out(text === "" ? "The screen of this session is not kept: its events are complete (mem show --events).\n" : `${text}\n`);
}

function whole(door: Door, memory: OpenMemory, { session: known, command }: Asked): void {
  const { store } = memory;
  const [session = known] = asSeenNow(memory, memory.sources, [known]);
  const summary = store.summaries.get(session.id);
  const receipt = store.receipts.ofSession(session.id);
  const project = store.projects.get(session.project);
  if (command.isJson) printJson(door, showShape(sessionShape(session, memory.stateOf(session), project), summary, receipt));
  else
    door.io.out(
      sessionText(lineOf(memory, session), receipt, project?.root ?? session.cwd) +
        (summary ? summaryText(summary) : `\n${unansweredText(session, store.events.of(session.id))}`),
    );
}

export function show(door: Door, command: ShowCommand): Promise<number> {
  return withMemory(door, async (memory, place) => {
    const session = findSession(memory.store, command.session, scopeHere(memory, place));
    switch (command.part) {
      case "events":
        await events(door, memory, { session, command });
        break;
      case "screen":
        await screen(door, memory, { session, command });
        break;
      case "summary": {
        const summary = memory.store.summaries.get(session.id);
        if (command.isJson) printJson(door, summary ?? null);
        else door.io.out(summary ? summaryText(summary).trimStart() : unansweredText(session, memory.store.events.of(session.id)));
        break;
      }
      case "all":
        whole(door, memory, { session, command });
        break;
    }
    return 0;
  });
}
