// What a tool call is about, told from the names of its inputs and not from the tool's name: tools come and go, inputs stay.
import { isTable } from "../../model/table.ts";
import { parseRec, type Rec, recs, str } from "../json.ts";

export type Essence = { text: string; files: readonly string[]; writes: boolean };

const SHOWN_LINES = 4;
const SHOWN_CHARS = 240;
const MAX_JSON_CHARS = 2000;

const COMMAND_KEYS = ["command", "cmd", "script"];
const PATH_KEYS = ["file_path", "notebook_path", "path", "filePath", "absolute_path", "target_file"];
const SEARCH_KEYS = ["pattern", "query", "regex"];

const firstOf = (input: Rec, keys: readonly string[]): string | undefined => {
  for (const key of keys) {
    const value = str(input, key);
    if (value !== undefined && value !== "") return value;
  }
  return undefined;
};

const linesOf = (text: string): string[] => (text === "" ? [] : text.replace(/\n$/, "").split("\n"));

/** The first lines of a text, each with a mark before it; says how many more there are. */
function shown(mark: string, text: string): string[] {
  const lines = linesOf(text);
  const head = lines.slice(0, SHOWN_LINES).map((line) => `${mark} ${line.slice(0, SHOWN_CHARS)}`);
  return lines.length > SHOWN_LINES ? [...head, `${mark} … ${lines.length - SHOWN_LINES} more lines`] : head;
}

const changeText = (path: string, before: string, after: string): string =>
  [`${path} (+${linesOf(after).length} -${linesOf(before).length})`, ...shown("-", before), ...shown("+", after)].join("\n");

