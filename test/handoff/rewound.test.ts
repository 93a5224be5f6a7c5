// What the user went back to before: nothing is told from it as if it held, but what it did to files, and that it was not wanted.
import { expect, test } from "vitest";
import { compose } from "../../src/handoff/compose.ts";
import { knownEvents } from "../../src/handoff/known-events.ts";
import { summarise } from "../../src/handoff/summarise.ts";
import type { AgentId } from "../../src/model/ids.ts";
import type { Summary } from "../../src/model/summary.ts";
import { locate } from "../../src/project/place.ts";
import { type Draft, edit, events, prompt, reply, SESSION, START, shell } from "../support/events.ts";
import { memoryStore } from "../support/memory-store.ts";
import { pastSession } from "../support/past-session.ts";

type Parts = readonly (Draft | readonly Draft[])[];
const back = (...parts: Parts): Draft[] => parts.flat().map((event) => ({ ...event, rewound: true }));

const BEFORE: Parts = [prompt("Make checkout safe against double orders"), reply("I look at the code first.")];
const WAY: Parts = [
  prompt("Use redis for the lock"),
  reply("I decided to use redis because it is fast."),
  edit("/p/src/lock.ts"),
  shell("npm test", " FAIL  test/lock.test.ts > locks\n Tests  1 failed | 3 passed (4)", false),
  shell("git commit -qam 'lock by redis'", "[main 1234567] lock by redis"),
  prompt("And now?"),
  reply("One test is red.\n\nNext steps:\n- start redis in CI\n\nShould guests be covered too?"),
];
const AFTER: Parts = [
  prompt("Use a unique index for it"),
  reply("I decided to use a unique index because postgres has it."),
  edit("/p/src/checkout.ts"),
];

const summaryOf = (...parts: Parts): Summary => summarise(SESSION, events(...parts), { root: "/p" });
const summary = summaryOf(...BEFORE, back(...WAY), ...AFTER);
const textOf = (of: Summary): string =>
  compose(
    {
      project: { name: "shop", root: "/p" },
      cwd: "/p",
      now: START,
      left: { session: pastSession(), summary: of, agentName: "Agent One" },
      asides: [],
      thread: [],
      earlier: [],
      live: [],
    },
    { tokens: 2_000, chars: 8_000 },
  )?.text ?? "";

test("goal, requests, decisions, tests, open points, next steps and answers are those of what holds", () => {
  const held = summaryOf(...BEFORE, ...AFTER);
  const said = ({ goal, requests, decisions, failed, tests, checks, fixes, open, next, answers, points, lastReply }: Summary) =>
    JSON.stringify(
      { goal, requests, decisions, failed, tests, checks, fixes, open, next, answers, points, lastReply },
      (name, value: unknown) => (name === "from" ? undefined : value),
    );
  expect(said(summary)).toBe(said(held));
  expect(JSON.stringify(summaryOf(...BEFORE, ...WAY, ...AFTER).decisions)).toContain("redis"); // else this would prove nothing
  expect(summaryOf(...BEFORE, ...WAY, ...AFTER).tests?.passed).toBe(false);
});

test("files that were changed and commits that were made are there all the same", () => {
  expect(summary.files.map(({ path }) => path).sort()).toEqual(["src/checkout.ts", "src/lock.ts"]);
  expect(JSON.stringify([summary.commands, summary.delivered])).toContain("lock by redis");
  expect(summary.uncommitted?.paths).toEqual(["src/checkout.ts"]);
});

test("edits that were put back with the talk are told no more; what a shell did stays, as nobody put that back", () => {
  const putBack = back(...WAY).map((event) => ({ ...event, putBack: true as const }));
  const all = summaryOf(...BEFORE, putBack, ...AFTER);
  expect(all.files.map(({ path }) => path)).toEqual(["src/checkout.ts"]);
  expect(JSON.stringify([all.commands, all.delivered])).toContain("lock by redis");
  expect(all.rewound).toEqual([{ text: "Use redis for the lock", from: [3], turns: 2, changed: "put-back" }]);
  expect(textOf(all)).toContain("The files edited there were put back, too.");
});

