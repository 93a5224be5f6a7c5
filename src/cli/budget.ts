// How large a briefing may be: the design's bound, the user's config, or what was asked for.
import type { Config } from "./config.ts";

/** Characters allowed for each token asked for: text that is denser than that would be no text. */
const CHARS_PER_TOKEN = 4;

export const budgetOf = (config: Config, asked?: number): { tokens: number; chars: number } => {
  const tokens = asked ?? config.brief.tokens;
  return { tokens, chars: tokens * CHARS_PER_TOKEN };
};
