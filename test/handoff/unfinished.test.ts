// What earlier sessions left unfinished stays told until a later one finishes it, takes it up, or tells it again.
import { expect, test } from "vitest";
import { type ComposeInput, compose } from "../../src/handoff/compose.ts";
import { leftLines } from "../../src/handoff/left-off.ts";
import type { Past } from "../../src/handoff/past.ts";
import { standingIn } from "../../src/handoff/standing.ts";
import { summarise } from "../../src/handoff/summarise.ts";
import { hasWorked } from "../../src/handoff/worked.ts";
import type { AgentId, ProjectId, SessionId } from "../../src/model/ids.ts";
import type { Session } from "../../src/model/session.ts";
import { type Draft, edit, events, limit, prompt, reply, START, shell, tool } from "../support/events.ts";

const HOUR = 3_600_000;
const BUDGET = { tokens: 2_000, chars: 8_000 };
type Parts = readonly (Draft | Draft[])[];

/** `at`: hours after START. */
function past(name: string, at: number, parts: Parts, more: Partial<Session> = {}): Past {
  const session: Session = {
    id: name.padEnd(12, "0") as SessionId,
    agent: "one" as AgentId,
    project: "project00000" as ProjectId,
    cwd: "/p",
    worktree: "/p",
    startedAt: START,
    lastAt: START + at * HOUR,
    turns: 1,
    ending: "ended",
    ...more,
  };
  return { session, summary: summarise(session.id, events(...parts), { root: "/p" }), agentName: `Agent ${name}` };
}

const textOf = (more: Partial<ComposeInput>, budget = BUDGET): string => {
  const all = { left: undefined, asides: [], thread: [], earlier: [], live: [], ...more };
  return compose({ project: { name: "shop", root: "/p" }, cwd: "/p", now: START, ...all }, budget)?.text ?? "";
};
/** The lines under one title. */
const under = (title: string, text: string): string[] =>
  (text.split(`\n\n## ${title}`)[1] ?? "")
    .split("\n\n")[0]
    ?.split("\n")
    .slice(1)
    .filter((line) => line !== "</mem-briefing>") ?? [];
const carried = (text: string): string[] => under("Left unfinished before that", text);

const LIMITER: Parts = [
  prompt("Add a rate limiter to the gateway"),
  reply("We'll count in Redis because the gateway runs on six machines."),
  tool("TodoWrite", "[completed] read the gateway\n[in_progress] write Lua token bucket\n[pending] document the limits", "ok"),
  edit("/p/src/limit.ts"),
  shell("npm test", " FAIL  test/limit.test.ts > refills after a minute\n Tests  1 failed | 3 passed (4)", false),
  reply("One test is red.\n\nNext steps:\n- add jitter to the refill timer"),
  prompt("make it faster for large payloads"),
];
const DOCS: Parts = [prompt("write the README"), edit("/p/README.md"), reply("README.md is written.")];

test("a session that worked on something else does not hide what the one before left", () => {
  const text = textOf({
    left: past("docs", 5, DOCS),
    thread: [past("limiter", 1, [...LIMITER, limit("5-hour limit")], { ending: "limit" })],
  });
  expect(text).toContain("Goal: write the README");
  expect(carried(text)).toEqual([
    "- Finish what was asked last: make it faster for large payloads (Agent limiter, 2026-11-30)",
    "- Tests failed, `npm test`: `test/limit.test.ts > refills after a minute`. (Agent limiter, 2026-11-30)",
    "- Go on with: write Lua token bucket (Agent limiter, 2026-11-30)",
    "- add jitter to the refill timer (Agent limiter, 2026-11-30)",
    "- document the limits (Agent limiter, 2026-11-30)",
  ]);
  expect(under("Earlier sessions", text)).toEqual([
    "- 2026-11-30 11:00 UTC, Agent limiter, `limiter00000`: Add a rate limiter to the gateway. 1 file changed. Tests failed: `test/limit.test.ts > refills after a minute`. It stopped at a usage limit.",
  ]);
});

const left = (...parts: Parts): string[] => carried(textOf({ left: past("next", 5, parts), thread: [past("limiter", 1, LIMITER)] }));

