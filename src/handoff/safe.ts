// Text of a session → text inside a briefing: one line that cannot end the block, pose as one, or open a code block.

const TAG =
  /<(\/?)(?=(?:mem|system|user|assistant|human|developer|tool|function|instruction|command|local-command|task|environment|permission|antml|hook|agent|session)[\w:-]*)/gi;
const MARK = /mem:run:/gi;

export function safe(text: string): string {
  const line = text.replace(/\s+/g, " ").trim().replaceAll("```", "'''");
  return line.replace(TAG, "‹$1").replace(MARK, "mem·run·");
}

/** In code marks; what is in it cannot close them. */
export const code = (text: string): string => `\`${safe(text).replaceAll("`", "'")}\``;