test("the next agent is told once, in a line, which way was taken back", () => {
  expect(summary.rewound).toEqual([{ text: "Use redis for the lock", from: [3], turns: 2, changed: "left" }]);
  const text = textOf(summary);
  expect(text).toContain(
    'The user took back 2 turns, from here on: "Use redis for the lock"; nothing said there holds. Files changed there may still be so.',
  );
  for (const gone of ["because it is fast", "start redis in CI", "guests", "locks"]) expect(text).not.toContain(gone);
  expect(text).toContain("unique index");
});

test("a request that was asked again in the same words is no way that was not wanted", () => {
  const again = summaryOf(...BEFORE, back(prompt("Name it"), reply("I call it heron.")), prompt("Name it"), reply("I call it otter."));
  expect(again.rewound).toEqual([{ text: "Name it", from: [3], turns: 1, again: true }]);
  expect(textOf(again)).toContain('took back a request and its answer: "Name it"; asked it anew: only the later answer holds.');
  expect(textOf(again)).not.toContain("heron");
});

test("what was taken back before anything came of it, and what was never taken back, is not told", () => {
  const reworded = summaryOf(...BEFORE, back(prompt("Nmae it")), prompt("Name it"), reply("I call it otter."));
  expect(reworded.rewound).toEqual([]);
  expect(reworded.requests.map(({ text }) => text)).toEqual(["Name it"]);
  expect(summaryOf(...BEFORE, ...AFTER)).not.toHaveProperty("rewound");
});

test("each going back is told for itself, and of many the newest", () => {
  const ways = ["one", "two", "three", "four"].flatMap((name) => [
    ...back(prompt(`Try way ${name}`), reply(`Tried ${name}.`)),
    prompt(`Look at ${name}`),
    reply("Looked."),
  ]);
  const many = summaryOf(...BEFORE, ways);
  expect(many.rewound?.map(({ text }) => text)).toEqual(["Try way one", "Try way two", "Try way three", "Try way four"]);
  expect(textOf(many).match(/took back/g)).toHaveLength(3);
  expect(textOf(many)).not.toContain("way one");
});

test("a session whose every word was taken back still tells what it did", () => {
  const all = summaryOf(back(...BEFORE), back(...WAY));
  expect([all.goal, all.lastReply, all.decisions]).toEqual([undefined, undefined, []]);
  expect(all.files.map(({ path }) => path)).toEqual(["src/lock.ts"]);
  expect(textOf(all)).toContain("took back 3 turns");
});

test("a summary that grew while the user went back is the one made at once from all of it", () => {
  const store = memoryStore();
  const project = store.projects.resolve(locate("/p", "/home/dev"));
  store.sessions.save({ ...pastSession(), agent: "one" as AgentId, project: project.id });
  const eventsOf = knownEvents(store.events);
  const grown = () => summarise(SESSION, eventsOf(SESSION), { root: "/p" });
  const fresh = () => summarise(SESSION, [...store.events.of(SESSION)], { root: "/p" });
  const all = events(...BEFORE, ...WAY, ...AFTER).map(({ seq: _, ...event }) => event);
  const cut = events(...BEFORE, ...WAY).length;
  store.events.append(SESSION, all.slice(0, cut));
  expect(grown()).toEqual(fresh());
  expect(JSON.stringify(grown().decisions)).toContain("redis");
  const from = events(...BEFORE).length + 1;
  const seqs = Array.from({ length: cut - from + 1 }, (_, at) => from + at);
  store.events.rewind(SESSION, seqs, "rewound");
  expect(grown()).toEqual(fresh());
  expect(grown().decisions).toEqual([]);
  for (const event of all.slice(cut)) {
    store.events.append(SESSION, [event]);
    expect(grown()).toEqual(fresh());
  }
  expect(grown()).toEqual(summary);
  store.events.rewind(SESSION, seqs, "holds");
  expect(grown()).toEqual(summaryOf(...BEFORE, ...WAY, ...AFTER));
});

test("giving up a session's events for good is counted right, though it was read anew before", () => {
  const some = events(...BEFORE, ...WAY);
  let marks = 0;
  const read = { digests: 0 };
  const table = {
    of: (_: unknown, from = 1) => some.filter(({ seq }) => seq >= from).values(),
    digest: () => {
      read.digests += 1;
      return [];
    },
    rewinds: () => marks,
  };
  const chars = some.reduce((sum, { text }) => sum + text.length, 0);
  const eventsOf = knownEvents(table, chars);
  for (marks = 0; marks < 5; marks += 1) expect(eventsOf(SESSION)).toHaveLength(some.length);
  expect(read.digests).toBe(0);
});
