// What a person does in an agent: waits for its prompt, asks, reads the answer, leaves.
import type { Entry } from "../../support/fake-llm/server.mjs";
import { told } from "./request.ts";
import type { Exit, Terminal } from "./terminal.ts";
import type { World } from "./world.ts";

export type Agent = "claude" | "codex";

const asks = (prompt: string) => (entry: Entry) => entry.isMain === true && told(entry).some((text) => text.includes(prompt));

/** Asks, and waits for `answer` on the screen. Gives the first request that held the prompt. */
export async function ask(world: World, terminal: Terminal, prompt: string, answer: RegExp): Promise<Entry> {
  await terminal.ready();
  await terminal.say(prompt);
  const request = await world.model.waitForRequest(`holds ${JSON.stringify(prompt)}`, asks(prompt));
  await terminal.waitForScreen(answer);
  return request;
}

/** The first request that holds the prompt. Throws if none does. */
export function requestWith(world: World, prompt: string): Entry {
  const found = world.model.log().find(asks(prompt));
  if (found === undefined) throw new Error(`no request holds ${JSON.stringify(prompt)}`);
  return found;
}

const LEAVE = { claude: "/exit", codex: "/quit" } as const;

export async function leave(terminal: Terminal, agent: Agent): Promise<Exit> {
  await terminal.ready();
  await terminal.say(LEAVE[agent]);
  return terminal.waitForExit();
}
