// A git config file → the values asked for. Enough of the format for what git itself writes; includes are not followed. Pure.

type ConfigEntry = { section: string; subsection: string; key: string; value: string };

const SECTION = /^\s*\[\s*([A-Za-z0-9.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/;
const SETTING = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/;

/** Quotes, escapes and comments taken away. */
function plainValue(raw: string): string {
  let value = "";
  let isQuoted = false;
  for (let at = 0; at < raw.length; at += 1) {
    const char = raw.charAt(at);
    if (char === "\\") {
      at += 1;
      value += { n: "\n", t: "\t", b: "\b" }[raw.charAt(at)] ?? raw.charAt(at);
    } else if (char === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (char === "#" || char === ";")) break;
    else value += char;
  }
  return value.trim();
}

/** Section and key in lower case, the subsection as written. A key without a value is "true". */
export function parseGitConfig(text: string): ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  let section = "";
  let subsection = "";
  for (const line of text.replace(/\\\r?\n/g, "").split(/\r?\n/)) {
    const heading = SECTION.exec(line);
    if (heading !== null) {
      section = (heading[1] ?? "").toLowerCase();
      subsection = (heading[2] ?? "").replace(/\\(.)/g, "$1");
    }
    const setting = SETTING.exec(heading === null ? line : line.slice(heading[0].length));
    if (setting === null) continue;
    entries.push({
      section,
      subsection,
      key: (setting[1] ?? "").toLowerCase(),
      value: setting[2] === undefined ? "true" : plainValue(setting[2]),
    });
  }
  return entries;
}

/** URL of `origin`; without one, of the only remote there is. */
export function originUrl(entries: readonly ConfigEntry[]): string | undefined {
  const urls = new Map<string, string>();
  for (const { section, subsection, key, value } of entries)
    if (section === "remote" && key === "url" && !urls.has(subsection)) urls.set(subsection, value);
  return urls.get("origin") ?? (urls.size === 1 ? [...urls.values()][0] : undefined);
}
