// kill -9 of each part of a run, at random moments: from before the agent runs to after everything is written down.
// MEM_CRASHES=200 npm run test:terminal -- crash   for more of them; MEM_CRASH_SEED=n for those from n on.
import { describe, expect, test } from "vitest";
import { type Crash, crashes } from "./support/crash/plan.ts";
import { LOST_MS, trial, type Verdict } from "./support/crash/trial.ts";

const COUNT = Number(process.env.MEM_CRASHES ?? 25);
const SEED = Number(process.env.MEM_CRASH_SEED ?? 1);
const AT_ONCE = 3;
const EACH_MS = 30_000;

async function allOf(list: readonly Crash[]): Promise<Verdict[]> {
  const verdicts: Verdict[] = [];
  let next = 0;
  const lane = async () => {
    for (let crash = list[next++]; crash; crash = list[next++]) verdicts.push(await trial(crash));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return verdicts;
}

describe("kill -9", () => {
  test(
    `at ${COUNT} random moments: nothing but the turn in flight is lost, and the next mem finishes everything once`,
    async () => {
      const verdicts = await allOf(crashes(SEED, COUNT));
      console.log(figuresOf(verdicts));
      const faults = verdicts.filter((verdict) => verdict.faults.length > 0);
      expect(faults).toEqual([]);
      const lost = verdicts.flatMap(({ lostMs }) => lostMs ?? []).sort((a, b) => a - b);
      // The middle one: a machine that is busy keeps a process waiting for longer now and then.
      expect(lost[Math.floor(lost.length / 2)] ?? 0).toBeLessThanOrEqual(LOST_MS);
    },
    COUNT * EACH_MS,
  );
});

function figuresOf(verdicts: readonly Verdict[]): string {
  const hit = verdicts.filter(({ killed }) => killed.length > 0);
  const lost = verdicts.flatMap(({ lostMs }) => lostMs ?? []).sort((a, b) => a - b);
  const of = (target: string) => `${target}: ${hit.filter(({ crash }) => crash.target === target).length}`;
  return [
    `${verdicts.length} moments, ${hit.length} with somebody there to kill (${[...new Set(verdicts.map(({ crash }) => crash.target))].map(of).join(", ")})`,
    `${verdicts.filter(({ isFinishedByNext }) => isFinishedByNext).length} finished by the next mem`,
    `${verdicts.filter(({ faults }) => faults.length > 0).length} with a fault, ${verdicts.reduce((sum, { turns }) => sum + turns, 0)} whole turns looked for; screen lost before the kill, ms: ${lost.join(" ")}`,
  ].join("\n");
}
