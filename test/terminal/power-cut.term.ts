// A power cut: the files of a running session as they were at random moments, without what was not yet on the disk.
// MEM_POWER_CUTS=100 npm run test:terminal -- power-cut   for more of them; MEM_CRASH_SEED=n for others.

import { createReadStream, mkdirSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { runProgram } from "../agents-real/support/program.ts";
import { endAll, processesOf } from "../support/processes.ts";
import { randomOf } from "./support/crash/plan.ts";
import { cutPower, type Snapshot, snapshot } from "./support/crash/power.ts";
import { askedIn, filesBelow, storedIn } from "./support/crash/records.ts";
import { writeAgents } from "./support/crash/trial.ts";
import { openWorld, type World } from "./support/world.ts";

const COUNT = Number(process.env.MEM_POWER_CUTS ?? 5);
const SEED = Number(process.env.MEM_CRASH_SEED ?? 1);
const EACH_MS = 30_000;
const BETWEEN_MS = 250;

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Copies at random moments of one long session, which is then ended by force, so that no process of it is alive. */
async function snapshots(world: World, random: () => number): Promise<Snapshot[]> {
  const terminal = world.direct(world.mem("run", "--quiet", "talker"));
  await terminal.sees("turn 1");
  const made: Snapshot[] = [];
  mkdirSync(join(world.root, "cuts"));
  while (made.length < COUNT && !terminal.isOver()) {
    await wait(random() * 2 * BETWEEN_MS);
    made.push(snapshot(world.home, world.dataDir, join(world.root, "cuts", String(made.length))));
  }
  await endAll(processesOf(world.home));
  return made;
}

async function rawTexts(dataDir: string): Promise<string[]> {
  const texts: string[] = [];
  for (const path of filesBelow(join(dataDir, "raw")))
    for await (const line of createInterface({ input: createReadStream(path) })) {
      try {
        const { type, kind, text } = JSON.parse(line) as { type?: string; kind?: string; text?: string };
        if (type === "event") texts.push(`${kind}: ${text}`);
      } catch {
        // A torn line: what was on it stands on another one.
      }
    }
  return texts;
}

async function check(world: World, { dataDir }: Snapshot): Promise<string> {
  const env = { ...world.env, MEM_DATA_DIR: dataDir };
  const mem = (...words: string[]) => runProgram({ argv: world.mem(...words), env, cwd: world.project });
  const first = await mem("sessions", "--json");
  expect(first).toMatchObject({ code: 0 });
  expect(first.stderr).not.toMatch(/\n\s+at |SQLITE/);
  expect(first.stderr).toMatch(/mem: finished the record of Talker's session .* which was cut off/);
  const { prompts, wholeTurns } = askedIn(join(world.root, "histories"));
  const wanted = [...prompts.map((text) => `prompt: ${text}`), ...wholeTurns.map((text) => `reply: ${text}`)].sort();
  const stored = storedIn(dataDir);
  expect(stored).toMatchObject({ integrity: "ok", sessions: 1, live: 0, openRuns: 0, frames: 0, doubleKeys: 0 });
  expect(stored.events.filter((event) => wanted.includes(event)).sort()).toEqual(wanted);
  const raw = await rawTexts(dataDir);
  expect(wanted.filter((event) => !raw.includes(event))).toEqual([]);
  return first.stderr;
}

test(
  `a power cut at ${COUNT} random moments: the database opens, says what it finished, and has all that the history has`,
  async () => {
    const world = openWorld();
    writeAgents(world, join(world.root, "histories"), 100);
    const random = randomOf(SEED);
    const cuts = await snapshots(world, random);
    expect(cuts).toHaveLength(COUNT);
    for (const cut of cuts) {
      cutPower(cut, random);
      await check(world, cut);
    }
  },
  COUNT * EACH_MS,
);
