import type { Clock } from "../../src/host/host.ts";
import type { Millis } from "../../src/model/ids.ts";

export type FakeClock = Clock & { advance(ms: number): void; set(at: Millis): void };

/** A clock that stands still until told. */
export function fakeClock(start: Millis = 0): FakeClock {
  let at = start;
  return {
    now: () => at,
    advance: (ms) => {
      at += ms;
    },
    set: (next) => {
      at = next;
    },
  };
}
