// Finds secrets by what stands before them: a name that says so, a header, a flag, a URL's user part. Any value can be a secret there,
// so the question is only which values are none: types, calls, placeholders.
import type { Span } from "./find-tokens.ts";

/** How much of a name is looked at, how much of a value to judge it, and how long one that is a secret can be. */
const NAME_CHARS = 64;
const JUDGED_CHARS = 200;
const VALUE_CHARS = 16_384;

const KEYWORD =
  /pass(?:w(?:or)?d|phrase|code)|pwd|secret|token|api[_-]?key|apikey|(?:private|access|account|signing|encryption|master|storage|shared|session|auth|license|service|deploy|webhook|hmac|cipher|ssh)[_-]?key|credential|authorization|bearer|cookie/gi;

const HINT = /pass|pwd|secret|token|key|credential|auth|bearer|cookie/i;

/** Words after the keyword with which a name still means the secret: `SECRET_KEY_BASE`, `passwordHash2`, `TOKEN_PROD`. */
const NAME_TAIL =
  /^(?:[_-]?(?:key|base|value|string|text|hash|prod|production|dev|staging|test|live|main|default|old|new|b64|base64|id_rsa|s|\d{1,3}))*$/i;
const ENV_TAIL =
  /^(?:_(?!COUNT|LENGTH|LEN|SIZE|LIMIT|MAX|MIN|TTL|URL|URI|PATH|FILE|DIR|NAME|ID|IDS|EXPIR|TYPE|HEADER|FIELD|REGEX|PATTERN|USAGE|BUDGET|ENABLED)[A-Z0-9]+)*$/;
/** Names that only sound like one. */
const HARMLESS_NAME =
  /(?:^|[_-])(?:max|min|num|total|input|output|prompt|completion|cached?|reasoning|next_page|page|csrf_?param|cancel(?:lation)?)[_-]?(?:tokens?)$|tokens$|(?:cancell?ation|Cancell?ation|syntax|lexer|parser|design|eos|bos|pad|unk|sep|cls|mask)[_-]?[Tt]oken$|^(?:bearer|cookies?|authorization|(?:OLD)?PWD)$/;

