// Sentences of an answer that tell the next agent nothing: announcements, manners, openers, menus, and what was true of that moment only.

/** "Now let me run the tests", "Ich werde …": on the way, not where it came to. */
export const ON_THE_WAY =
  /^(?:now,? |next,? |ok(?:ay)?,? |good[.,!]? |great[.,!]? |first,? |perfect[.,!]? |so,? |then,? )*(?:let me\b|let['’]s|I['’]ll|I will|I['’]m (?:now |also |just |going )?\p{L}+ing|I need to|I should|jetzt (?:\p{Ll}+ ich|noch)|lass mich|ich werde|als nächstes|je vais|maintenant,? je|voy a|ahora voy|vou\b|vado a|сейчас я|让我|我来|我将|接下来我)/iu;

const POLITE =
  /^(?:ready for|let me know|feel free|would you like|happy to|hope this|great (?:question|idea|point)|you['’]re (?:absolutely )?(?:right|welcome)|sure|thanks|thank you|sorry|bereit für|sag (?:mir )?(?:einfach )?bescheid|prêt pour|n['’]hésite|dis-moi|listo para|avísame|dime si|pronto per|fammi sapere)(?![\p{L}-])/iu;

/** Offers, wherever they stand in the sentence. */
const OFFERS =
  /\b(?:let me know|feel free|happy to|hope this|if you['’]d like|say the word|want me to|would you like me to|shall I|sag einfach bescheid|wenn du (?:magst|willst|möchtest)|si tu veux|si quieres|se quiser|se vuoi)\b/i;

/** "Done.", "Now I understand the issues.", "Here's a summary of the changes:": the next sentence says it. */
const OPENER =
  /^(?:(?:all )?(?:done|ready|finished|fixed|perfect|great|excellent|sure|understood|got it|okay|ok|good|erledigt|fertig|terminé|fait|listo|hecho|pronto|feito|fatto|готово|完成了?|完了(?:しました)?|できました)(?: now| then)?|(?:now |next,? |ok,? )?(?:continuing|moving on|carrying on|proceeding|starting|going on|working on|back to|on to)(?![\p{L}\p{N}]).{0,60}|(?:now |ok,? |perfect,? |great,? )?(?:I (?:now )?(?:understand|see|have)|now I (?:understand|see|have)) (?:the |all |what |everything|how |where |a )?.{0,50})\s*[.!:：…。！]+$/iu;

/** "The result:" says nothing without what it opens, unless it names a thing in code. */
const LEADS_ON = /^[^`\d(]{0,50}[:：]$/u;

/** "`q` to quit", "/todos [area] to filter by area": how to go on in a menu. */
const MENU =
  /^(?:[-*•] )?`?\/?[\w:-]{1,30}(?: \[[^\]\n]{1,30}\])?`? to (?:\p{Ll}+)\b|^(?:reply|respond|answer|type|enter|choose|pick|press) (?:with )?(?:[`"'*]|a number|one of|the number)/iu;

/** True of the moment it was said only: verdicts and the tree, told anew where they are known. */
export const STATUS =
  /(?<![\p{L}\p{N}])(?:\d+(?:\/\d+)?\s+(?:\p{L}+\s+){0,2}(?:tests?|specs?|checks?|cases)|tests? (?:are |is |now |all )*(?:pass|fail|green|red)|passed|failing|up[- ]to[- ]date|working tree|worktree|(?:ahead of|behind) [`'"]?(?:origin|upstream|main|master|develop)|commits? (?:ahead|behind)|in progress|currently|at the moment|right now|so far|for now|as of now|aktuell|derzeit|momentan|zurzeit|actuellement|actualmente|atualmente|attualmente|сейчас|not (?:yet )?(?:been )?(?:committed|pushed|merged|landed|deployed|published|released)|(?:has|have|is|are|was|were)n['’]t (?:been )?(?:committed|pushed|merged|landed|deployed|published|released)|untracked|uncommitted|unstaged|\d+ (?:grüne?|rote?) tests?|\d+ (?:pruebas?|testes|essais))(?![\p{L}\p{N}])|\d+ ?(?:个|件の?|個の?)(?:测试|テスト)|目前|当前|目下|現時点|测试(?:全部|都)?通过|テストは?(?:すべて|全て)?通/iu;

/** How the tree stood. */
export const OF_TREE =
  /\b(?:ahead of|behind) [`'"]?(?:origin|upstream|main|master|develop)\b|\bcommits? (?:ahead|behind)\b|\b(?:untracked|uncommitted|unstaged) (?:files?|changes?|edits?)\b|\bworking (?:tree|copy|directory) (?:is|was)\b/i;

/** Nothing that would be missed. */
export const isSmallTalk = (sentence: string): boolean =>
  ON_THE_WAY.test(sentence) ||
  POLITE.test(sentence) ||
  OFFERS.test(sentence) ||
  OPENER.test(sentence) ||
  LEADS_ON.test(sentence) ||
  MENU.test(sentence);
