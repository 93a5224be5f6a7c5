// Files that the session changed, by the tools that write. Sub-agents' changes are in the tree too, so they count.
import type { Seq } from "../model/ids.ts";
import type { ChangedFile } from "../model/summary.ts";
import { ofFinished } from "./finished-steps.ts";
import { relativePath } from "./paths.ts";
import { shellWrites } from "./shell.ts";
import type { Step, Story } from "./story.ts";

const MAX_CITED = 20;

function recorded(step: Step): readonly string[] {
  const event = step.result?.writes ? step.result : step.call;
  if (event?.writes === true) return event.files.length > 0 ? event.files : (step.call?.files ?? []);
  return step.isShell && step.call !== undefined ? shellWrites(step.call.text, step.commands) : [];
}

/** Paths that a step wrote, by an editing tool or a shell; none if it failed. */
export const written = ofFinished((step, root): readonly string[] => {
  if (step.result?.ok === false) return [];
  const cwd = step.call?.cwd ?? step.result?.cwd;
  return [...new Set(recorded(step).map((path) => relativePath(path, root, cwd)))];
});

/** Finished edits only, unless this history records no results at all. Last changed first. */
export function filesOf(story: Story, root: string): ChangedFile[] {
  const hasResults = story.steps.some((step) => step.result !== undefined);
  const found = new Map<string, { edits: number; from: Seq[] }>();
  for (const step of story.steps) {
    if (hasResults && step.result === undefined) continue;
    for (const path of written(step, root)) {
      const file = found.get(path) ?? { edits: 0, from: [] };
      found.delete(path); // to the end: the map keeps the order of the last change
      found.set(path, { edits: file.edits + 1, from: [...file.from, step.seq].slice(-MAX_CITED) });
    }
  }
  return [...found].reverse().map(([path, file]) => ({ path, ...file }));
}
