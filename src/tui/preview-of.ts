// A session's summary → its preview. Pure.
import { ends } from "../handoff/clip.ts";
import { counted } from "../model/counted.ts";
import type { Summary } from "../model/summary.ts";
import { withWhy } from "../model/wording.ts";
import type { Preview } from "./row.ts";

/** A reply may be of a page, and other sections come after it. */
const REPLY_CHARS = 400;

function withReason(text: string, why: string | undefined): string {
  if (!why) return text;
  const parts = withWhy(text, why);
  return `${parts.text} (why: ${parts.why})`;
}

export function previewOf(summary: Summary): Preview {
  const { goal, lastReply, tests, state } = summary;
  const parts = [
    state?.branch && `on ${state.branch}`,
    state?.dirtyCount !== undefined && counted(state.dirtyCount, "changed file"),
    tests && `tests ${tests.passed ? "passed" : "failed"}`,
  ];
  return {
    ...(goal && { goal: goal.text }),
    state: parts.filter(Boolean).join(", "),
    decided: summary.decisions.map(({ text, reason }) => withReason(text, reason)).reverse(),
    failed: summary.failed.map(({ text, why }) => withReason(text, why)).reverse(),
    ...(lastReply && { lastReply: ends(lastReply.text, REPLY_CHARS) }),
    open: summary.open.map((item) => item.text),
    next: summary.next.map((item) => item.text),
    files: summary.files.map((file) => file.path),
  };
}