test("what a later session did, ticked off, was asked for or left open itself is not told of the older one", () => {
  expect(left(prompt("improve it"), edit("/p/a.ts"), reply("The Lua token bucket is written."))).not.toContainEqual(
    expect.stringContaining("Lua token bucket"),
  );
  expect(
    left(prompt("improve it"), tool("TodoWrite", "[completed] document the limits", "ok"), edit("/p/a.md"), reply("Improved.")),
  ).not.toContainEqual(expect.stringContaining("document the limits"));
  expect(left(prompt("Add jitter to the refill timer please"), edit("/p/a.ts"), reply("In."))).not.toContainEqual(
    expect.stringContaining("jitter"),
  );
  const again = tool("TodoWrite", "[pending] document the limits", "ok");
  expect(left(prompt("improve it"), again, edit("/p/a.ts"), reply("Improved."))).not.toContainEqual(expect.stringContaining("document"));
});

test("what only sounds like it, or was only announced, finishes nothing", () => {
  expect(left(prompt("write docs for the token bucket"), edit("/p/a.md"), reply("Docs are in."))).toContainEqual(
    expect.stringContaining("Lua token bucket"),
  );
  expect(left(prompt("improve it"), edit("/p/a.ts"), reply("The Lua token bucket is not yet written."))).toContainEqual(
    expect.stringContaining("jitter"),
  );
  // A recital of what is open, in a session that did nothing.
  const recital = past("asked", 5, [prompt("what is left?"), reply("You left the Lua token bucket and the document on the limits.")]);
  const text = textOf({ left: past("limiter", 1, LIMITER), asides: [recital] });
  expect(under("Open", text)).toContain("- write Lua token bucket (begun)");
  expect(under("Open", text)).toContain("- document the limits");
});

test("a red test is told until a run covers it: the whole suite, the same command, or its file", () => {
  const after = (command: string, output = "ok"): string[] => left(prompt("improve it"), shell(command, output), reply("Improved."));
  const red = expect.stringContaining("Tests failed, `npm test`");
  expect(after("npm test")).not.toContainEqual(red);
  expect(after("npx vitest run")).not.toContainEqual(red);
  expect(after("npx vitest run test/limit.test.ts")).not.toContainEqual(red);
  expect(after("npx vitest run test/other.test.ts")).toContainEqual(red);
  expect(after("npx tsc --noEmit")).toContainEqual(red);
});

test("who was told no more than to go on, and did, took up what was under way; plans stay, and so do requests that it was not briefed of", () => {
  const wentOn = (more: Partial<Session>): string[] => {
    const next = past("next", 5, [prompt("continue"), edit("/p/src/limit.ts"), reply("Large payloads take 3 ms instead of 90.")], more);
    return carried(textOf({ left: next, thread: [past("limiter", 1, LIMITER)] }));
  };
  const asked = expect.stringContaining("make it faster");
  const briefed = wentOn({ continues: "limiter00000" as SessionId });
  expect(briefed).not.toContainEqual(asked);
  expect(briefed).toContainEqual(expect.stringContaining("jitter"));
  expect(wentOn({})).toContainEqual(asked);
});

test("a question answered since is no open request any more", () => {
  const waiting = past("limiter", 1, [
    prompt("Add a limiter"),
    edit("/p/a.ts"),
    reply("Done."),
    prompt("why is the refill timer so slow?"),
  ]);
  const since = past("asked", 2, [prompt("why is the refill timer so slow?"), reply("It polls once a second.")]);
  const text = textOf({ left: waiting, asides: [since] });
  expect(text).not.toContain("got no answer");
  expect(text).toContain("why is the refill timer so slow? → It polls once a second.");
});

test("a question asked since stands in one line with its answer, and pushes nothing out", () => {
  const question = past("asked", 5, [prompt("how many requests does a key have per minute?"), reply("Sixty, set in src/limit.ts.")]);
  const text = textOf({ left: past("limiter", 1, LIMITER), asides: [question] });
  expect(under("Since then, changing nothing", text)).toEqual([
    "- 2026-11-30 15:00 UTC, Agent asked, `asked0000000`: how many requests does a key have per minute? → Sixty, set in src/limit.ts.",
  ]);
  expect(text).toContain("Goal: Add a rate limiter to the gateway");
  expect(text).toContain("FAILED (1 failed, 3 passed): `test/limit.test.ts > refills after a minute`");
  expect(text).not.toContain("Earlier sessions");
});

test("work is what changed or ran something; questions and a shell that was left are none, a discussion and a red screen are", () => {
  const worked = (...parts: Parts): boolean => hasWorked(past("x", 1, parts).summary);
  expect(worked(prompt("how?"), reply("So."))).toBe(false);
  expect(worked(reply("$ ls\nREADME.md\n$ exit", { by: "screen" }))).toBe(false);
  expect(worked(prompt("fix it"), edit("/p/a.ts"))).toBe(true);
  expect(worked(prompt("test it"), shell("npm test", "ok"))).toBe(true);
  expect(worked(...[1, 2, 3, 4].map((n) => prompt(`what of plan number ${n}?`)), reply("Good."))).toBe(true);
  expect(worked(reply("I decided to use sqlite because it is simple.", { by: "screen" }))).toBe(true);
});

