// k: the agent compacts its own context and loses what was settled early. Its hook gives that back, from the records.
import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect } from "vitest";
import type { Entry } from "../support/fake-llm/server.mjs";
import { until } from "../support/until.ts";
import { type Agent, ask, leave } from "./support/person.ts";
import { marksIn, told } from "./support/request.ts";
import { DECISION, says } from "./support/script.ts";
import type { Terminal } from "./support/terminal.ts";
import { story, type World } from "./support/world.ts";

const RULE = "Never touch the orders_live database";
const FAILURE = "I tried a retry loop in claim(), but it did not help because both workers retried at once.";
const GIVEN = "before its context was compacted";
const NOTE_WAIT_MS = 20_000;

/** What of it is in a request, and how often. */
const counts = (entry: Entry): Record<"marks" | "given" | "rule" | "decision" | "failure", number> => {
  const text = told(entry).join("\n");
  const times = (part: string): number => text.split(part).length - 1;
  return {
    marks: marksIn(entry).length,
    given: times(GIVEN),
    rule: times("orders_live"),
    decision: times("unique index"),
    failure: times("retry loop"),
  };
};

/** The recorder has written down the newest turn. A person who types on has long given it that time. */
const isKept = (world: World, what: string): Promise<true> =>
  until(`what is given back holds ${JSON.stringify(what)}`, NOTE_WAIT_MS, () => {
    const files = readdirSync(world.dataDir, { recursive: true, encoding: "utf8" }).filter((path) => /compact[^/]*\.json$/.test(path));
    return files.some((path) => readFileSync(join(world.dataDir, path), "utf8").includes(what)) || undefined;
  });

/** As docs/codex-hook.md tells a user. */
function installHook(world: World): void {
  const script = fileURLToPath(new URL("../../plugins/claude/hooks/mem-hook.sh", import.meta.url));
  const lines = [
    "[[hooks.SessionStart]]",
    "[[hooks.SessionStart.hooks]]",
    'type = "command"',
    `command = 'sh "${script}" start'`,
    "timeout = 5",
  ];
  appendFileSync(join(world.home, ".codex", "config.toml"), `${lines.join("\n")}\n`);
}

/** Codex asks its user about a hook that it does not know. */
async function consent(terminal: Terminal): Promise<void> {
  await terminal.waitForScreen(/Trust all and continue/);
  terminal.press("2");
  await terminal.waitForScreen(/› 2\. Trust all/);
  terminal.press("\r");
  await terminal.waitForScreen(/Ask Codex/);
}

async function compact(world: World, terminal: Terminal): Promise<void> {
  const before = world.model.log().length;
  await terminal.ready();
  await terminal.say("/compact");
  await world.model.waitForRequest(
    "asks for a summary",
    ({ n, isMain, answer }) => n > before && isMain === false && /FAKE SUMMARY/.test(JSON.stringify(answer)),
  );
}

async function settleEarly(world: World, terminal: Terminal): Promise<void> {
  world.model.tell(says("orders_live", DECISION), says("^Two workers", FAILURE));
  await ask(world, terminal, RULE, /two workers deadlocked/);
  await ask(world, terminal, "Two workers still clash", /both workers retried/);
  await isKept(world, "retry loop");
  // Claude keeps its last answer beside the summary.
  await ask(world, terminal, "Thanks for that", /echo: Thanks/);
}

/** Nobody said it again: not the user, not the agent. */
async function notTakenForWords(world: World, agent: Agent): Promise<void> {
  const [session, ...others] = await world.sessions();
  expect(others).toEqual([]);
  expect(session?.agent).toBe(agent);
  const events = await world.events(session?.id ?? "");
  expect(events.filter(({ text }) => text.includes(GIVEN))).toEqual([]);
  expect(events.filter(({ kind, text }) => kind === "prompt" && text.includes("orders_live"))).toHaveLength(1);
  expect(events.filter(({ kind, text }) => kind === "reply" && text.includes("retry loop"))).toHaveLength(1);
  expect(events.filter(({ kind }) => kind === "compaction").length).toBeGreaterThan(0);
  const next = (await world.mem(["brief"])).stdout;
  expect(next).toContain("orders_live");
  expect(next).toContain("retry loop");
  expect(next).toContain("unique index");
}

/** `seen`: how often each is in the request after a compaction. */
type Trial = { agent: Agent; opened?: (terminal: Terminal) => Promise<void>; seen: ReturnType<typeof counts> };

async function compactTwice(world: World, trial: Trial): Promise<void> {
  const terminal = world.terminal(["mem", "run", trial.agent]);
  await trial.opened?.(terminal);
  await settleEarly(world, terminal);
  for (const prompt of ["Go on with the queue", "And now the docs"]) {
    await compact(world, terminal);
    const request = await ask(world, terminal, prompt, new RegExp(`echo: ${prompt}`));
    expect(counts(request), prompt).toEqual(trial.seen);
    await isKept(world, "retry loop");
  }
  expect((await leave(terminal, trial.agent)).code).toBe(0);
  await world.settled();
  await notTakenForWords(world, trial.agent);
}

story("k. What Claude's own compaction loses is given back through its hook, after each one", (world) =>
  compactTwice(world, { agent: "claude", seen: { marks: 1, given: 1, rule: 1, decision: 1, failure: 1 } }),
);
story("k. Codex is given it too, where its user has installed our hook", (world) => {
  installHook(world);
  // Codex itself keeps its instructions, with our mark, and what the user typed.
  return compactTwice(world, { agent: "codex", opened: consent, seen: { marks: 2, given: 1, rule: 2, decision: 1, failure: 1 } });
});
story("k. Codex without our hook compacts as ever, and the next agent is told all the same", (world) =>
  compactTwice(world, { agent: "codex", seen: { marks: 1, given: 0, rule: 1, decision: 0, failure: 0 } }),
);
