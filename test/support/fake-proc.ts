import type { Proc } from "../../src/host/host.ts";

/** Processes that live as long as the test says: `alive` holds their numbers. */
export function fakeProc(alive: Set<number> = new Set()): Proc & { alive: Set<number> } {
  return {
    alive,
    self: () => ({ pid: 1, startTicks: "1" }),
    describe: (pid) => ({ pid, startTicks: "1" }),
    isAlive: ({ pid }) => alive.has(pid),
    ancestors: () => [],
    openFiles: () => [],
    hasTerminal: () => undefined,
    worksIn: () => false,
    kill: () => {},
  };
}
