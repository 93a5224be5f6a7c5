// A history format of our own, for tests of what is done with any: one JSON object a line, a fact each; `noise` stands for what a real one has and no reader tells.
import type { Fact } from "../../src/model/event.ts";
import type { Reader } from "../../src/transcript/reader.ts";

type ToyState = { lines: number };

/** Lines are facts as JSON; anything else is skipped. A file `<id>.toy` names its conversation. */
export const toyReader: Reader = {
  id: "toy",
  start: (): ToyState => ({ lines: 0 }),
  step: (state, { line, text }) => {
    (state as ToyState).lines += 1;
    try {
      const fact = JSON.parse(text ?? "") as Fact | { kind: "noise" };
      return fact.kind === "noise" ? [] : [fact];
    } catch {
      return [{ kind: "skipped", line, why: text === undefined ? "too long" : "not JSON" }];
    }
  },
  isHistory: (path) => path.endsWith(".toy"),
  nativeIdOf: (path) => /([\w-]+)\.toy$/.exec(path)?.[1],
  likelyFolders: (root) => [root],
};

export const toyLine = (fact: Fact): string => `${JSON.stringify(fact)}\n`;

let serial = 0;
/** An event's line; `key` is new each time unless told. */
export const toyEvent = (more: Partial<Extract<Fact, { kind: "event" }>["event"]> & { session?: string } = {}): string => {
  const { session, ...event } = more;
  serial += 1;
  return toyLine({
    kind: "event",
    event: { key: `toy-${serial}`, at: 1_000 + serial, kind: "prompt", by: "user", text: "do it", files: [], ...event },
    ...(session !== undefined && { session: session as never }),
  });
};
