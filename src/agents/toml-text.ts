// TOML as text: a string for a command line, and what is wrong with a file.

/** Exact for every text that TOML can hold; half a surrogate pair becomes U+FFFD. */
export function tomlString(text: string): string {
  const whole = text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
  return JSON.stringify(whole).replaceAll("\u007f", "\\u007f"); // JSON's escapes are TOML's; DEL is the one it leaves
}

/** What a failed read says to a person: where the parser stumbled and over what, instead of all that it would have taken there. */
export function tomlProblem(cause: unknown): string {
  const message = cause instanceof Error ? cause.message : String(cause);
  const found = /but (.+) found\.?$/s.exec(message)?.[1];
  const location = typeof cause === "object" && cause !== null && "location" in cause ? (cause.location as Location) : undefined;
  if (found === undefined || location?.start === undefined) return message;
  const what = found === '"\\n"' || found === "end of input" ? "a value is missing" : `${found} is not expected there`;
  return `line ${location.start.line}, column ${location.start.column}: ${what}`;
}

type Location = { start?: { line: number; column: number } } | undefined;
