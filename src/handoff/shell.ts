// A shell command line → the simple commands in it. Enough to tell what was run; it executes nothing.
import { remembered } from "./remembered.ts";

/** `bash -lc '…'`, as some agents wrap every command. */
const WRAPPED = /^\s*(?:\[?"?)(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh"?,?\s+"?-l?c"?,?\s+(["'])([\s\S]*)\1\]?\s*$/;

const HEREDOC = /<<-?\s*(["']?)(\w+)\1/y;

/** Where the body of the here-document that is opened at `at` stands: from the end of its line to the end of its last. */
function heredocAt(command: string, at: number): { opener: number; from: number; to: number } | undefined {
  HEREDOC.lastIndex = at;
  const match = HEREDOC.exec(command);
  if (match?.[2] === undefined) return undefined;
  const from = command.indexOf("\n", at);
  if (from < 0) return undefined;
  const end = command.indexOf(`\n${match[2]}`, from);
  return { opener: match[0].length, from, to: end < 0 ? command.length : end + match[2].length + 1 };
}

/** Simple commands, in order, as written (a here-document's body left out). Linear. */
export function simpleCommands(command: string): string[] {
  const text = WRAPPED.exec(command)?.[2] ?? command;
  const parts: string[] = [];
  let current = "";
  let quote = "";
  let body: { from: number; to: number } | undefined;
  for (let at = 0; at < text.length; at++) {
    if (at === body?.from) at = body.to;
    const char = text.charAt(at);
    const next = text.charAt(at + 1);
    if (char === "\\" && quote !== "'") {
      current += next === "\n" ? " " : char + next;
      at++;
    } else if (quote !== "") {
      if (char === quote) quote = "";
      current += char;
    } else if (char === '"' || char === "'") {
      quote = char;
      current += char;
    } else if (char === "<" && next === "<") {
      const heredoc = heredocAt(text, at);
      body = heredoc ?? body;
      at += (heredoc?.opener ?? 2) - 1;
    } else if (char === "\n" || char === ";" || char === "|" || (char === "&" && next === "&")) {
      parts.push(current);
      current = "";
      if (next === char) at++;
    } else current += char;
  }
  parts.push(current);
  return parts
    .map((each) =>
      each
        .trim()
        .replace(/^\$?\(+\s*/, "")
        .replace(/(?<!\()\s*\)+$/, (end) => (each.includes("(") && /\([^)]*\)\s*$/.test(each) ? end : "")),
    )
    .filter((each) => each !== "" && !each.startsWith("#"));
}

const PREFIX =
  /^(?:\(+\s*|[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+|(?:sudo|time|env|nohup|exec|command|then|do|else|if|!)\s+|timeout\s+(?:-\S+\s+)*\d+\w?\s+|(?:npx|bunx|pnpx)\s+(?:-\S+\s+)*|(?:pnpm|yarn|npm)\s+(?:exec|dlx)\s+(?:--\s+)?|(?:uv|poetry|pipenv|hatch|rye|pdm|bundle)\s+(?:run|exec)\s+|mise\s+(?:x|exec)\s+(?:\S+\s+)?--\s+|python3?\s+-m\s+|(?:\.\/)?node_modules\/\.bin\/|(?!(?:echo|printf|which|man|type|alias|grep|rg|brew|apt|apt-get|help|cd|ls)\s)[a-z][\w-]*\s+(?=(?:git|gh|npm|pnpm|yarn|bun|cargo|go|docker|pytest)\s))/;

/** The command without what only says how to run it: variables, `sudo`, `npx`, `uv run`, … */
export function bare(simple: string): string {
  let rest = simple;
  for (let rounds = 0; rounds < 8; rounds++) {
    const shorter = rest.replace(PREFIX, "");
    if (shorter === rest) return rest;
    rest = shorter;
  }
  return rest;
}

/** Looking around fails all the time, changes nothing and means nothing. */
const LOOK =
  /^(?:ls|cat|head|tail|grep|rg|ag|find|fd|sed|awk|which|type|command|test|\[|cd|pwd|echo|printf|diff|wc|stat|file|tree|jq|sort|uniq|xargs|sleep|true|git (?:-C \S+ )?(?:status|log|show|diff|grep|rev-parse|branch|ls-files|cat-file|blame|fetch|remote))\b/;
export const isLook = remembered((commands: readonly string[]): boolean => commands.every((simple) => LOOK.test(bare(simple))));

/** Equal for command lines that differ only in how they are run. */
export const commandKey = remembered((commands: readonly string[]): string => commands.map(bare).join("\n"));

/** A message that is given as a here-document: its first line says enough. */
const MESSAGE = /"\$\(cat <<-?\s*["']?\w+["']?\n\s*([^\n"]*)[\s\S]*$/;

/** As a reader needs it: without the `cd` to where it is run anyway, and without what sends its errors elsewhere. */
export const shownCommand = (command: string): string =>
  command
    .replace(/^\s*cd\s+(?:"[^"\n]*"|'[^'\n]*'|[^\s&;|]+)\s*&&\s*/, "")
    .replace(MESSAGE, '"$1"')
    .replace(/\s*(?:\d?>\s*\/dev\/null|\d>&\d)/g, "")
    .replaceAll("`", "'")
    .trim();

const REDIRECT = /(?:^|[^<>&\d-])\d?>{1,2}\s*([^\s;|&<>()"'$]+)/;
const IN_PLACE = /^(?:g?sed\s+(?:-\S+\s+)*-\w*i|perl\s+-\w*i)|^tee\s/;
const NO_FILE = /^(?:\/dev\/|\/tmp\/|\/var\/)|[*?{}$]/;

/** Files that a command line writes by redirection, `tee` or editing in place; as written, relative to where it ran. */
export function shellWrites(command: string, commands: readonly string[]): string[] {
  const folder = /^\s*cd\s+([^\s&;|"'$]+)\s*&&/.exec(command)?.[1];
  const paths = commands.flatMap((simple) => {
    const plain = simple.replace(/'[^']*'|"[^"]*"/g, "''");
    const target = REDIRECT.exec(plain)?.[1] ?? (IN_PLACE.test(bare(plain)) ? plain.split(/\s+/).at(-1) : undefined);
    return target === undefined || !/[\w.]/.test(target) || target === "''" || NO_FILE.test(target) ? [] : [target];
  });
  return paths.map((path) => (folder === undefined || path.startsWith("/") ? path : `${folder}/${path}`));
}
