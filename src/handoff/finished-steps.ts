// What was made of a step that has its result: nothing about it changes any more, however the session grows.
import type { SessionEvent } from "../model/event.ts";
import type { Step } from "./story.ts";

/** `root`: what `make` depends on besides; one of few, the folder that paths are told relative to. */
export function ofFinished<Made>(make: (step: Step, root: string) => Made): (step: Step, root?: string) => Made {
  const byRoot = new Map<string, WeakMap<SessionEvent, { made: Made }>>();
  return (step, root = "") => {
    const { call, result } = step;
    if (call === undefined || result === undefined) return make(step, root);
    const known = byRoot.get(root) ?? new WeakMap<SessionEvent, { made: Made }>();
    byRoot.set(root, known);
    const before = known.get(result);
    if (before !== undefined) return before.made;
    const made = make(step, root);
    known.set(result, { made });
    return made;
  };
}
