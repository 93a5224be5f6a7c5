// The end of the output, which wrappers of this kind lose: in 8 of 10 short runs with Node's usual means on 20 and 22.
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { bundle } from "../support/bundle.ts";
import { difference } from "./support/peer.ts";
import { builtMem, openWorld, type Program, programs, type World } from "./support/world.ts";

const BYTES = 100_000;
/** How many; MEM_TEST_SHORT_RUNS=500 asks for as many of all, which takes a quarter of an hour. */
const asked = Number(process.env.MEM_TEST_SHORT_RUNS ?? Number.NaN) || undefined;
/** Of the terminal core, in one process: some 25 ms. */
const CORE_RUNS = { here: asked ?? 500, elsewhere: asked ?? 100 };
/** Of the whole program, a process and a recorder each: some half a second. */
const WHOLE_RUNS = asked ?? 10;
const AT_ONCE = 2;
const TEST_MS = 180_000 + WHOLE_RUNS * 4000;

/** One line without an end, so that no terminal changes it. */
const output = Buffer.from(Array.from({ length: BYTES / 10 }, (_, block) => String(block).padStart(10, "·-")).join("")).subarray(0, BYTES);

function shortAgent(world: World): string[] {
  const path = join(world.root, "output");
  writeFileSync(path, output);
  return ["/bin/cat", path];
}

async function wholeRuns(program: Program): Promise<string[]> {
  const world = openWorld(program);
  const argv = shortAgent(world);
  const faults: string[] = [];
  let left = WHOLE_RUNS;
  const oneByOne = async () => {
    while (left-- > 0) {
      const outer = world.run(argv);
      const { code } = await outer.ended;
      const fault = difference(outer.output(), output);
      if (code !== 0 || fault) faults.push(`code ${code}, ${fault}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, oneByOne));
  return faults;
}

for (const { on, program } of programs) {
  const coreRuns = program === builtMem ? CORE_RUNS.here : CORE_RUNS.elsewhere;
  describe.skipIf(program === undefined)(on, () => {
    test(`${coreRuns} short runs on one terminal lose no byte`, { timeout: TEST_MS }, async () => {
      const world = openWorld(program);
      const core = await bundle("test/terminal/support/many-runs.ts");
      const outer = world.direct([world.program.node, core, JSON.stringify({ runs: coreRuns, argv: shortAgent(world) })]);
      expect(await outer.ended).toEqual({ code: 0, signal: 0 });
      expect(difference(outer.output(), Buffer.concat(Array.from({ length: coreRuns }, () => output)))).toBeUndefined();
    });

    test(`${WHOLE_RUNS} short runs of the whole program lose no byte`, { timeout: TEST_MS }, async () => {
      expect(await wholeRuns(program ?? builtMem)).toEqual([]);
    });
  });
}
