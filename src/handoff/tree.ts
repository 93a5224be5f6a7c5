// The working tree in a briefing: as git tells it, and what the session's own edits and commands say beside it.
import type { GitState } from "../model/project.ts";
import type { Summary, Uncommitted } from "../model/summary.ts";
import type { Piece } from "./choose.ts";
import { code, safe } from "./safe.ts";
import { stateLines } from "./state.ts";

const MAX_PATHS = 8;

function list(paths: readonly string[]): string {
  const more = paths.length > MAX_PATHS ? ` and ${paths.length - MAX_PATHS} more` : "";
  return `${paths.slice(0, MAX_PATHS).map(code).join(", ")}${more}`;
}

/** `?? src/a.ts` and ` M "src/b c.ts"` → the path; of a renamed one the new name. */
const pathOf = (line: string): string =>
  (
    line
      .replace(/^.{2} /, "")
      .split(" -> ")
      .at(-1) ?? ""
  ).replace(/^"|"$/g, "");

/** What git says is clean by now is not told as uncommitted; a folder it does not know may stand for the files in it. */
function notClean(paths: readonly string[], git: GitState | undefined): readonly string[] {
  const count = git?.dirtyCount ?? git?.dirty?.length;
  if (git === undefined || count === undefined) return paths;
  const dirty = (git.dirty ?? []).map(pathOf);
  if (dirty.length < count)
    return paths.filter((path) => dirty.length === 0 || dirty.some((each) => path === each || path.startsWith(each)));
  return paths.filter((path) => dirty.some((each) => path === each || (each.endsWith("/") && path.startsWith(each))));
}

function uncommittedPieces({ paths, stashed, hasCommits, from }: Uncommitted, git: GitState | undefined): Piece[] {
  const clean = notClean(paths, git);
  const left = (git?.dirty ?? []).length === clean.length && git?.dirtyCount === clean.length ? [] : clean; // git names just these already
  const label = hasCommits
    ? "Changed after its commits and not committed in that session"
    : "Changed and not committed (no commit was made in that session)";
  return [
    ...(left.length === 0 ? [] : [{ text: `${label}: ${list(left)}.`, from }]),
    ...(stashed.length === 0 ? [] : [{ text: `Stashed in that session and not taken out again: ${list(stashed)}.`, from }]),
  ];
}

const UNTOUCHED = "As far as its commands tell, no file was changed and nothing was committed in that session.";

const pieces = (items: Summary["delivered"] = []): Piece[] => items.map(({ text, from }) => ({ text: safe(text), from }));

const UNEDITED =
  "No edit tool was used and nothing was committed in that session, as far as its record tells; its commands may have changed files.";

/** Its commands are not all known to be harmless, but none of what was done is known to have changed a file. */
const isUnedited = ({ files, commands, uncommitted, delivered, isUntested, isUntouched, tests }: Summary): boolean =>
  isUntouched !== true &&
  files.length === 0 &&
  (delivered ?? []).length === 0 &&
  uncommitted === undefined &&
  (isUntested === true || tests !== undefined || commands.length > 0) &&
  !commands.some(({ text }) => /\bgit\b/.test(text));

export function treePieces(summary: Summary, now: GitState | undefined): Piece[] {
  const known = stateLines(summary.state, now);
  const seen = known.length > 0 || summary.seenTree === undefined ? [] : [summary.seenTree];
  return [
    ...known.map((text) => ({ text, from: [] })),
    ...(summary.uncommitted ? uncommittedPieces(summary.uncommitted, now ?? summary.state) : []),
    ...pieces(summary.delivered),
    ...pieces(seen),
    ...pieces(summary.formatted),
    ...(summary.isUntouched === true ? [{ text: UNTOUCHED, from: [] }] : []),
    ...(isUnedited(summary) ? [{ text: UNEDITED, from: [] }] : []),
  ];
}
