// Text of a session → text inside a briefing: one line that cannot end the block, pose as one, or open a code block.

/** Tags that agents read as somebody else's voice. Others (`Array<string>`, `<hook>`) are text. */
const TAG =
  /<(\/?)(?=(?:mem-|system(?:[-_]\w+)?>|assistant>|human>|user>|developer>|function_calls?|function_results|invoke|antml|instructions?>|user_instructions|command-|local-command|task-notification|environment_context|permissions|tool_(?:use|result)))/gi;
const MARK = /mem:run:/gi;

export function safe(text: string): string {
  const line = text
    .replace(/[\s\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]+/g, " ")
    .trim()
    .replaceAll("```", "'''");
  return line.replace(TAG, "‹$1").replace(MARK, "mem·run·");
}

/** In code marks; what is in it cannot close them. */
export const code = (text: string): string => `\`${safe(text).replaceAll("`", "'")}\``;
