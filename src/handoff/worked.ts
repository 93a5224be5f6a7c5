// Did a session change or run anything, or was something only asked in it?
import type { Summary } from "../model/summary.ts";

/** More questions than this are a discussion, and its outcome is work. */
const ASIDE_REQUESTS = 3;

const asked = ({ goal, requests }: Summary): number => requests.length + (goal === undefined ? 0 : 1);

/** Of what was only read off the screen nobody knows what it changed: it counts if its words say that something was settled or is to be done. */
const saysWork = ({ decisions, failed, next, open }: Summary): boolean => [decisions, failed, next, open].some((items) => items.length > 0);

/** Whether it is a place to go on from. A question or two with their answers, or a shell that was opened and left, are none. */
export function hasWorked(summary: Summary): boolean {
  const { files, commands, tests, fixes } = summary;
  if (files.length > 0 || commands.length > 0 || tests !== undefined || fixes.length > 0) return true;
  const count = asked(summary);
  return count === 0 ? saysWork(summary) : count > ASIDE_REQUESTS || summary.failed.length > 0;
}
