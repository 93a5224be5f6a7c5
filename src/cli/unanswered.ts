// A session without a summary: something was asked and no answer is recorded, or nothing was asked at all.
import type { SessionEvent } from "../model/event.ts";
import type { Session } from "../model/session.ts";

export const NO_ANSWER = "No answer is recorded yet.";
const NOT_ASKED = "Nothing was asked in it.";

/** `events`: the session's; read only as far as the first prompt. */
function isAsked({ goal }: Session, events: Iterable<SessionEvent>): boolean {
  if (goal !== undefined) return true;
  for (const { kind, by } of events) if (kind === "prompt" && by !== "subagent") return true;
  return false;
}

export function unansweredText(session: Session, events: Iterable<SessionEvent>): string {
  if (!isAsked(session, events)) return `${NOT_ASKED}\n`;
  return session.goal === undefined ? `${NO_ANSWER}\n` : `Goal\n  ${session.goal}\n\n${NO_ANSWER}\n`;
}
