// What the scripted model does in the stories: work on one fault, with a failing test, a decision and a next step.
import { join } from "node:path";
import type { Story, Turn } from "../../support/fake-llm/server.mjs";

export const FAILING_TEST = "two workers never claim one order";
export const DECISION = "I decided to keep the advisory lock out and use a unique index because two workers deadlocked.";
export const NEXT_STEP = "Next step: make claim() skip taken orders in src/claim.js, then run npm test again.";

const BEFORE = "export const claim = (orders) => orders[0];";
const AFTER = "export const claim = (orders) => orders.find((order) => !order.taken); // unique index, no advisory lock";

const work = (edit: readonly Turn[]): Turn[] => [
  { text: "I look at the history first.", bash: "git log --oneline" },
  { bash: "npm test" },
  ...edit,
  { text: `The edit is in src/claim.js. ${NEXT_STEP}` },
];

/** Claude's own tools: a file is read before it is edited. */
export const claudeWorks = (when: string, project: string): Story => {
  const file_path = join(project, "src", "claim.js");
  return {
    when,
    turns: work([
      { tool: { name: "Read", input: { file_path } } },
      { text: DECISION, tool: { name: "Edit", input: { file_path, old_string: BEFORE, new_string: AFTER } } },
    ]),
  };
};

const PATCH = `*** Begin Patch\n*** Update File: src/claim.js\n@@\n-${BEFORE}\n+${AFTER}\n*** End Patch`;

export const codexWorks = (when: string): Story => ({ when, turns: work([{ text: DECISION, patch: PATCH }]) });

export const says = (when: string, text: string): Story => ({ when, turns: [{ text }] });
