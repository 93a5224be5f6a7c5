// DraftEvent → the event that may be stored: through the one door, without what was read from ignored files, no longer than is useful.
import type { DraftEvent, SessionEvent } from "../model/event.ts";
import { own, type Redacted } from "../model/redacted.ts";
import { type IgnoreTest, ignoredIn, ignoreTest, withoutIgnoredLines } from "./ignored.ts";
import { MAX_TEXT_CHARS } from "./reader.ts";
import type { Redactor } from "./redact.ts";

/** An event as the store takes it: its place in the session is given there. */
type SealedEvent = Omit<SessionEvent, "seq">;

/** Room for the head and tail of long texts in what the door works on: a result of 24 MB is not searched whole. */
const WORKED_CHARS = 8 * MAX_TEXT_CHARS;

const tests = new WeakMap<readonly string[], IgnoreTest>();
const NO_GLOBS: readonly string[] = [];

function testFor(ignore: readonly string[]): IgnoreTest {
  const key = ignore.length === 0 ? NO_GLOBS : ignore;
  const known = tests.get(key) ?? ignoreTest(key);
  tests.set(key, known);
  return known;
}

/** Not within a pair of surrogates. */
const safeCut = (text: string, at: number): number => (/[\ud800-\udbff]/.test(text[at - 1] ?? "") ? at - 1 : at);

/** Head and tail of a text that is too long, with a line between that says so. */
function capped(text: string, max: number): string {
  if (text.length <= max) return text;
  const head = safeCut(text, Math.floor(max * 0.6));
  const tail = safeCut(text, text.length - Math.floor(max * 0.4) + 60);
  return `${text.slice(0, head)}\n… ${tail - head} characters cut …\n${text.slice(tail)}`;
}

/** The name of the ignored file whose content this result holds. */
function ignoredFile(draft: DraftEvent, isIgnored: IgnoreTest): string | undefined {
  const file = draft.files.find(isIgnored);
  if (file !== undefined) return file;
  return draft.call === undefined ? undefined : ignoredIn(draft.call, isIgnored);
}

const nameOf = (path: string): string => path.replaceAll("\\", "/").split("/").at(-1) ?? path;

function sealedText(draft: DraftEvent, door: Redactor, isIgnored: IgnoreTest): Redacted {
  const isRead = draft.kind === "tool_result";
  const file = isRead || (draft.kind === "tool_call" && draft.writes === true) ? ignoredFile(draft, isIgnored) : undefined;
  if (file !== undefined) return door.redact(`${isRead ? "" : `${nameOf(file)} `}‹dropped: ignored file ${nameOf(file)}›`);
  // Redacted before it is cut: half a secret is not recognised. What the first cut drops is dropped for good.
  const worked = capped(draft.text, WORKED_CHARS);
  return own(capped(door.redact(isRead ? withoutIgnoredLines(worked, isIgnored) : worked), MAX_TEXT_CHARS));
}

/**
 * The event without secrets. `ignore`: globs of the project beside the usual ones (`IGNORED_BY_DEFAULT`).
 * A secret that the first, generous cut of a huge text splits is lost but for one end, which is then too short to be of use.
 */
export function seal(draft: DraftEvent, door: Redactor, ignore: readonly string[]): SealedEvent {
  const { call: _, text: __, ...rest } = draft;
  return {
    ...rest,
    key: draft.key,
    files: draft.files.map((path) => door.redact(path)),
    ...(draft.cwd !== undefined && { cwd: door.redact(draft.cwd) }),
    ...(draft.tool !== undefined && { tool: door.redact(draft.tool.slice(0, 200)) }),
    text: sealedText(draft, door, testFor(ignore)),
  };
}
