// Which sessions a living process of their agent has open, in the background perhaps and idle for days: a second one on it would fail, or mix the two.
import type { Proc } from "../host/host.ts";
import type { HistorySource } from "../ingest/discover.ts";
import type { AgentId } from "../model/ids.ts";
import type { Session } from "../model/session.ts";
import type { OpenConversation } from "../transcript/reader.ts";

type OpenDeps = { sources: readonly HistorySource[]; proc: Pick<Proc, "isAlive"> };

function openOf({ sources }: OpenDeps, agent: AgentId): OpenConversation[] {
  const its = sources.filter((source) => source.agent === agent);
  return its.flatMap(({ reader, roots }) => roots.flatMap((root) => reader.openBeside?.(root) ?? []));
}

/** To be asked of many sessions at one moment: an agent's state files are read once, when it is first asked about. */
export function openElsewhere(deps: OpenDeps): (session: Session) => boolean {
  const open = new Map<AgentId, OpenConversation[]>();
  return ({ agent, nativeId }) => {
    const conversations = open.get(agent) ?? openOf(deps, agent);
    open.set(agent, conversations);
    return conversations.some((one) => one.nativeId === nativeId && deps.proc.isAlive(one.process));
  };
}
