// mem chose what to go on with, and the run tells how its briefing went: one line for both, before the agent takes the screen.
import type { RunDeps } from "../run/request.ts";

/** What the run's own line (run/tell.ts) tells beside the choice: how large the briefing is. */
const SIZE = /^[^;]* from .*( \(\d+ tokens\))$/;
const NOTHING_NEW = /; nothing happened here since$/;

/** The choice with what the run's line adds to it; both, where the run could not do what was chosen. */
export function joined(why: string, line: string): readonly string[] {
  const size = SIZE.exec(line)?.[1];
  if (size !== undefined) return [`${why}${size}`];
  return NOTHING_NEW.test(line) ? [why] : [why, line];
}

/** The same run, which tells `why` with its own line; before anything else, if it has none (a fault, a quiet start). */
export function withWhy(deps: RunDeps, why: string | undefined, tell: (line: string) => void): RunDeps {
  if (why === undefined) return deps;
  let isTold = false;
  const once = (lines: readonly string[]): void => {
    if (!isTold) for (const line of lines) tell(line);
    isTold = true;
  };
  return {
    ...deps,
    say: (line) => (isTold ? deps.say(line) : once(joined(why, line))),
    warn: (line) => {
      once([why]);
      deps.warn(line);
    },
    supervise: (launch, feed, onStart) => {
      once([why]);
      return deps.supervise(launch, feed, onStart);
    },
  };
}
