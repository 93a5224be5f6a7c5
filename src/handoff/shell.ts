// A shell command line → the simple commands in it. Enough to tell what was run; it executes nothing.

/** `bash -lc '…'`, as some agents wrap every command. */
const WRAPPED = /^\s*(?:\[?"?)(?:\/(?:usr\/)?bin\/)?(?:ba|z|da)?sh"?,?\s+"?-l?c"?,?\s+(["'])([\s\S]*)\1\]?\s*$/;

const HEREDOC = /<<-?\s*(["']?)(\w+)\1/y;

/** Index after the body of a here-document that begins at `at`, or undefined if none does. */
function afterHeredoc(command: string, at: number): number | undefined {
  HEREDOC.lastIndex = at;
  const word = HEREDOC.exec(command)?.[2];
  if (word === undefined) return undefined;
  const end = command.indexOf(`\n${word}`, at);
  return end < 0 ? command.length : end + word.length + 1;
}

/** Simple commands, in order, as written (a here-document's body left out). Linear. */
export function simpleCommands(command: string): string[] {
  const text = WRAPPED.exec(command)?.[2] ?? command;
  const parts: string[] = [];
  let current = "";
  let quote = "";
  for (let at = 0; at < text.length; at++) {
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
      const after = afterHeredoc(text, at);
      if (after === undefined) current += char;
      else at = after - 1;
    } else if (char === "\n" || char === ";" || char === "|" || (char === "&" && next === "&")) {
      parts.push(current);
      current = "";
      if (next === char) at++;
    } else current += char;
  }
  parts.push(current);
  return parts.map((each) => each.trim()).filter((each) => each !== "" && !each.startsWith("#"));
}

const PREFIX =
  /^(?:\(+\s*|[A-Za-z_]\w*=(?:"[^"]*"|'[^']*'|\S*)\s+|(?:sudo|time|env|nohup|exec|command|then|do|else|if|!)\s+|timeout\s+(?:-\S+\s+)*\d+\w?\s+|(?:npx|bunx|pnpx)\s+(?:-\S+\s+)*|(?:pnpm|yarn|npm)\s+(?:exec|dlx)\s+(?:--\s+)?|(?:uv|poetry|pipenv|hatch|rye|pdm|bundle)\s+(?:run|exec)\s+|mise\s+(?:x|exec)\s+(?:\S+\s+)?--\s+|python3?\s+-m\s+|(?:\.\/)?node_modules\/\.bin\/)/;

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