/** Stands for a secret that is somewhere else, or for none. */
const STAND_IN =
  /^(?:<[^>]*>?|\$\{.*|\$\(.*|\$[A-Za-z_]\w*|%[A-Za-z_]+%|%[sdv]|\{\{.*|\[.*\]|\(.*\)|#\{.*|‹.*|[xX]{3,}[\w-]*|[*•.…_-]{2,}|\.{3}.*|(?:your|my|the|some|an?|insert|enter|put|replace)[-_ ][a-z_ -]*|.*(?:_here|-here|placeholder|redacted|\.{3}|…)|example[a-z._-]*|changeme|todo|tbd|dummy)$/i;
/** Words of programming languages, types first. */
const LANGUAGE =
  /^(?:string|number|boolean|bool|bytes|object|any|unknown|never|void|int|str|float|text|char|buffer|u?int\d+\w*|float\d+\w*|[ui]\d{1,3}|sha-?\d+|base\d+|utf-?\d+|hex\w*|optional|required|readonly|none|null|nil|undefined|true|false|yes|no|var|let|const|new|await|return|function|async|self|this|env|os|config|options?|props|args|params|input|value|key|name)!?$/i;
const CALL_OR_PATH = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$]|\?\.|\(|\[|::|->|<)/;
const WORDS = /^[a-z]+(?:[._\-/: ][a-z]+)+$|^(?:\.{0,2}|~)\/[\w./-]+$|^https?:\/\/[^@]*$/i;
/** Forty characters of base 64, which can look like a path. */
const AWS_SECRET = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9/+]{40}$/;
const CONSTANT = /^[A-Z][A-Z_]*$/;
const IDENTIFIER = /^[A-Za-z_$][A-Za-z_$]*$/;

type Value = { start: number; text: string; quote?: string };

const isWordChar = (char: string | undefined): boolean => char !== undefined && /[\w-]/.test(char);

const NEXT_SEPARATOR = /(?:\\*["'])?\]?[ \t]{0,8}(?::=|=>|[:=])(?!=|:)[ \t]{0,8}(?:[rbf](?=["']))?/y;
const FLAG_SEPARATOR = /[ \t]{1,4}(?!-)/y;
const QUOTE = /\\*["'`]/y;
const UNQUOTED = /[^\s"'`,;)}\]<>&|\\]{1,200}/y;
const UNQUOTED_REST = /[^\s"'`,;)}\]<>&|\\]{0,16384}/y;

function sticky(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

/** The value at `at`: up to the same quote (an escaped one in JSON within JSON), or to the next space or bracket; as much as is judged. */
function valueAt(text: string, at: number): Value | undefined {
  const quote = sticky(QUOTE, text, at);
  if (quote === undefined) {
    const run = sticky(UNQUOTED, text, at);
    return run === undefined ? undefined : { start: at, text: run };
  }
  const start = at + quote.length;
  const body = text.slice(start, start + JUDGED_CHARS);
  const end = quotedEnd(body, quote);
  return { start, text: body.slice(0, end), quote };
}

/** Index of the closing quote, of the line's end, or of the text's. */
function quotedEnd(body: string, quote: string): number {
  const newline = body.indexOf("\n");
  const line = newline < 0 ? body : body.slice(0, newline);
  let end = line.indexOf(quote);
  while (end > 0 && quote.length === 1 && line[end - 1] === "\\") end = line.indexOf(quote, end + 1);
  return end < 0 ? line.length : end;
}

/** Where a value that is a secret ends, which may be beyond what was judged. */
function endOf(text: string, value: Value): number {
  if (value.text.length < JUDGED_CHARS) return value.start + value.text.length;
  if (value.quote === undefined) return value.start + (sticky(UNQUOTED_REST, text, value.start)?.length ?? value.text.length);
  return value.start + quotedEnd(text.slice(value.start, value.start + VALUE_CHARS), value.quote);
}

/** The whole name around a keyword, and how much of it stands after the keyword. */
function nameAround(text: string, start: number, end: number): { name: string; from: number; to: number } {
  let from = start;
  let to = end;
  while (from > 0 && start - from < NAME_CHARS && isWordChar(text[from - 1])) from -= 1;
  while (to < text.length && to - end < NAME_CHARS && isWordChar(text[to])) to += 1;
  return { name: text.slice(from, to), from, to };
}

const isPasswordName = (name: string): boolean => /pass|pwd/i.test(name);

function namesSecret(name: string, tail: string): boolean {
  if (HARMLESS_NAME.test(name)) return false;
  return name === name.toUpperCase() ? ENV_TAIL.test(tail) || NAME_TAIL.test(tail) : NAME_TAIL.test(tail);
}

/** True if this value of a secret's name can be the secret itself. `isEnv`: `NAME=value` without spaces, as a shell writes it. */
function looksSecret(name: string, value: Value, isEnv: boolean): boolean {
  const text = value.text.trim();
  const minimum = isPasswordName(name) ? 4 : 8;
  if (text.length < minimum || STAND_IN.test(text) || LANGUAGE.test(text) || text.includes("‹redacted:")) return false;
  if (AWS_SECRET.test(text)) return true;
  if (text.toLowerCase() === name.toLowerCase() || CONSTANT.test(text)) return false;
  if (value.quote !== undefined) {
    if (/\s/.test(text) && (!/\d/.test(text) || text.split(/\s+/).length > 6))
      return /phrase/i.test(name) || (isPasswordName(name) && isEnv);
    if (/[$#]\{|\{\{|\$\(/.test(text)) return false;
    if (isPasswordName(name)) return !/pass|pwd/i.test(text) || /\d/.test(text);
    return !WORDS.test(text) && (/\d/.test(text) || text.length >= 20);
  }
  if (CALL_OR_PATH.test(text) || /[({]/.test(text)) return false;
  if (isEnv && !IDENTIFIER.test(text)) return isPasswordName(name) || !WORDS.test(text);
  if (isEnv && name === name.toUpperCase()) return text.length >= 6;
  if (isPasswordName(name) && /[@#%^&*+]|!.|^\d{6,}$/.test(text)) return true;
  return /\d/.test(text) && /[A-Za-z]/.test(text) && !/^\d+(?:\.\d+)*[a-z]{0,3}$/i.test(text) && !WORDS.test(text);
}

/** `name = value` in any of the ways in which env files, JSON, YAML, code and command lines write it. */
function assignedAt(text: string, start: number, end: number): Span | undefined {
  const { name, from, to } = nameAround(text, start, end);
  if (!namesSecret(name, text.slice(end, to))) return undefined;
  if (text[from - 1] === "<" && text[to] === ">") return elementAt(text, name, to + 1);
  const isFlag = name.startsWith("--") || (text[from - 1] === "-" && text[from - 2] === "-");
  const separator = sticky(NEXT_SEPARATOR, text, to) ?? (isFlag ? sticky(FLAG_SEPARATOR, text, to) : undefined);
  if (separator === undefined) return undefined;
  const value = valueAt(text, to + separator.length);
  if (value === undefined) return undefined;
  const isEnv = separator === "=" || (isFlag && !separator.includes(":"));
  const bare = name.replace(/^-+/, "");
  return looksSecret(bare, value, isEnv) ? { start: value.start, end: endOf(text, value), kind: kindOf(bare) } : undefined;
}

/** `<password>…</password>` */
function elementAt(text: string, name: string, at: number): Span | undefined {
  const value = valueAt(text, at);
  const end = value === undefined ? 0 : endOf(text, value);
  if (value === undefined || !text.startsWith("</", end)) return undefined;
  return looksSecret(name, value, true) ? { start: value.start, end, kind: kindOf(name) } : undefined;
}

function kindOf(name: string): string {
  if (/aws.*secret|secret_?access_?key/i.test(name)) return "aws-secret";
  if (/account_?key|azure/i.test(name)) return "azure-key";
  if (isPasswordName(name)) return "password";
  return /token/i.test(name) ? "token" : /key/i.test(name) ? "api-key" : "secret";
}

const AUTH_HEADER =
  /(?:(?<=authorization["']?\s{0,3}[:=]\s{0,3}["']?)(?:bearer|basic|token|digest|apikey|negotiate)|\bbearer)[ \t]+([A-Za-z0-9._~+/=-]{8,4096})/gi;
const COOKIE_HEADER = /\b(?:set-)?cookie["']?[ \t]{0,3}:[ \t]{0,3}["']?([^\n"']{1,4096})/gi;

function headerSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (const found of text.matchAll(AUTH_HEADER)) {
    const value = found[1] ?? "";
    const isNamed = !/^bearer/i.test(found[0]);
    if (STAND_IN.test(value) || (!isNamed && !(value.length >= 12 && /\d/.test(value)))) continue;
    spans.push({ start: found.index + found[0].length - value.length, end: found.index + found[0].length, kind: "auth-header" });
  }
  for (const found of text.matchAll(COOKIE_HEADER)) {
    const value = found[1] ?? "";
    if (!/=[^;\s]{6}/.test(value) || STAND_IN.test(value)) continue;
    spans.push({ start: found.index + found[0].length - value.length, end: found.index + found[0].length, kind: "cookie" });
  }
  return spans;
}

/** Secrets that follow a name, and headers. */
export function findAssignments(text: string): Span[] {
  if (!HINT.test(text)) return [];
  const spans: Span[] = /bearer|authorization|cookie/i.test(text) ? headerSpans(text) : [];
  let done = 0;
  for (const found of text.matchAll(KEYWORD)) {
    // A keyword within a secret names nothing.
    const span = found.index < done ? undefined : assignedAt(text, found.index, found.index + found[0].length);
    if (span === undefined) continue;
    spans.push(span);
    done = span.end;
  }
  return spans;
}
