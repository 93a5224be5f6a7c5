// What is not recorded, in one sentence for the user, and whether that can still be mended. Pure.
import type { Run } from "../model/run.ts";
import type { Losses } from "./recorder-pipe.ts";

type Recorded = Pick<Run, "reader">;

/** Of such a program there is nothing but its screen, which is in the recorder's memory; that ends a minute after the program. */
const NO_HISTORY = "the program keeps no history that could be read later.";

export const notStored = (why: string, { reader }: Recorded): string =>
  reader === undefined
    ? `this session is not stored: ${why} What cannot be stored within a minute is lost: ${NO_HISTORY}`
    : `this session is not stored yet: ${why} The next mem tries again.`;

const sized = (bytes: number): string =>
  bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : bytes >= 1e3 ? `${Math.round(bytes / 1e3)} kB` : `${bytes} bytes`;

/** Undefined if all is recorded. */
export function lossLine({ bytes, isAlone, trouble }: Losses, run: Recorded): string | undefined {
  if (trouble !== undefined) return notStored(trouble, run);
  if (isAlone && run.reader === undefined)
    return `the recorder could not be kept running; of this session only what it had stored is kept: ${NO_HISTORY}`;
  if (isAlone) return "the recorder could not be kept running; the next mem reads what the agent wrote down itself.";
  return bytes === 0 ? undefined : `${sized(bytes)} of the screen were not recorded: the recorder did not keep up.`;
}
