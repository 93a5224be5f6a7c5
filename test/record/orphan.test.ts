import { expect, test } from "vitest";
import { parseRunId } from "../../src/model/ids.ts";
import type { Run } from "../../src/model/run.ts";
import { isOrphaned } from "../../src/record/orphan.ts";
import { fakeProc } from "../support/fake-proc.ts";

const [WRAPPER, AGENT] = [10, 11];

function run(more: Partial<Run> = {}): Run {
  const id = parseRunId("0123456789abcdef");
  if (id === undefined) throw new Error("a run id");
  const place = { cwd: "/shop", worktree: "/shop" } as Run["place"];
  return {
    id,
    agent: "toy" as Run["agent"],
    place,
    argv: ["toy"],
    startedAt: 1,
    wrapper: { pid: WRAPPER },
    child: { pid: AGENT },
    mode: "pty",
    kind: "new",
    historyRoots: [],
    dir: "/run",
    ...more,
  };
}

function unnumbered(): Run {
  const { child: _child, ...rest } = run();
  return rest;
}

const machine = (alive: readonly number[], hasTerminal: boolean | undefined) => ({
  ...fakeProc(new Set(alive)),
  hasTerminal: () => hasTerminal,
});

test("an agent without its wrapper and without a terminal is an orphan", () => {
  expect(isOrphaned(machine([AGENT], false), run())).toBe(true);
});

test.each([
  ["its wrapper lives", machine([WRAPPER, AGENT], false), run()],
  ["it has ended", machine([], false), run()],
  ["it still has a terminal", machine([AGENT], true), run()],
  ["nobody tells whether it has a terminal", machine([AGENT], undefined), run()],
  ["it never had a terminal of its own", machine([AGENT], false), run({ mode: "inherit" })],
  ["its number is not known", machine([AGENT], false), unnumbered()],
])("an agent is left alone if %s", (_why, proc, given) => {
  expect(isOrphaned(proc, given)).toBe(false);
});