/** A shell's words as one line: the script itself where a shell was only asked to run it. */
export function commandText(words: readonly unknown[]): string {
  const texts = words.filter((word): word is string => typeof word === "string");
  const [shell, option, script] = texts;
  const wrapped = texts.length === 3 && /(^|[/\\])(ba|z|da|fi)?sh(\.exe)?$/.test(shell ?? "") && /^-l?c$/.test(option ?? "");
  return wrapped ? (script ?? "") : texts.map((word) => (/[\s"'$]/.test(word) ? `'${word}'` : word)).join(" ");
}

const PATCH_FILE = /^\*\*\* (?:Update|Add|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm;

/** How much a diff changes, and its first changed lines. */
export function diffText(path: string, diff: string): string {
  const changes = linesOf(diff).filter((line) => /^[+-]/.test(line) && !/^(?:\+\+\+|---) /.test(line));
  const added = changes.filter((line) => line.startsWith("+")).length;
  const body = changes.slice(0, 2 * SHOWN_LINES).map((line) => line.slice(0, SHOWN_CHARS));
  const more = changes.length > body.length ? [`… ${changes.length - body.length} more lines`] : [];
  return [`${path} (+${added} -${changes.length - added})`, ...body, ...more].join("\n");
}

/** A patch in the envelope of `apply_patch`: its files, and how much it changes in all of them. */
export function patchEssence(patch: string): Essence {
  const files = [...patch.matchAll(PATCH_FILE)].map((match) => (match[1] ?? match[2] ?? "").trim()).filter((path) => path !== "");
  return { text: diffText(files.join(", "), patch), files: [...new Set(files)], writes: true };
}

function editEssence(input: Rec): Essence | undefined {
  const path = firstOf(input, PATH_KEYS);
  if (path === undefined) return undefined;
  const edits = recs(input, "edits");
  const parts = edits.length > 0 ? edits : [input];
  const before = parts.map((part) => str(part, "old_string") ?? str(part, "oldText") ?? str(part, "old_str"));
  const after = parts.map((part) => str(part, "new_string") ?? str(part, "newText") ?? str(part, "new_str") ?? str(part, "new_source"));
  const whole = str(input, "content") ?? str(input, "file_text");
  if (after.some((text) => text !== undefined)) {
    const texts = parts.map((_, at) => changeText(path, before[at] ?? "", after[at] ?? ""));
    return { text: texts.slice(0, SHOWN_LINES).join("\n"), files: [path], writes: true };
  }
  return whole === undefined ? undefined : { text: changeText(path, "", whole), files: [path], writes: true };
}

const todoLine = (status: string | undefined, text: string): string => `[${status ?? "pending"}] ${text}`;

/** `Write it` when it is made, `task 3` or `task 3: Write it` when it is changed. */
function todoItem(input: Rec): string | undefined {
  const [number, subject, status] = [str(input, "taskId"), str(input, "subject"), str(input, "status")];
  if (number === undefined) return subject === undefined ? undefined : todoLine(status, subject);
  if (subject === undefined && status === undefined) return undefined;
  return todoLine(status ?? "changed", subject === undefined ? `task ${number}` : `task ${number}: ${subject}`);
}

/** A whole list, or one item of it. */
function todoEssence(input: Rec): Essence | undefined {
  const item = todoItem(input);
  if (item !== undefined) return { text: item, files: [], writes: false };
  const items = ["todos", "plan", "items"].map((key) => recs(input, key)).find((found) => found.length > 0);
  if (items === undefined) return undefined;
  const lines = items.map((item) => {
    const text = str(item, "content") ?? str(item, "step") ?? str(item, "text") ?? str(item, "subject") ?? "";
    return todoLine(str(item, "status"), text);
  });
  return { text: lines.join("\n"), files: [], writes: false };
}

function questionEssence(input: Rec): Essence | undefined {
  const questions = recs(input, "questions").map((item) => {
    const options = recs(item, "options").flatMap((option) => str(option, "label") ?? []);
    return [str(item, "question") ?? "", ...(options.length > 0 ? [`(${options.join(" | ")})`] : [])].join(" ");
  });
  const text = questions.length > 0 ? questions.join("\n") : str(input, "question");
  return text === undefined ? undefined : { text, files: [], writes: false };
}

function jsonOf(input: Rec): string {
  try {
    return JSON.stringify(input).slice(0, MAX_JSON_CHARS);
  } catch {
    return ""; // nested deeper than the stack
  }
}

function readEssence(input: Rec): Essence | undefined {
  const search = firstOf(input, SEARCH_KEYS);
  const path = firstOf(input, PATH_KEYS);
  if (search !== undefined) {
    const where = path ?? str(input, "glob");
    return { text: where === undefined ? search : `${search} in ${where}`, files: path === undefined ? [] : [path], writes: false };
  }
  if (path !== undefined) return { text: path, files: [path], writes: false };
  const url = str(input, "url");
  if (url !== undefined) return { text: url, files: [], writes: false };
  const task = firstOf(input, ["prompt", "task", "plan"]);
  if (task === undefined) return undefined;
  return { text: [str(input, "description"), task].filter((part) => part !== undefined).join(": "), files: [], writes: false };
}

function shellEssence(input: Rec): Essence | undefined {
  const words = COMMAND_KEYS.map((key) => input[key]).find(Array.isArray);
  const text = words === undefined ? firstOf(input, COMMAND_KEYS) : commandText(words);
  if (text === undefined || text === "") return undefined;
  return text.includes("*** Begin Patch") ? patchEssence(text) : { text, files: [], writes: false };
}

/** The essence of a call. `input` is an object, JSON text of one, or a text of the tool's own language. */
export function essenceOf(input: unknown): Essence {
  if (typeof input === "string") {
    const parsed = parseRec(input);
    if (parsed !== undefined) return essenceOf(parsed);
    return input.includes("*** Begin Patch") ? patchEssence(input) : { text: input.slice(0, MAX_JSON_CHARS), files: [], writes: false };
  }
  if (!isTable(input)) return { text: "", files: [], writes: false };
  const patch = firstOf(input, ["patch", "input"]);
  if (patch?.includes("*** Begin Patch")) return patchEssence(patch);
  return (
    shellEssence(input) ??
    editEssence(input) ??
    todoEssence(input) ??
    questionEssence(input) ??
    readEssence(input) ?? { text: jsonOf(input), files: [], writes: false }
  );
}
