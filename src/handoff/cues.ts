// Words that say what a sentence is for. Only for what structure does not tell; several languages, as people write in their own.

const list = (text: string): string =>
  text
    .trim()
    .split(/\s*\n\s*/)
    .join("|");

/** `spaced`: regular expressions of whole words; `unspaced`: of scripts without spaces. None may hold nested repetition. */
const cue = (spaced: string, unspaced = ""): RegExp =>
  new RegExp(`(?<![\\p{L}\\p{N}_-])(?:${list(spaced)})(?![\\p{L}\\p{N}_-])${unspaced === "" ? "" : `|${unspaced}`}`, "iu");

/** Somebody settles something. */
export const DECIDES = cue(
  `decided|decision (?:is|was)|decision:|we agreed|agreed to|(?:we|I)['’]?(?:ll| will) (?:use|go with|keep|stay with|stick with|avoid)
   let['’]s (?:use|go with|keep|stick|not|drop|avoid|remove|stay)|(?:going|go|went|gone) with|(?<!(?:they|you|users?) )(?:chose|chosen)|opted (?:for|to)|settled on|switch(?:ed|ing)? (?:to|from)
   instead of|rather than|in favou?r of|stick(?:ing)? (?:with|to)
   entschieden|beschlossen|wir (?:nehmen|verwenden|benutzen|nutzen|bleiben)|statt|anstatt|anstelle|stattdessen
   décidé|on (?:utilise|garde|prend|reste)|nous utilisons|au lieu d[eu]?|plutôt qu[e']?
   decidimos|decidido|vamos a usar|vamos usar|usaremos|en (?:vez|lugar) de|em vez d[eoa]|ao invés d[eoa]
   deciso|useremo|invece di|решили|решено|вместо|будем использовать`,
  "决定|改用|采用|而不是|決定|採用|代わりに|ではなく|ことにした|ことにします|결정|대신",
);

/** A user lays down a rule or a limit. */
export const DIRECTS = cue(
  `(?<!(?:was|were|is|are|has|have|had|it|that|they|we|I) )(?:never|always)(?= \\p{L})|must(?: not|n['’]t)?|(?<!(?:I|we|you|they|that|it|which|to|users|people) )(?:do not|don['’]t)
   make sure|avoid|prefer|instead of|rather than|not allowed
   nie|niemals|immer|muss|müssen|darf|dürfen|kein|keine|keinen|bitte nicht|verwende|nutze|nimm
   jamais|toujours|utilise[zr]?|ne (?:pas|jamais)|nunca|siempre|no (?:uses|usar|cambies|toques)|sempre|não (?:use|mude|altere|toque)
   mai|usa|usare|никогда|всегда|нельзя|не (?:используй|трогай|меняй)`,
  "不要|不能|必须|总是|永远|别用|请用|しないで|必ず|使わない|使って|하지 마|반드시",
);

/** An imperative "use X" at the start of a sentence or clause. */
export const USES =
  /(?:^|[,;:] ?(?:and |but |then |so )?)(?:please |just |ok,? |so |and )?(?:use|keep|stick (?:to|with)|go with|stay (?:on|with)|leave|(?:take|pick|choose)(?= \S+ (?:for|here|instead)\b| \S+\.?$)) (?!case\b|care\b|time\b|your\b|note\b|notes\b|turns?\b|over\b|(?:[\w-]+ ){0,3}(?:tool|skill|plugin|command|(?:sub)?agents?)\b)|^\S+ it is\b|^(?:nimm|nehmen wir|prends|prenez|on part sur|tira de|vamos con|vai de|prendi|бери|возьми) |就用|还是用|就选/iu;

