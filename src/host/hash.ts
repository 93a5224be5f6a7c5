// Node's crypto, loaded when something is hashed: most starts hash nothing, and loading it takes longer than all they do.
import type { createHash as Create } from "node:crypto";
import { createRequire } from "node:module";

const load = createRequire(import.meta.url);

export const createHash: typeof Create = (algorithm, options) =>
  (load("node:crypto") as typeof import("node:crypto")).createHash(algorithm, options);
