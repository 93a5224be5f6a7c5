// A folder as it is, to be compared with what it becomes.
import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join, relative } from "node:path";

/** Path below the folder → kind, mode and content. */
export type Tree = ReadonlyMap<string, string>;

/** git itself rewrites its index when somebody asks for the state. */
const ALWAYS_LEFT_OUT = [".git/index"];

function describe(path: string): string {
  const stat = lstatSync(path);
  if (stat.isSymbolicLink()) return `link ${readlinkSync(path)}`;
  if (!stat.isFile()) return "other";
  return `file ${(stat.mode & 0o777).toString(8)} ${createHash("sha256").update(readFileSync(path)).digest("hex")}`;
}

/** Files and links below `root`; `leftOut` names files or whole folders, relative to it. Empty folders do not count. */
export function treeOf(root: string, leftOut: readonly string[] = []): Tree {
  const skipped = new Set([...leftOut, ...ALWAYS_LEFT_OUT].map((path) => join(root, path)));
  const tree = new Map<string, string>();
  const walk = (folder: string): void => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = join(folder, entry.name);
      if (skipped.has(path)) continue;
      if (entry.isDirectory()) walk(path);
      else tree.set(relative(root, path), describe(path));
    }
  };
  walk(root);
  return tree;
}

/** Paths that came, went or changed. */
export const differences = (before: Tree, after: Tree): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((path) => before.get(path) !== after.get(path)).sort();
