// Briefings that a program printed, out of a screen's text.
import { FENCE_CLOSE, OWN_WORDS } from "./briefing.ts";

/** Wherever a narrow screen broke it, and whatever it stood behind there. */
const BROKEN = String.raw`[ \t]*(?:\n[^\p{L}\p{N}\n]{0,8})?[ \t]*`;
const escaped = (word: string): string => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
let known: RegExp | undefined;
/** Made when it is first needed: that takes as long as a fifth of a start. */
function ownSentences(): RegExp {
  known ??= new RegExp(
    `${Object.values(OWN_WORDS)
      .map((sentence) => sentence.split(" ").map(escaped).join(`(?: |${BROKEN})`))
      .join("|")}|Project: [^\\n\`]{1,120}\\(\`[^\`\\n]{1,300}\`\\)\\.(?= Paths are relative)`,
    "gu",
  );
  return known;
}

const ANY_OPENER = /<mem-briefing\b/g;

/** What stands under an opener that is not closed: our sentences, then titles with their lists. Up to where a paragraph is neither. */
function endOfCutBlock(text: string, from: number): number {
  let at = from;
  for (;;) {
    const end = text.indexOf("\n\n", at);
    const paragraph = end === -1 ? text.slice(at) : text.slice(at, end);
    const isOurs = at === from || /^\W{0,8}## \p{Lu}/u.test(paragraph);
    if (!isOurs) return at;
    if (end === -1) return text.length;
    at = end + 2;
  }
}

/**
 * A screen's text without briefings that a program printed: blocks with any opener, blocks that the screen's edge cut off, and our own
 * sentences. There nobody's words are told apart, so all that looks like ours goes. Linear in the text's length.
 */
export function withoutShownBriefings(screen: string): string {
  const kept: string[] = [];
  let from = 0;
  let hasEnd = true;
  for (const opener of screen.matchAll(ANY_OPENER)) {
    if (opener.index < from) continue;
    kept.push(screen.slice(from, opener.index));
    const end: number = hasEnd ? screen.indexOf(FENCE_CLOSE, opener.index) : -1;
    hasEnd = end !== -1;
    from = hasEnd ? end + FENCE_CLOSE.length : endOfCutBlock(screen, opener.index);
  }
  return [...kept, screen.slice(from)].join("").replaceAll(FENCE_CLOSE, "").replace(ownSentences(), "");
}
