// Whether a session only looked: no file changed, nothing committed. Said only where each of its commands is known to change no file.
import { written } from "./files.ts";
import { remembered } from "./remembered.ts";
import { bare, isLook } from "./shell.ts";
import type { Step, Story } from "./story.ts";

const CHANGES_NO_FILE =
  /^(?:gh|glab) (?:pr|mr|issue|run|repo view|search|release view|workflow view)\b(?!\s+checkout)|^rm (?:-\w+ )*\/tmp\/|^(?:set|export|read|local|true|false|exit|fi|done|esac|then|do|else|for|while|if|case|bash -n|zsh -n)\b|^[A-Za-z_]\w*=/;

const isHarmless = remembered((commands: readonly string[]): boolean =>
  commands.every((simple) => isLook([simple]) || CHANGES_NO_FILE.test(simple) || CHANGES_NO_FILE.test(bare(simple))),
);

const isSafe = (step: Step, root: string): boolean =>
  step.call?.writes !== true &&
  step.result?.writes !== true &&
  written(step, root).length === 0 &&
  (!step.isShell || isHarmless(step.commands));

/** False without any step: then nobody knows what was looked at. */
export const isUntouched = (story: Story, root: string): boolean =>
  story.steps.length > 0 && story.steps.every((step) => isSafe(step, root));
