// A text as a TOML basic string on one line, for config values on a command line.

/** Exact for every text that TOML can hold; half a surrogate pair becomes U+FFFD. */
export function tomlString(text: string): string {
  const whole = text.replace(/[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/g, "\uFFFD");
  return JSON.stringify(whole).replaceAll("\u007f", "\\u007f"); // JSON's escapes are TOML's; DEL is the one it leaves
}