test("with little room: where we left off, two decisions, then todos; the older session's points come last", () => {
  const rules = prompt("Never log the key. Always answer 429. Use Redis, not memory.");
  const todos = tool("TodoWrite", "[in_progress] write Lua token bucket\n[pending] document the limits", "ok");
  const it = past("limiter", 3, [prompt("Add a rate limiter to the gateway"), rules, todos, edit("/p/a.ts"), reply("Under way.")]);
  const older = past("older", 1, [prompt("Add tracing"), edit("/p/b.ts"), reply("In.\n\n## Next\n- sample one trace in a hundred")]);
  const toldIn = (tokens: number) => {
    const text = textOf({ left: it, thread: [older] }, { tokens, chars: 8_000 });
    return {
      decisions: under("Decisions that hold", text).length,
      todos: text.includes("Lua token bucket"),
      older: text.includes("sample one trace in a hundred"),
    };
  };
  expect([160, 200, 300].map(toldIn)).toEqual([
    { decisions: 1, todos: false, older: false },
    { decisions: 2, todos: true, older: false },
    { decisions: 2, todos: true, older: true },
  ]);
});

test("what is unfinished in another working tree comes after this one's, and says where it is", () => {
  const there = past("there", 4, [prompt("Add tracing"), edit("/q/b.ts"), reply("In.\n\n## Next\n- sample one trace in a hundred")], {
    worktree: "/q",
  });
  const lines = carried(textOf({ left: past("docs", 5, DOCS), earlier: [there, past("limiter", 1, LIMITER)] }));
  expect(lines[0]).toContain("make it faster");
  expect(lines.at(-1)).toBe("- sample one trace in a hundred (Agent there, 2026-11-30) In `/q`.");
});

test("a question that was answered gives way to a request, and filler is no answer", () => {
  const text = textOf({
    left: past("limiter", 1, [
      prompt("Add a limiter"),
      reply("Continuing with the Lua script. Done."),
      prompt("Should it count bytes?"),
      reply("No: requests are what the gateway is billed for."),
      prompt("add a metric too"),
      edit("/p/a.ts"),
      reply("The metric is in place as gateway_limited_total."),
    ]),
  });
  expect(under("Asked after that", text)).toEqual(["- Should it count bytes?", "- add a metric too"]);
  expect(text).not.toContain("Continuing with");
});

test("of a sentence that is told elsewhere no tail is left in the last answer", () => {
  const text = textOf({
    left: past("a", 1, [
      prompt("x it"),
      edit("/p/a.ts"),
      reply("I kept README.md as it is, because no server reads it. All six pages render now in half the time."),
    ]),
  });
  expect(text.match(/because no server/g)).toHaveLength(1);
  expect(text).toContain("## Last answer of the agent\n… All six pages render now in half the time.");
});

test("a command that failed and the one that works instead are told once, as a fix; one that nothing mended stays", () => {
  const parts = [
    prompt("x it"),
    shell("npx lintit a.yml", "npm error could not determine executable to run", false),
    shell("npx other-lintit a.yml", "ok"),
    shell("deploy --now", "connect: connection refused", false),
    reply("Linted."),
  ];
  const text = textOf({ left: past("lint", 1, parts) });
  expect(under("Errors and what fixed them", text)).toHaveLength(1);
  expect(under("Tried, did not work", text)).toEqual(["- `deploy --now`: connect: connection refused"]);
});

test("moves around in the repository go in after all that is told of the work, questions that were answered before them", () => {
  const left = past("move", 1, [
    prompt("Add a limiter"),
    reply("It is in."),
    prompt("ok lets get back to main"),
    reply("On main."),
    prompt("Is it per client?"),
    reply("Per client and route, as the gateway counts."),
    prompt("Then add the metric"),
    edit("/p/a.ts"),
    reply("The metric is in."),
  ]);
  const lines = leftLines({ left, cwd: "/p", git: undefined, longTextChars: 400, standing: standingIn([left]) });
  const priorityOf = (words: string): number => lines.find(({ text }) => text.includes(words))?.priority ?? Number.NaN;
  expect(priorityOf("Then add the metric")).toBeLessThan(priorityOf("Is it per client?"));
  expect(priorityOf("Is it per client?")).toBeLessThan(priorityOf("lets get back to main"));
});
