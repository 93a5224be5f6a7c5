// Past: a session as it is told to the next one.
import type { Session } from "../model/session.ts";
import type { Summary } from "../model/summary.ts";

export type Past = { session: Session; summary: Summary; agentName: string };
