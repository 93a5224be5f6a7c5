import type { AgentId, ProjectId } from "../../src/model/ids.ts";
import type { Session } from "../../src/model/session.ts";
import { SESSION, START } from "./events.ts";

/** A session of an hour in `/p` that ended well. */
export const pastSession = (more: Partial<Session> = {}): Session => ({
  id: SESSION,
  agent: "one" as AgentId,
  project: "project00000" as ProjectId,
  cwd: "/p",
  worktree: "/p",
  startedAt: START,
  lastAt: START + 3_600_000,
  turns: 1,
  ending: "ended",
  ...more,
});
