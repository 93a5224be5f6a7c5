import type { Ids } from "../../src/host/host.ts";

/** Ids in order: the first short id ends in 1, the second in 2, … `salt` (hexadecimal) keeps two makers apart. */
export function fakeIds(salt = ""): Ids {
  let count = 0;
  const next = (length: number): string => {
    count += 1;
    return salt + count.toString(16).padStart(length - salt.length, "0");
  };
  return {
    short: () => next(12),
    run: () => next(16),
    uuid: () => next(32).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5"),
  };
}
