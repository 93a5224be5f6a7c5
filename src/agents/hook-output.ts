// What an agent's SessionStart hook prints so that the text reaches the model. The agents that have one share this shape.

/** Measured at the end of 2026: 9,989 characters arrive whole; of 10,038 one agent passes only a file's path, another cuts at about 10,000. */
export const HOOK_MAX_CHARS = 9_500;

const CUT = "[mem: the rest did not fit here]";

/** At the end of a line if there is one, so that the last line is whole; the block's closing tag, if it had one, is kept. */
function fitted(text: string): string {
  if (text.length <= HOOK_MAX_CHARS) return text;
  const close = text.match(/\n<\/[\w-]+>\s*$/)?.[0] ?? "";
  const room = HOOK_MAX_CHARS - close.length - CUT.length - 1;
  const head = text.slice(0, room);
  const lineEnd = head.lastIndexOf("\n");
  const whole = lineEnd > 0 ? head.slice(0, lineEnd) : head.replace(/[\uD800-\uDBFF]$/, "");
  return `${whole}\n${CUT}${close}`;
}

/** One line of JSON. Longer texts are cut to HOOK_MAX_CHARS. */
export const hookOutput = (text: string): string =>
  `${JSON.stringify({ hookSpecificOutput: { hookEventName: "SessionStart", additionalContext: fitted(text) } })}\n`;
