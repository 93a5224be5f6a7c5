// JSON for outside programs: stable shapes. Fields may be added, none renamed.
import type { Briefing } from "../model/briefing.ts";
import type { SessionEvent } from "../model/event.ts";
import type { Project } from "../model/project.ts";
import type { Receipt } from "../model/receipt.ts";
import type { Session, SessionState } from "../model/session.ts";
import type { Summary } from "../model/summary.ts";
import { isoTime } from "../model/time.ts";

const time = (at: number | undefined): string | null => (at === undefined ? null : isoTime(at));

/** One row of `mem sessions --json`. Times are ISO 8601 in UTC; absent values are null. */
export const sessionShape = (session: Session, state: SessionState, project: Project | undefined) => ({
  id: session.id,
  agent: session.agent,
  native_id: session.nativeId ?? null,
  project: project?.name ?? null,
  project_id: session.project,
  root: project?.root ?? session.worktree,
  cwd: session.cwd,
  started_at: isoTime(session.startedAt),
  last_at: isoTime(session.lastAt),
  ended_at: time(session.endedAt),
  exit: session.exit?.code ?? null,
  goal: session.goal ?? null,
  state,
  continues: session.continues ?? null,
  turns: session.turns,
  /** The agent's own history file is no longer there; mem has its copy. */
  source_gone: session.sourceGone === true,
});

/** One event of `mem show --events --json`. */
export const eventShape = (event: SessionEvent) => ({
  seq: event.seq,
  at: isoTime(event.at),
  kind: event.kind,
  by: event.by,
  text: event.text,
  tool: event.tool ?? null,
  ok: event.ok ?? null,
  files: event.files,
  ...(event.rewound && { rewound: true }),
});

export const receiptShape = (receipt: Receipt | undefined) =>
  receipt
    ? {
        run: receipt.run,
        channel: receipt.channel,
        tokens: receipt.tokens,
        chars: receipt.chars,
        sources: receipt.sources,
        at: isoTime(receipt.at),
        evidence: receipt.evidence,
        where: receipt.where ?? null,
      }
    : null;

/** `mem show --json`: the session's row with its summary and receipt. */
export const showShape = (row: ReturnType<typeof sessionShape>, summary: Summary | undefined, receipt: Receipt | undefined) => ({
  ...row,
  summary: summary ?? null,
  receipt: receiptShape(receipt),
});

export const briefShape = (briefing: Briefing | undefined) => ({
  text: briefing?.text ?? "",
  tokens: briefing?.tokens ?? 0,
  sources: briefing?.sources ?? [],
  left_out: briefing?.leftOut ?? [],
  /** Each line with the events it rests on; those that found no room, too. */
  items: (briefing?.items ?? []).map(({ section, text, session, from, isIn }) => ({ section, text, session, events: from, in: isIn })),
});
