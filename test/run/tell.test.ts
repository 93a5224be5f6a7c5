import { expect, test } from "vitest";
import type { AgentSpec } from "../../src/model/agent.ts";
import type { LaunchPlan } from "../../src/model/launch.ts";
import type { Session } from "../../src/model/session.ts";
import type { RunRequest } from "../../src/run/request.ts";
import { NOTHING, startLines, type Told } from "../../src/run/tell.ts";

const WHY = "resuming Toy's session of today: its history is there";
const TOLD: Told = { text: "…", tokens: 232, sources: [], from: { lastAt: 0 } as Session, fromName: "Toy" };

function lines(kind: LaunchPlan["kind"], channel: LaunchPlan["delivery"]["channel"], told: Told, why?: string): readonly string[] {
  const request = { agent: { name: "Toy" } as AgentSpec, isFresh: false, ...(why && { why }) } as RunRequest;
  const delivery = channel === "none" ? { channel, why: "your own flag is kept" } : { channel };
  return startLines(request, { kind, delivery } as LaunchPlan, told);
}

test("an agent that the user named is told of by its briefing", () => {
  expect(lines("new", "args", TOLD)).toEqual([expect.stringMatching(/^Toy briefed from Toy's session of .* \(232 tokens\)$/)]);
  expect(lines("resumed", "hook", NOTHING)).toEqual(["Toy resumed; nothing happened here since"]);
});

test("what the choice says already is not said again; the size of the briefing is", () => {
  expect(lines("resumed", "none", NOTHING, WHY)).toEqual([WHY]);
  expect(lines("resumed", "hook", TOLD, WHY)).toEqual([`${WHY} (232 tokens)`]);
  expect(lines("new", "args", TOLD, "anew")).toEqual(["anew (232 tokens)"]);
});

test("a briefing that could not travel, or does not exist, is a line of its own", () => {
  expect(lines("new", "none", TOLD, "anew")).toEqual(["anew", "Toy, not briefed: your own flag is kept"]);
  expect(lines("new", "none", NOTHING, "anew")).toEqual(["anew", "Toy; nothing to brief it with yet"]);
});
