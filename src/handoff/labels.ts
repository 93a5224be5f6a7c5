// Our own words before a piece of the session: written by the extractors, known again where items are compared.

export const GOAL = "Goal: ";
export const UNANSWERED = "The user's last words got no answer: ";
export const ASKED = "The agent asked, not answered: ";
export const FINISH = "Finish what was asked last: ";
export const FINISH_GOAL = "Finish the goal: the work on it was cut off.";
export const GO_ON = "Go on with: ";
export const OBJECTED = "The user objected: ";
export const STOPPED = "Stopped: ";
export const FAULT = "Ended with an error: ";
export const UNRUN = "Asked to be run, and not seen run: ";
export const UNDONE = "Undone again: ";
export const TAKEN_OUT = "Taken out again: tests in ";
const BEGUN = " (begun)";

export const begun = (text: string): string => `${text}${BEGUN}`;

const LABELS = [GOAL, UNRUN, UNANSWERED, ASKED, FINISH, GO_ON, OBJECTED, STOPPED, FAULT];

/** The piece alone. */
export function unlabelled(text: string): string {
  const label = LABELS.find((each) => text.startsWith(each)) ?? "";
  return text.slice(label.length, text.endsWith(BEGUN) ? -BEGUN.length : undefined);
}

/** The same for two items that say the same, whatever label or punctuation they have. */
export const keyOf = (text: string): string =>
  unlabelled(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
