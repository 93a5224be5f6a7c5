// Which paths are ignored: their content never enters the memory, whether a read tool gave it or a shell command.

/** Files that hold secrets by custom. `!` takes one out again. */
export const IGNORED_BY_DEFAULT: readonly string[] = [
  ".env",
  ".env.*",
  "!.env.example",
  "!.env.sample",
  "!.env.template",
  "!.env.dist",
  ".envrc",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ovpn",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  "!id_*.pub",
  ".netrc",
  "_netrc",
  ".npmrc",
  ".pypirc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".git-credentials",
  ".dockercfg",
  ".docker/config.json",
  ".kube/config",
  ".aws/credentials",
  "credentials",
  "credentials.json",
  "client_secret*.json",
  "service-account*.json",
  ".vault-token",
  "secrets.{yml,yaml,json,toml}",
  "terraform.tfvars",
  "*.tfstate",
];

/** One part of a glob → regex source. `**` crosses folders, `*` and `?` do not. */
function partSource(glob: string): string {
  return glob
    .replace(/[.+^$()|[\]\\]/g, "\\$&")
    .replace(/\{([^{}]*)\}/g, (_, inner: string) => `(?:${inner.split(",").join("|")})`)
    .replace(/\*\*\/|\*+|\?/g, (mark) => (mark === "**/" ? "(?:[^/]+/)*" : mark === "?" ? "[^/]" : mark === "*" ? "[^/]*" : ".*"));
}

type Rule = { source: string; matches: RegExp; isException: boolean };

/** As in a .gitignore: without a slash it is a name anywhere, with one a path's end; of a folder all that is below. */
function toRule(line: string): Rule | undefined {
  const isException = line.startsWith("!");
  const glob = (isException ? line.slice(1) : line)
    .trim()
    .replace(/^\.\//, "")
    .replace(/^\/+|\/+$/g, "");
  if (glob === "" || line.startsWith("#")) return undefined;
  const source = `(?:^|/)${partSource(glob)}(?:/|$)`;
  return { source, matches: new RegExp(source, "i"), isException };
}

/** `C:\a\.env`, `//a//./.env`, `'.env'` → one spelling. */
const tidy = (path: string): string =>
  path
    .replace(/^["']|["']$/g, "")
    .replaceAll("\\", "/")
    .replace(/\/(?:\.?\/)+/g, "/");

export type IgnoreTest = (path: string) => boolean;

/** A test for paths by these globs and the usual ones; the last rule that matches a path decides. */
export function ignoreTest(globs: readonly string[]): IgnoreTest {
  const rules = [...IGNORED_BY_DEFAULT, ...globs].flatMap((line) => toRule(line) ?? []);
  const any = new RegExp(rules.map((rule) => rule.source).join("|"), "i");
  return (path) => {
    const spelled = tidy(path);
    return any.test(spelled) && rules.reduce((is, rule) => (rule.matches.test(spelled) ? !rule.isException : is), false);
  };
}

/** A quoted string, an escaped character, or whatever a shell does not split at. */
const PIECES = /(?:"[^"\n]{0,2000}"|'[^'\n]{0,2000}'|\\.|[^\s"'\\;|&<>()`$={},:]){1,2000}/g;

/** Words with quotes and backslashes taken off. A word with a backslash is given as a Windows path too. */
const wordsOf = (command: string): string[] =>
  (command.match(PIECES) ?? []).flatMap((piece) => {
    const word = piece.replace(/["']/g, "");
    return word.includes("\\") ? [word.replace(/\\(.)/g, "$1"), word.replaceAll("\\", "/")] : [word];
  });

/** Their first plain word is what is looked for, not a file. */
const PATTERN_FIRST = new Set(["grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack", "sed", "awk", "gawk", "jq", "yq"]);
/** Their quoted words are text, not commands. */
const TALKERS = new Set(["echo", "printf", "git", "gh", "say"]);

/** Words that can be paths in one simple command (between `;`, `|`, `&&`, brackets). */
function pathWords(simple: string): string[] {
  const words = wordsOf(simple);
  const program = (words.find((word) => !/^(?:sudo|env|time|nice|command|exec|xargs|then|do|else|!)$/.test(word)) ?? "").replace(
    /^.*[/\\]/,
    "",
  );
  const plain = words.filter((word) => !word.startsWith("-") && word !== program);
  const args = PATTERN_FIRST.has(program) && !/\s-[a-z]*[ef]\s/.test(simple) ? plain.slice(1) : plain;
  const inner = TALKERS.has(program) ? [] : words.filter((word) => /[\s(]/.test(word)).flatMap(wordsOf);
  return [...args.filter((word) => !/\s/.test(word)), ...inner.filter((word) => /[./]/.test(word))];
}

/** The ignored file that this shell command names, or undefined. */
export function ignoredIn(command: string, isIgnored: IgnoreTest): string | undefined {
  return command
    .replace(/\\\r?\n/g, " ")
    .split(/[;|\n]|&&/)
    .flatMap(pathWords)
    .map((word) => (isIgnored(word) ? word : word.replace(/[*?]/g, "")))
    .find(isIgnored);
}

const LINE_OF_FILE = /^([^\s:]{1,400}):(?=.)/;

/** The output of a search over many files, without the lines that come from ignored ones. */
export function withoutIgnoredLines(output: string, isIgnored: IgnoreTest): string {
  if (!output.includes(":")) return output;
  const lines = output.split("\n").map((line) => {
    const path = LINE_OF_FILE.exec(line)?.[1];
    return path !== undefined && isIgnored(path) ? `${path}:‹dropped: ignored file›` : line;
  });
  return lines.join("\n");
}
