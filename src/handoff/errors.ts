// The one line of a failed tool's output that says what went wrong.
import type { Redacted } from "../model/redacted.ts";
import { clip, less } from "./clip.ts";

const ERROR_LINE =
  /\b(?:\w*error|fatal|failed|failure|cannot|can['’]t|could not|couldn['’]t|unable to|not found|denied|refused|\w*exception|panic|undefined|no such|invalid|missing|unknown|timed? ?out|E[A-Z]{4,})\b|fehler|erreur/i;
const EMPTY_LINE =
  /^\s*(?:exit (?:code|status):? ?\d+|<\/?tool_use_error>|command failed.*|\[.*\] ERROR task failed|process exited with code \d+.*|chunk id: .*|wall time: .*|output:?|original token count: .*)\s*$/i;

const SCANNED_CHARS = 16_000;
const ERROR_CHARS = 220;

/** Undefined if the output says no more than that it failed; with `mustName` "error" also if no line is known for an error. */
export function errorLine(output: Redacted, mustName: "error" | "anything" = "anything"): Redacted | undefined {
  const text = output.length > 2 * SCANNED_CHARS ? `${output.slice(0, SCANNED_CHARS)}\n${output.slice(-SCANNED_CHARS)}` : output;
  const lines = text.split("\n").filter((line) => line.trim() !== "" && !EMPTY_LINE.test(line));
  const line = lines.find((each) => each.length < 1_000 && ERROR_LINE.test(each)) ?? (mustName === "error" ? undefined : lines.at(-1));
  return line === undefined
    ? undefined
    : clip(
        less(output, () => line.replace(/<\/?tool_use_error>/g, "")),
        ERROR_CHARS,
      );
}

/** Equal for errors that differ only in numbers, hashes and quoted names. */
export const errorKey = (line: string): string =>
  line
    .toLowerCase()
    .replace(/0x[\da-f]+|[\da-f]{7,}|\d+/g, "#")
    .slice(0, 120);
