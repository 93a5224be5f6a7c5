// Past: a session as it is told to the next one.
import type { Session } from "../model/session.ts";
import type { Summary } from "../model/summary.ts";

/** `isPartlyRead`: its history goes on behind what is known of it. */
export type Past = { session: Session; summary: Summary; agentName: string; isPartlyRead?: true };

/** Seq of the last thing that was said or done by the agent. */
const newestWork = ({ lastReply, files, commands, tests }: Summary): number =>
  Math.max(0, ...[lastReply, tests, ...files, ...commands].flatMap((item) => item?.from ?? []));

/** Whether a usage limit was its end: nothing was done after it. */
export function stoppedAtLimit({ session, summary }: Past): boolean {
  const limit = summary.limits.at(-1);
  return session.ending === "limit" || (limit !== undefined && newestWork(summary) < (limit.from.at(-1) ?? 0));
}
