// Patterns that find what was planted, in any honest wording.

/** The text itself, however its white space is broken. */
export const literal = (text: string): string => text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&").replace(/\s+/g, "\\s+");

export const baseOf = (path: string): string => path.split("/").at(-1) ?? path;

/** Told as it once was: on a line that does not name what took its place. */
export const staleOn = (old: string, without: string, about = ""): string =>
  `(?:^|\\n)(?![^\\n]*${literal(without)})${about === "" ? "" : `(?=[^\\n]*${literal(about)})`}[^\\n]*${literal(old)}`;

export const FAILS = "fail|\\bred\\b|broken|not pass|does not hold|✗|×|\\brot\\b|schl[aä]g|échou|falla|失败|失敗|落ち";
export const UNCOMMITTED =
  "uncommitted|not (?:yet )?(?:been )?committed|never committed|no commit|without (?:a )?commit|unstaged|dirty|nicht committet|non commité|sin commit|未コミット|未提交";
export const CUT =
  "cut off|kill|crash|interrupt|abort|unfinished|not finish|half done|no result|still running|was running|when it ended|did not (?:end|return|finish)|never (?:ended|returned|finished)|before it (?:ended|returned|finished)";
export const PUSHED = "push|remote|origin|upstream|hochgeladen|poussé|subid|上げ|推";
export const NO_PR =
  "(?:\\bno\\b|not\\b|never|without|wait|hold|kein|ohne|warten|pas de|\\bsin\\b|sans|attendra|espera|未|没|不|まだ|待)[^\\n]{0,60}(?:\\bPR\\b|pull request|merge request)|(?:PR|pull request|merge request)[^\\n]{0,60}(?:\\bno[tn]?\\b|never|missing|\\byet\\b|later|after|myself|until|noch|warten|nachher|\\bpas\\b|attendra|\\bsin\\b|espera|まだ|待|还没|未|等|不)";
export const CLOSING =
  "weekend|evening|see you|Wochenende|week-end|fin de semana|良い週末|周末愉快|swimming|holiday|schwimmen|piscin|泳|at the pool";
