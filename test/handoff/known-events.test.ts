import { expect, test } from "vitest";
import { ofFinished } from "../../src/handoff/finished-steps.ts";
import { knownEvents } from "../../src/handoff/known-events.ts";
import { remembered } from "../../src/handoff/remembered.ts";
import type { SessionEvent } from "../../src/model/event.ts";
import type { SessionId } from "../../src/model/ids.ts";
import { edit, events, prompt, redacted, reply, shell } from "../support/events.ts";

const ID = "aaaa00000000" as SessionId;

/** A table that counts what is read of it. */
function tableOf(events: readonly SessionEvent[]) {
  const read = { events: 0, digests: 0 };
  return {
    read,
    rewinds: () => 0,
    *of(_session: SessionId, from = 1): IterableIterator<SessionEvent> {
      for (const event of events.filter(({ seq }) => seq >= from)) {
        read.events += 1;
        yield event;
      }
    },
    digest() {
      read.digests += 1;
      return [];
    },
  };
}

const some = events(
  prompt("Add retries to the uploader, at most three."),
  ...shell("npm test", "Tests  1 failed | 3 passed (4)\n FAIL  test/upload.test.ts > gives up", false),
  reply("I decided to use exponential backoff because the server rate-limits bursts."),
  ...edit("src/upload.ts"),
  ...shell("npm test", " Test Files  1 passed (1)\n      Tests  4 passed (4)"),
  reply("Retries are in. Next step: document them in the README."),
);

test("each event is read once, and stays the same object", () => {
  const growing = some.slice(0, 4);
  const table = tableOf(growing);
  const eventsOf = knownEvents(table);
  const first = [...eventsOf(ID)];
  growing.push(...some.slice(4));
  const second = eventsOf(ID);
  expect(second).toEqual(some);
  expect(second.slice(0, 4).every((event, at) => event === first[at])).toBe(true);
  expect(table.read).toEqual({ events: some.length, digests: 0 });
});

test("more text than may be kept is read anew each time, and others are kept still", () => {
  const table = tableOf([...some, { ...(some[0] ?? never()), seq: 99, text: redacted("x".repeat(2000)) }]);
  const eventsOf = knownEvents(table, 1500);
  expect([eventsOf(ID), eventsOf(ID)]).toEqual([[], []]);
  expect(table.read).toEqual({ events: some.length + 1, digests: 2 });
  const small = tableOf(some);
  const both = knownEvents(
    { of: (id, from) => (id === ID ? table : small).of(id, from), digest: table.digest, rewinds: table.rewinds },
    1500,
  );
  both(ID);
  const other = "bbbb00000000" as SessionId;
  expect(both(other)).toHaveLength(some.length);
  both(other);
  expect(small.read.events).toBe(some.length);
});

const never = (): never => {
  throw new Error("there is one");
};

test("what was made of an object is made once", () => {
  let made = 0;
  const count = remembered((from: { text: string }) => {
    made += 1;
    return from.text.length;
  });
  const text = { text: "abc" };
  expect([count(text), count(text), count({ text: "de" }), made]).toEqual([3, 3, 2, 2]);
});

test("what was made of a step is made anew until it has its result, and for another call or root", () => {
  const [one = never(), result = never(), other = never()] = events(...shell("npm test", "1 passed"), ...shell("npm run build", "built"));
  let made = 0;
  const told = ofFinished(({ call }, root) => {
    made += 1;
    return `${call?.text} in ${root}`;
  });
  const step = { seq: 1, tool: "Bash", commands: [], isSubagent: false, isShell: true };
  expect([told({ ...step, call: one }), told({ ...step, call: one }), made]).toEqual(["npm test in ", "npm test in ", 2]);
  expect([told({ ...step, call: one, result }, "/a"), told({ ...step, call: one, result }, "/a"), made]).toEqual([
    "npm test in /a",
    "npm test in /a",
    3,
  ]);
  expect([told({ ...step, call: one, result }, "/b"), told({ ...step, call: other, result }, "/b")]).toEqual([
    "npm test in /b",
    "npm run build in /b",
  ]);
});
