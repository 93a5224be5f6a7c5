// The agent stands at its usage limit and has ended: one question, and never an act that nobody asked for.

import { createInterface } from "node:readline";
import type { ReadStream } from "node:tty";
import { findAgent } from "../agents/catalog.ts";
import type { AgentSpec } from "../model/agent.ts";
import type { Millis } from "../model/ids.ts";
import type { LimitNote } from "../model/run-notes.ts";
import { dayAndTime } from "../model/time.ts";
import { type Door, say } from "./door.ts";

/** `answer`: from `--then` or `[run] on_limit`: "ask", "stop", or the agent that goes on. */
type LimitQuestion = { limit: LimitNote; agent: AgentSpec; answer: string; stdin: ReadStream };

const back = (resetsAt: Millis | undefined): string => (resetsAt === undefined ? "" : `, back at ${dayAndTime(resetsAt)}`);

/** The next agent in the catalog's order, after this one and around. */
function nextInstalled(door: Door, agent: AgentSpec): AgentSpec | undefined {
  const { agents, executableOf } = door.world;
  const at = agents.findIndex((one) => one.id === agent.id) + 1;
  return [...agents.slice(at), ...agents.slice(0, at)].find((one) => one.id !== agent.id && executableOf(one) !== undefined);
}

/** Enter is yes; anything else, and a terminal that goes away, is no. */
function isWanted(stdin: ReadStream): Promise<boolean> {
  const lines = createInterface({ input: stdin, terminal: false });
  return new Promise((resolve) => {
    lines.once("line", (line) => {
      resolve(line.trim() === "" || /^y(es)?$/i.test(line.trim()));
      lines.close();
    });
    lines.once("close", () => resolve(false));
  });
}

/** The agent to go on with; undefined if nobody wants to, or there is none. Says what it found on stderr. */
export async function goOnAtLimit(door: Door, { limit, agent, answer, stdin }: LimitQuestion): Promise<AgentSpec | undefined> {
  const reached = `${agent.name}'s usage limit is reached${back(limit.resetsAt)}.`;
  const named = answer === "ask" || answer === "stop" ? undefined : answer;
  const found = named === undefined ? undefined : findAgent(door.world.agents, named);
  const chosen = found?.id === agent.id ? undefined : found;
  if (chosen && door.world.executableOf(chosen) !== undefined) {
    say(door, `${reached} Going on with ${chosen.name}.`);
    return chosen;
  }
  if (named !== undefined && named !== agent.id) say(door, `"${named}", which was to go on, is not an agent that is installed here.`);
  const next = nextInstalled(door, agent);
  if (answer !== "ask" || next === undefined || !door.io.isInTerminal || !door.io.isErrTerminal) {
    say(door, `${reached}${next ? ` To go on: mem run ${next.id}` : ""}`);
    return undefined;
  }
  door.io.err(`mem: ${reached} Go on with ${next.name}? [Enter] yes · [q] no `);
  return (await isWanted(stdin)) ? next : undefined;
}
