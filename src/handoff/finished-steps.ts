// What was made of a step that has its result: nothing about it changes any more, however the session grows.
import type { SessionEvent } from "../model/event.ts";
import type { Step } from "./story.ts";

/** `root`: what `make` depends on besides, the folder that paths are told relative to: of one session always the same. */
export function ofFinished<Made>(make: (step: Step, root: string) => Made): (step: Step, root?: string) => Made {
  const known = new WeakMap<SessionEvent, { call: SessionEvent; root: string; made: Made }>();
  return (step, root = "") => {
    const { call, result } = step;
    if (call === undefined || result === undefined) return make(step, root);
    const before = known.get(result);
    // Results are paired by order: where a part of the talk was taken back, the same one may be another call's.
    if (before?.call === call && before.root === root) return before.made;
    const made = make(step, root);
    known.set(result, { call, root, made });
    return made;
  };
}
