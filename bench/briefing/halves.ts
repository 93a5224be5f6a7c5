// Which half a session belongs to, by its name alone: whoever works on the extractor looks at `dev`; of `test` only totals are ever shown.
import { createHash } from "../../src/host/hash.ts";

export const HALVES = ["dev", "test"] as const;
export type Half = (typeof HALVES)[number];

/** The first number that splits the 14 real sessions into 7 and 7 with both agents in each; chosen by names, before any was measured. */
const SALT = "1:";

/** `name`: of a session's file, without folder and ending. */
export function halfOf(name: string): Half {
  const [first = 0] = createHash("sha1").update(`${SALT}${name}`).digest();
  return first % 2 === 0 ? "dev" : "test";
}
