// The scripted model that both agents talk to, and what reached it.
import { createFakeLlm, type Entry, type Story } from "../../support/fake-llm/server.mjs";
import { until } from "../../support/until.ts";

export const REQUEST_WAIT_MS = 45_000;

export type FakeModel = {
  readonly url: string;
  /** Every request so far, oldest first. */
  log(): readonly Entry[];
  /** Requests that offer tools: the conversation itself, no titles or probes. */
  main(): readonly Entry[];
  /** From now on a prompt that matches `when` is answered by `turns`, one for each tool result since the prompt. */
  tell(...stories: readonly Story[]): void;
  waitForRequest(what: string, matches: (entry: Entry) => boolean, timeoutMs?: number): Promise<Entry>;
  close(): Promise<void>;
};

export async function startFakeModel(): Promise<FakeModel> {
  const fake = createFakeLlm();
  const port = await fake.listen();
  const main = () => fake.log.filter((entry) => entry.isMain === true);
  return {
    url: `http://127.0.0.1:${port}`,
    log: () => fake.log,
    main,
    tell: (...stories) => fake.tell(...stories),
    waitForRequest: (what, matches, timeoutMs = REQUEST_WAIT_MS) =>
      until(`a request that ${what}`, timeoutMs, () => fake.log.find(matches)),
    close: () => fake.close(),
  };
}
