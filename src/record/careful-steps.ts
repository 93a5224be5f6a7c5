// Steps of the recorder that may fail (database locked, disk full): logged, told of while it lasts, tried again by the caller; it goes on.
import { type Clock, type Log, steadily } from "../host/host.ts";
import { MemError } from "../model/error.ts";
import type { Millis } from "../model/ids.ts";

type StepDeps = {
  clock: Clock;
  log: Log;
  /** Called when what keeps anything from being stored comes, changes, or goes (""): the wrapper tells its user at the end. */
  tellTrouble?: (trouble: string) => void;
};

export type CarefulSteps = {
  /** False if it failed. `what` names the step in the log. */
  careful(what: string, step: () => void): boolean;
  /** Whether that step failed when it was last tried. */
  isFailing(what: string): boolean;
  /** The same, for a cause that may pass: what failed of it can be done then. */
  isHeldUp(what: string): boolean;
};

/** The same failure comes back at each tick for as long as it lasts: it is logged this often. */
const TELL_AGAIN_MS = 60_000;

/** A lock, a full disk, no descriptors left. */
const PASSING = /^(EMFILE|ENFILE|ENOMEM|ENOSPC|EDQUOT|EIO)$/;
const mayPass = (cause: unknown): boolean =>
  cause instanceof MemError || (cause instanceof Error && "code" in cause && PASSING.test(String(cause.code)));

/** Writers come and go, and the end insists for much longer: a lock is told of when it has lasted so long. */
const LOCK_TOLD_AFTER_MS = 5000;

type Failing = { cause: unknown; since: Millis };

const isShortLock = ({ cause, since }: Failing, now: Millis): boolean =>
  cause instanceof MemError && cause.code === "database-locked" && now - since < LOCK_TOLD_AFTER_MS;

export function carefulSteps(deps: StepDeps): CarefulSteps {
  const failing = new Map<string, Failing>();
  const loggedAt = new Map<string, Millis>();
  const tellTrouble = (): void => {
    const now = steadily(deps.clock);
    const [first] = [...failing.values()].filter((one) => mayPass(one.cause) && !isShortLock(one, now));
    deps.tellTrouble?.(first?.cause instanceof Error ? first.cause.message : "");
  };
  const failed = (what: string, cause: unknown): void => {
    const now = steadily(deps.clock);
    failing.set(what, { cause, since: failing.get(what)?.since ?? now });
    tellTrouble();
    if (now - (loggedAt.get(what) ?? Number.NEGATIVE_INFINITY) < TELL_AGAIN_MS) return;
    loggedAt.set(what, now);
    deps.log.error(`${what} failed`, { cause });
  };
  return {
    careful(what, step) {
      try {
        step();
      } catch (cause) {
        failed(what, cause);
        return false;
      }
      if (failing.delete(what)) tellTrouble();
      return true;
    },
    isFailing: (what) => failing.has(what),
    isHeldUp: (what) => mayPass(failing.get(what)?.cause),
  };
}
