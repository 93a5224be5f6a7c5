// Bounded best effort: memory never blocks work.
import type { Log } from "../host/host.ts";

/** The result of `work` if it comes in time; else undefined, and the log says why. Never throws. */
export async function attempt<T>(deps: { log: Log }, what: string, waitMs: number, work: () => Promise<T> | T): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => {
      deps.log.error(`${what} took too long`, { waitMs });
      resolve(undefined);
    }, waitMs);
  });
  try {
    return await Promise.race([Promise.resolve().then(work), late]);
  } catch (cause) {
    deps.log.error(`${what} failed`, { cause });
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}
