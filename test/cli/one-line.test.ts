import { expect, test } from "vitest";
import { joined, withWhy } from "../../src/cli/one-line.ts";
import type { AgentSpec } from "../../src/model/agent.ts";
import type { Launch, LaunchPlan } from "../../src/model/launch.ts";
import type { Session } from "../../src/model/session.ts";
import type { Feed } from "../../src/run/feed.ts";
import type { RunDeps, RunRequest } from "../../src/run/request.ts";
import { briefedLine, NOTHING, type Told } from "../../src/run/tell.ts";

const WHY = "resuming Toy's session of today: its history is there, and nothing happened here since";

/** The run's own line, as the run words it. */
function line(kind: LaunchPlan["kind"], channel: LaunchPlan["delivery"]["channel"], told: Told): string {
  const request = { agent: { name: "Toy" } as AgentSpec, isFresh: false } as RunRequest;
  const delivery = channel === "none" ? { channel, why: "your own flag is kept" } : { channel };
  return briefedLine(request, { kind, delivery } as LaunchPlan, told);
}
const told: Told = { text: "…", tokens: 232, sources: [], from: { lastAt: 0 } as Session, fromName: "Toy" };

test("what the choice says already is not said again; the size of the briefing is", () => {
  expect(joined(WHY, line("resumed", "none", NOTHING))).toEqual([WHY]);
  expect(joined(WHY, line("resumed", "hook", told))).toEqual([`${WHY} (232 tokens)`]);
  expect(joined("anew", line("new", "args", told))).toEqual(["anew (232 tokens)"]);
});

test("a briefing that could not travel, or does not exist, is a line of its own", () => {
  expect(joined("anew", line("new", "none", told))).toEqual(["anew", "Toy, not briefed: your own flag is kept"]);
  expect(joined("anew", line("new", "none", NOTHING))).toEqual(["anew", "Toy; nothing to brief it with yet"]);
});

function starting() {
  const lines: string[] = [];
  const tell = (text: string): void => void lines.push(text);
  const supervise = async () => {
    tell("started");
    return { code: 0, isHungUp: false };
  };
  const deps = withWhy({ say: tell, warn: tell, supervise } as unknown as RunDeps, WHY, tell);
  const start = () => deps.supervise({} as Launch, {} as Feed, () => {});
  return { lines, deps, start };
}

test("the choice is told before the agent starts, once, also where the run says nothing or has a fault to tell", async () => {
  const quiet = starting();
  await quiet.start();
  expect(quiet.lines).toEqual([WHY, "started"]);
  const off = starting();
  off.deps.warn("the memory did not answer");
  await off.start();
  expect(off.lines).toEqual([WHY, "the memory did not answer", "started"]);
  const well = starting();
  well.deps.say("Toy resumed; nothing happened here since");
  await well.start();
  expect(well.lines).toEqual([WHY, "started"]);
});
