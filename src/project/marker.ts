// .mem.toml: the few lines a project may say about itself. A subset of TOML, read here so that no start pays for a whole parser.

export type Marker = {
  /** `project = "name"`; absent in a marker that only says what not to capture. */
  project?: string;
  /** `[capture] ignore = ["glob", …]` */
  ignore: readonly string[];
  /** What could not be read, for people. */
  problem?: string;
};

/** Larger ones are not ours. */
export const MAX_MARKER_BYTES = 64 * 1024;

const KEY_LINE = /^\s*(?:([A-Za-z0-9_.-]+)|"([^"\\]*)"|'([^']*)')\s*=\s*/;
const TABLE_LINE = /^\s*\[\s*(?:([A-Za-z0-9_.-]+)|"([^"\\]*)")\s*\]\s*(?:#.*)?$/;
const STRING = /^(?:"((?:[^"\\\n]|\\.)*)"|'([^'\n]*)')/;
const BLANK = /^(?:[ \t\r\n]|#[^\n]*(?:\n|$))*/;
const ESCAPES: Readonly<Record<string, string>> = { b: "\b", t: "\t", n: "\n", f: "\f", r: "\r", '"': '"', "\\": "\\" };

type Parsed<T> = { value: T; rest: string };

function unescaped(text: string): string | undefined {
  let isBad = false;
  const plain = text.replace(/\\(?:u([0-9A-Fa-f]{4})|U([0-9A-Fa-f]{8})|(.))/g, (_, short, long, letter) => {
    const code = short ?? long;
    const char =
      code === undefined ? ESCAPES[letter] : Number.parseInt(code, 16) <= 0x10ffff && String.fromCodePoint(Number.parseInt(code, 16));
    if (typeof char !== "string") isBad = true;
    return char || "";
  });
  return isBad ? undefined : plain;
}

function parseString(text: string): Parsed<string> | undefined {
  const match = STRING.exec(text);
  if (match === null || text.startsWith('"""') || text.startsWith("'''")) return undefined;
  const value = match[1] === undefined ? match[2] : unescaped(match[1]);
  return value === undefined ? undefined : { value, rest: text.slice(match[0].length) };
}

const skipBlank = (text: string): string => text.slice(BLANK.exec(text)?.[0].length ?? 0);

/** `[ "a", "b", ]`, over several lines and with comments. */
function parseStrings(text: string): Parsed<string[]> | undefined {
  if (!text.startsWith("[")) return undefined;
  const value: string[] = [];
  let rest = skipBlank(text.slice(1));
  while (!rest.startsWith("]")) {
    const item = parseString(rest);
    if (item === undefined) return undefined;
    value.push(item.value);
    rest = skipBlank(item.rest);
    if (rest.startsWith(",")) rest = skipBlank(rest.slice(1));
    else if (!rest.startsWith("]")) return undefined;
  }
  return { value, rest: rest.slice(1) };
}

/** The rest of the text after this line, if nothing but a comment is left on it. */
function lineEnd(rest: string): string | undefined {
  const match = /^[ \t]*(?:#[^\n]*)?\r?(?:\n|$)/.exec(rest);
  return match === null ? undefined : rest.slice(match[0].length);
}

const firstLine = (text: string): string => text.slice(0, text.search(/\n|$/)).trim();

/** Never throws: a line that cannot be read is skipped, and the first such is told in `problem`. */
export function parseMarker(source: string): Marker {
  const marker: { project?: string; ignore: string[]; problem?: string } = { ignore: [] };
  let table = "";
  let text = skipBlank(source.replace(/^\uFEFF/, ""));
  while (text !== "") {
    const line = firstLine(text);
    const heading = TABLE_LINE.exec(line);
    if (heading !== null) table = heading[1] ?? heading[2] ?? "";
    const rest = heading === null ? readSetting(text, table, marker) : undefined;
    if (heading === null && rest === undefined) marker.problem ??= `not understood: ${line.slice(0, 80)}`;
    text = skipBlank(rest ?? text.slice(text.search(/\n|$/)));
  }
  return marker;
}

/** Takes `key = value` into the marker and returns what follows; undefined if it is none of ours or not whole. */
function readSetting(text: string, table: string, marker: { project?: string; ignore: string[] }): string | undefined {
  const head = KEY_LINE.exec(text);
  if (head === null) return undefined;
  const name = `${table === "" ? "" : `${table}.`}${head[1] ?? head[2] ?? head[3]}`;
  const value = text.slice(head[0].length);
  if (name === "project") {
    const parsed = parseString(value);
    const rest = parsed && lineEnd(parsed.rest);
    const project = parsed?.value.trim();
    if (rest !== undefined && project) marker.project = project;
    return project ? rest : undefined;
  }
  if (name !== "capture.ignore") return undefined;
  const parsed = parseStrings(value);
  const rest = parsed && lineEnd(parsed.rest);
  if (parsed && rest !== undefined) marker.ignore.push(...parsed.value);
  return rest;
}