/** One thing is taken and another is not: "the first, not the second". What negates a verb chooses nothing. */
export const CONTRASTS =
  /(?<!\b(?:is|are|am|was|were|be|been|do|does|did|can|could|will|would|should|must|may|might|has|have|had|if|or|why|whether|it['’]s|that['’]s|I['’]m))(?:,| and| but|;| –) not (?!only\b|just\b|yet\b|sure\b|all\b|even\b|necessarily\b|in\b|on\b|at\b|to\b|when\b|until\b|because\b|that\b|really\b|very\b)(?:the |a |an )?[\p{L}\p{N}_@`"]/iu;

/** A choice among alternatives, in words that say no "use" or "decide". */
export const CHOOSES = cue(
  `better (?:fit|choice|option|match)|(?:the )?(?:right|best|obvious|safer) (?:fit|choice|option)|(?:the )?alternative (?:was|were|would (?:have been|be))
   change of heart|changed my mind|take (?:that|this|it) back|(?:move|switch|port|migrate) (?:\\S+ ){0,5}over to
   passt (?:hier )?besser|bessere (?:wahl|lösung)|die alternative (?:war|wäre)|nehme ich zurück|anders überlegt|stell(?:e|en)? (?:\\S+ ){0,5}auf \\S+ um
   convient mieux|(?:le )?meilleur choix|l['’]alternative (?:était|aurait été)|changé d['’]avis|encaja mejor|(?:la )?mejor opción|la alternativa (?:era|habría sido)|cambi(?:o|é|ado) de (?:idea|opinión)
   encaixa melhor|melhor (?:opção|escolha)|mudei de ideia|scelta migliore|cambiato idea|подходит лучше|лучший вариант|передумал\\p{L}*`,
  "更合适|更合適|更适合|更適合|改主意|が合って|が適して|が向いて|撤回|にします|考え直|더 적합|마음이 바뀌",
);

/** A user tells how things are here, and what to keep away from. */
export const WARNS = cue(
  `careful|beware|watch out|heads[- ]up|note that|bear in mind|keep in mind|mind (?:that|you)|remember(?: that)?|fyi|hands off|stay away from|off[- ]limits
   only \\p{L}+ (?:changes|touches|edits|may|can|is allowed)|(?:is|are) (?:already )?(?:taken|used|occupied|reserved|owned) by|listens? on|belongs? to|nobody (?:but|except)
   achtung|vorsicht|finger weg|hände weg|beachte|denk dran|gehört|hört auf|(?:ist|sind) (?:schon )?(?:belegt|vergeben|gesperrt)|nur \\p{L}+ (?:darf|dürfen|ändert)
   attention(?= ?[:!,]| [àa]ux? )|pas touche|touche[zr]? pas|n['’]oublie[zr]? pas|écoute sur|(?:est|sont) (?:déjà )?(?:pris|prise|occupée?|utilisée?|réservée?) par
   cuidado|ojo|ten en cuenta|recuerda que|no toques|escucha en|(?:está|es) (?:ya )?(?:ocupad[oa]|usad[oa]|reservad[oa])|atenção|lembre-se|não mexa|escuta em|attenzione|occhio|non toccare|ascolta su
   осторожно|внимание|не трогай|имей в виду|занят\\p{L}*`,
  "注意|小心|别动|別動|别碰|不要碰|只有|只能|占用|监听|気をつけ|触らない|触ら(?:ず|ないで)|使っています|だけが|조심|건드리지",
);

/** The reason begins here. "since" only after a comma: else it mostly means time. */
export const BECAUSE = cue(
  `because|due to|so that|otherwise|(?<=, )(?:since|as)|weil|denn|damit|sonst|parce qu[e']?|afin|sinon|porque|ya que|para que|pois|perché|потому что|так как|чтобы`,
  "因为|因為|由于|为了|否则|왜냐하면",
);

/** What was tried did not work, or cannot. */
export const FAILS = cue(
  `(?:did|does|do|would|will) ?n[o'’]t (?:work|help|fix|make (?:a|any) difference|change (?:anything|a thing))|won['’]t work|(?:did|does|do|would|will) not (?:help|fix)|not work(?:ing)?|(?:is|was|are|were) not possible|impossible|no luck|dead end|ruled out
   failed (?:because|with|due|since|to)|fails (?:because|with|due|when|on)|failing because|kept failing|still (?:fail(?:s|ed|ing)?|broken|breaks|throws|hangs|crashe[sd]|times out|errors|leaks|flak(?:es|y)|deadlocks|complains)
   (?:but|yet|however)(?:\\s+[^\\s.;!?]+){1,8}?\\s+still\\s+(?:parses|returns|shows|gives|prints|reports|reads|sees|gets|says|runs|loads|uses|picks|renders)
   tried\\s(?:[^.;!?\\n]|\\.(?=\\S)){2,200}?(?:, |\\s)(?:but|yet|though|in vain|actually)|(?:no|any|without) (?:visible |measurable |real )?effect|to no avail|(?:made|makes|making) (?:it|that|this|things|matters) (?:even )?(?:worse|slower)
   considered\\s[^.;!?\\n]{2,160}?(?:rejected|dismissed|discarded|decided against|ruled)|(?:I|we)(?: have|['’]ve)? (?:rejected|dismissed|discarded|decided against|ruled out|undid)
   turn(?:s|ed) out|(?:can['’]t|cannot|couldn['’]t|could not) be|broke|(?:I|we) (?:reverted|abandoned|dropped)|had to revert|(?:roll(?:ed|ing)|back(?:ed|ing)|tak(?:en|ing)|took) (?:(?:it|that|this|them|everything|the \\S+(?: \\S+)?) )?(?:back|out)(?= again|[.,;:!]|$| because| since| as)|rolled back|backed out|gave up|not supported|unsupported|deadlock(?:s|ed)?
   funktioniert nicht|geht nicht|ging nicht|klappt nicht|fehlgeschlagen|scheitert|gescheitert|ne (?:marche|fonctionne) pas|échou(?:e|é)
   no funciona|no funcionó|falló|falla|não funciona|não funcionou|falhou|non funziona|fallito|не работает|не сработал\\p{L}*|не получилось`,
  "失败|不行|不起作用|无法|うまくいかな|動かな|失敗|できません|できなかった|실패|안 된다|안됨",
);

/** Nothing failed, though the words are there. */
export const FAILS_NOT =
  /\b(?:no longer fails?|nothing (?:failed|breaks)|without breaking|no failures|0 failed|never fails|(?<!n['’]t )(?<!not )(?:fixed|resolved)|works now|and it works|as (?:expected|wanted|intended|before)|had no effect on (?:others|users|anything else)|if (?:it|this|that|the|you|we)\b)/i;

/** A user refuses a thing. */
export const REFUSES = cue(
  `no|nope|not what I|stop|revert|undo|don['’]t do (?:that|this)
   nein|stimmt nicht|non|нет`,
  "不对|不是|不行|違う|違います|だめ|아니",
);

/** What may stand before an answer's first word. */
const OPENING = String.raw`^(?:(?:hm+|um+|uh+|well|ok(?:ay)?|but|sorry|ah+|oh|and|so|hey|sadly|aber|mais|pero)[,.!…]*\s+)*`;

/**
 * The user contradicts what was just answered or done; tested at the start of a prompt. A thing that is "wrong" or "broken" is a new task,
 * one that "still" is has been worked on.
 */
export const OBJECTS = new RegExp(
  `${OPENING}(?:${list(
    `(?:no+|nope|nah|wrong|nein|falsch|non|нет)(?:[,.!;:…–—-]|$|\\s+(?:it|that|this|those|these|you|I|still|the|not|es|das)(?![\\p{L}\\p{N}]))
     (?:that|this|it)(?:['’]s| is| was) (?:not|n['’]t|wrong|incorrect|nonsense)|(?:that|this|it) (?:isn|wasn)['’]t|not what I
     (?:(?:that|this|it|your \\S+(?: \\S+)?)\\s+)?(?:did|does)(?: not|n['’]t) (?:work|help|fix|solve|change)
     [^.!?\\n]{0,60}\\bstill(?![\\p{L}-])[^.!?\\n]{0,30}\\b(?:not|fail|fails|failing|broken|wrong|crash\\p{L}*|hang\\p{L}*|red|the same|there|(?:does|is|are|do|ca)n['’]t)
     (?:revert|undo|stop|take) (?:that|this|it)(?![\\p{L}])|you (?:broke|forgot|ignored|misunderstood|missed)
     (?:das )?(?:stimmt nicht|geht (?:immer )?noch nicht|geht nicht|funktioniert (?:immer )?noch nicht|ist falsch)|ne marche (?:toujours )?pas|ça ne marche|c['’]est faux
     no funciona|sigue (?:sin|fallando)|está mal|não funciona|ainda não|errado|sbagliato|non funziona|неправильно|(?:всё ещё |все еще )?не работает`,
  )}|不对|不是|错了|还是不|違う|違います|だめ|まだ|아니|아직)`,
  "iu",
);

/** A user takes back, or puts another thing in its place; tested at the start of a prompt. */
export const REVOKES = cue(
  `actually|on second thought|thinking (?:again|about it)|scratch that|forget (?:that|it|about)|never ?mind|change of plans?|let['’]s not|instead|correction|I changed my mind|no, |wait
   eigentlich|doch lieber|lieber|vergiss|nein, |stattdessen|finalement|en fait|non, |oublie|en realidad|mejor|olvida|na verdade|esquece|melhor|anzi|invece|лучше|нет, |забудь`,
  "算了|还是|不对|改成|やっぱり|いや|아니",
);

/** What follows is not wanted (any more): "not X", "instead of X", "drop X". */
export const AGAINST = new RegExp(
  `(?<![\\p{L}\\p{N}_-])(?:${list(
    `instead of|rather than|in place of|not|never|no longer|don['’]t (?:use|want|need)|do not use|drop(?:ping|ped)?|remov(?:e|ed|ing)|without|avoid|away from|switch(?:ed|ing)? from|replac(?:e|ed|ing)|revert(?:ed|ing)?
     statt|anstatt|kein|keine|keinen|nicht|ohne|au lieu d[eu]|plutôt que|pas|sans|en (?:vez|lugar) de|sin|em vez d[eoa]|sem|invece di|senza|вместо|без|не`,
  )})(?![\\p{L}\\p{N}_-])|而不是|不要|不用`,
  "giu",
);

/** Something is announced or left to do. */
export const PROMISES = cue(
  `next(?: step| up)?|remaining|still (?:need|needs|to do|missing|open|have to|pending)|to-?do|not yet|left to do|follow-?up|will (?:then|next)|outstanding|yet to
   nächste[rsn]?|als nächstes|noch (?:offen|zu|nicht)|fehlt noch|prochaine?|reste à|il reste|ensuite|siguiente|pendiente|falta|queda|próxim[oa]|resta|pendente|prossim[oa]|следующ\\p{L}*|осталось|дальше`,
  "下一步|待办|还需要|接下来|尚未|次の|残り|次に|まだ|다음|남은",
);

/** Only thought about. */
export const MAYBE =
  /\b(?:could|might|maybe|perhaps|possibly|option [a-e\d]|alternatively|would you|do you want|should (?:I|we)|(?:if|whether) (?:you|we|I)|könnte|vielleicht|peut-être|pourrait|quizás|podría|talvez|poderia)\b|也许|可能|かもしれ/i;
