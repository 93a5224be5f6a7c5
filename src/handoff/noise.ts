// What was not said by the people of the session: injected turns, our own briefings, and words that carry nothing.
import { withoutBriefings } from "../model/briefing.ts";
import type { Redacted } from "../model/redacted.ts";
import { less, part } from "./clip.ts";

/** Blocks that a harness puts into a user's turn. The reader drops what its format marks; this is for what it does not mark. */
const INJECTED_TAGS = [
  "system-reminder",
  "task-notification",
  "local-command-caveat",
  "local-command-stdout",
  "local-command-stderr",
  "command-message",
  "command-name",
  "bash-input",
  "bash-stdout",
  "bash-stderr",
  "user_info",
  "environment_context",
  "user_instructions",
  "instructions",
  "permissions",
  "turn_aborted",
  "ide_opened_file",
  "ide_selection",
  "ide_diagnostics",
  "user-prompt-submit-hook",
  "hook_context",
  "collaboration_mode",
  "skills_instructions",
  "user_shell_command",
];

const HAS_INJECTED = new RegExp(`<(?:command-args|${INJECTED_TAGS.join("|")})\\b`, "i");

const INJECTED_START =
  /^(?:\[Request interrupted|Caveat: The messages below|# AGENTS\.md instructions|This session is being continued from|Base directory for this skill:|\[Image: |Stop hook feedback|Operation stopped by hook)/;

/** Lines that a harness adds to what the user said. */
const INJECTED_LINE = /^If you need specific details from before exiting plan mode.*$/gm;

/** Linear: each tag's opening is looked for once, from where the last one ended. */
function withoutTag(text: string, lower: string, tag: string): string {
  let rest = "";
  let at = 0;
  for (;;) {
    const open = lower.indexOf(`<${tag}`, at);
    if (open < 0) return rest + text.slice(at);
    if (/[\w-]/.test(lower.charAt(open + tag.length + 1))) {
      rest += text.slice(at, open + 1);
      at = open + 1;
      continue;
    }
    rest += text.slice(at, open);
    const close = lower.indexOf(`</${tag}>`, open);
    if (close < 0) return rest;
    at = close + tag.length + 3;
  }
}

/** `/name args` of a slash command as its record wraps it: the arguments are the user's words. */
function slashCommand(text: string): string {
  const args = /<command-args>([^<]*)<\/command-args>/.exec(text)?.[1]?.trim() ?? "";
  if (args === "") return text.replace(/<\/?command-args>/g, "");
  const name = /<command-name>([^<]{1,80})<\/command-name>/.exec(text)?.[1]?.trim() ?? "";
  return `${name} ${args}`.trim();
}

/** The part of a prompt or reply that its author really said; empty if that is nothing. */
export function said(text: Redacted): Redacted {
  if (INJECTED_START.test(text.slice(0, 200).trimStart())) return part(text, 0, 0);
  return less(text, (whole) => {
    let rest = withoutBriefings(whole).replace(INJECTED_LINE, "").trim();
    if (!HAS_INJECTED.test(rest)) return rest;
    if (rest.includes("<command-args>")) rest = slashCommand(rest);
    for (const tag of INJECTED_TAGS) rest = rest.includes("<") ? withoutTag(rest, rest.toLowerCase(), tag) : rest;
    rest = rest.trim();
    return INJECTED_START.test(rest) ? "" : rest;
  });
}

const EMPTY_WORDS = new Set(
  (
    "ok okay k kk yes y yep yeah yup sure thanks thank you thx ty great good nice perfect cool lgtm continue go on ahead proceed done please fine alright right got it that's awesome excellent brilliant fantastic wonderful lovely bravo " +
    "well very much so do it hi hello hey there bye no n nope wow amazing sounds looks keep going carry resume next hm hmm ah oh i see then now all " +
    "ja danke weiter spitze wunderbar genial génial gut super passt mach bitte klar hallo genau prima nein sehr oui merci d'accord parfait vas-y bien non salut sí si gracias sigue continúa continua vale perfecto dale hola " +
    "sim obrigado obrigada beleza certo sì grazie vai avanti va bene perfetto да нет спасибо продолжай хорошо ок отлично"
  ).split(" "),
);
const EMPTY_UNSPACED =
  /^(?:好|好的|谢谢|謝謝|继续|繼續|是|是的|对|可以|行|嗯|はい|ありがとう|ありがとうございます|続けて|続けてください|お願いします|了解|네|감사합니다|계속|계속해)+$/u;

function saysNothing(text: string): boolean {
  if (text.length > 80) return false;
  const words = text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[^\p{L}\p{N}'/_-]+/gu, " ")
    .trim();
  if (!/\p{L}{2}|\p{Script=Han}/u.test(words)) return true;
  return EMPTY_UNSPACED.test(words.replaceAll(" ", "")) || words.split(" ").every((word) => EMPTY_WORDS.has(word));
}

/** Thanks, praise and good-byes. */
const COURTESY =
  /(?<!\p{L})(?:thanks|thank you|thx|cheers|saved (?:my|me)|made my (?:day|evening)|see (?:you|ya)|good ?bye|bye|have a (?:good|nice|great)|(?:good|nice|great) (?:job|work|night|evening|weekend)|you(?:['’]re| are) welcome|my pleasure|any ?time|enjoy (?:the|your)|take care|gern geschehen|mit vergnügen|avec plaisir|un placer|um prazer|(?:vielen )?dank(?:e| dir)?|tschüss|bis (?:dann|bald|morgen)|schöne[nrs]? (?:abend|feierabend|tag|wochenende)|gute nacht|merci|bonne (?:soirée|journée|nuit|fin)|bon week|à (?:demain|bientôt)|de rien|gracias|buen[oa]?s? (?:fin|noches?|tardes?|día)|hasta (?:mañana|luego|pronto)|de nada|obrigad[oa]|até (?:amanhã|logo)|grazie|buona (?:serata|giornata)|a domani|спасибо|до завтра)(?!\p{L})|谢|太(?:好|棒)了|辛苦|再见|明天见|周末愉快|晚安|不客气|ありがと|助かりました|お疲れ|また明日|どういたしまして|감사|고마|수고/iu;
const CLAUSES = /[.,;!?…。，、！？；:\n–—-]+/u;
const COURTESY_CHARS = 120;
const CLAUSE_WORDS = 6;

/** "Brilliant, you saved my evening. See you": every clause is a courtesy, and nothing is asked. */
function isCourtesy(text: string): boolean {
  if (text.length > COURTESY_CHARS || /[`/_#]|[a-z][A-Z]|\d/.test(text) || !COURTESY.test(text)) return false;
  const clauses = text.split(CLAUSES).filter((clause) => /\p{L}/u.test(clause));
  return clauses.every((clause) => (clause.trim().split(/\s+/).length <= CLAUSE_WORDS && COURTESY.test(clause)) || saysNothing(clause));
}

/** "ok", "thanks, continue": an answer perhaps, never a request. Terse requests ("pr-477", "fix tests") are kept. */
export const isAcknowledgement = (text: string): boolean => saysNothing(text) || isCourtesy(text);

/** A tool's own manners: says nothing about the work. */
const CHATTER =
  /has not been read yet|has been modified since read|to replace not found|old_string|No changes to make|Sibling tool call|InputValidationError|exceeds maximum allowed|File does not exist|EISDIR|is a directory|Found \d+ matches of the string|not unique|missing required parameter|unexpected parameter|has been unexpectedly modified|cancelled: parallel tool call|^Agent type '/i;
export const isChatter = (resultText: string): boolean => CHATTER.test(resultText.slice(0, 600));
