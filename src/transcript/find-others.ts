// Finds the rest: private keys, credentials in URLs and in the arguments of well-known commands.
import type { Span } from "./find-tokens.ts";

const KEY_BEGIN = /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
const KEY_END = /-----END (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----/g;
/** The longest key in use (RSA 16384, or a PGP block of several) stays below this. */
const KEY_CHARS = 32_000;
/** What a key's body is made of, with line ends as they are or as `\n`, and the marks of a diff or a listing before each line. */
const KEY_BODY = /(?:[A-Za-z0-9+/=]|\\[nrt]|[\s"'+|>:,-]|[A-Za-z-]+: [^\n]{0,80}\n)*/y;

function keySpans(text: string): Span[] {
  const spans: Span[] = [];
  KEY_BEGIN.lastIndex = 0;
  for (let begin = KEY_BEGIN.exec(text); begin !== null; begin = KEY_BEGIN.exec(text)) {
    const start = begin.index + begin[0].length;
    const next = text.indexOf("-----BEGIN", start);
    const window = text.slice(start, Math.min(start + KEY_CHARS, next < 0 ? text.length : next));
    KEY_END.lastIndex = 0;
    const end = KEY_END.exec(window);
    KEY_BODY.lastIndex = 0;
    const length = end?.index ?? bodyLength(KEY_BODY.exec(window)?.[0] ?? "");
    if (/[A-Za-z0-9+/=]{8}/.test(window.slice(0, length))) spans.push({ start, end: start + length, kind: "private-key" });
    KEY_BEGIN.lastIndex = start + length;
  }
  return spans;
}

/** A block that was cut off: as long as its lines look like a key's and not like prose. */
function bodyLength(body: string): number {
  let length = 0;
  for (const line of body.split(/(?<=\n|\\n)/)) {
    if (
      !/^[\s"'+|>:-]*(?:[A-Za-z0-9+/=]*|[A-Za-z-]+: [^\n]*)[\s"',\\nr]*$/.test(line) ||
      /[a-z]{3,} [a-z]{2,}|^\s*[A-Za-z]{1,15}\s*$/.test(line)
    )
      // Cut off within a line, and something else goes on there: its first word is still the key's.
      return length + (/^[\s"'+|>:-]*[A-Za-z0-9+/=]{24,}/.exec(line)?.[0].length ?? 0);
    length += line.length;
  }
  return length;
}

/** What stands between `://` and the host: a user, which may be empty, and a password. */
const URL_USER = /[^\s:@/"'`<>]{0,200}:([^\s@/"'`<>]{1,400})@/y;
const PLACEHOLDER = /^(?:\$.*|<.*|%[sd]|\{.*|\*+|x{3,}|pass(?:word)?|pwd|secret|user|‹.*|\.{3})$/i;

function urlSpans(text: string): Span[] {
  const spans: Span[] = [];
  for (let at = text.indexOf("://"); at >= 0; at = text.indexOf("://", at + 3)) {
    URL_USER.lastIndex = at + 3;
    const found = URL_USER.exec(text);
    const password = found?.[1] ?? "";
    if (found === null || PLACEHOLDER.test(password)) continue;
    const end = found.index + found[0].length - 1;
    spans.push({ start: end - password.length, end, kind: "url-password" });
  }
  return spans;
}

/** Commands whose short options carry a password; each is looked for only where its word stands. */
const COMMAND_FLAGS: readonly (readonly [string, RegExp])[] = [
  ["mysql", /\b(?:mysql|mysqldump|mysqladmin|mysqlimport)\b[^\n;|&]{0,200}?\s-p(?![\s-])(["']?)([^\s"';|&]{3,200})/g],
  ["mariadb", /\bmariadb(?:-dump|-admin)?\b[^\n;|&]{0,200}?\s-p(?![\s-])(["']?)([^\s"';|&]{3,200})/g],
  ["sshpass", /\bsshpass\s{1,4}-p\s{0,4}(["']?)([^\s"']{3,200})/g],
  ["login", /\b(?:docker|podman|helm|az|oc)\b[^\n;|&]{0,120}?\slogin\b[^\n;|&]{0,200}?\s-p[ =]{1,2}(["']?)([^\s"';|&]{3,200})/g],
  ["curl", /\bcurl\b[^\n;|&]{0,400}?\s(?:-u|--user)[ =]{1,2}(["']?)[^\s"':]{1,80}:([^\s"']{3,200})/g],
  ["redis-cli", /\bredis-cli\b[^\n;|&]{0,120}?\s-a\s{1,2}(["']?)([^\s"';|&]{3,200})/g],
  ["onnection", /\bconnection[_ ]?string\b[^\n]{0,40}?\b(?:password|pwd)=(["']?)([^\s;"']{3,200})/gi],
];

function flagSpans(text: string): Span[] {
  return COMMAND_FLAGS.filter(([word]) => text.includes(word)).flatMap(([, pattern]) =>
    [...text.matchAll(pattern)].flatMap((found) => {
      const value = found[2] ?? "";
      const end = found.index + found[0].length;
      return PLACEHOLDER.test(value) ? [] : [{ start: end - value.length, end, kind: "password" }];
    }),
  );
}

export function findOthers(text: string): Span[] {
  return [...(text.includes("PRIVATE KEY") ? keySpans(text) : []), ...urlSpans(text), ...flagSpans(text)];
}
