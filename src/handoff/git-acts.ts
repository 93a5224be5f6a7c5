// What a command line asks of git (and of tools that commit like it), told from its words.
import { remembered } from "./remembered.ts";
import { bare } from "./shell.ts";

/** `git -C api commit -qam "fix"` → verb "commit", words ["-qam", "fix"], folder "api". */
export type GitAct = { verb: string; words: readonly string[]; folder?: string };

const LONGEST = 4_000;
const WORD = /"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g;

/** Words as a shell would cut them, without its finer rules. */
export const shellWords = (simple: string): string[] =>
  [...simple.slice(0, LONGEST).matchAll(WORD)].map((match) => match[1] ?? match[2] ?? match[3] ?? "");

const CALL = /^(git|hg|jj|sl|svn)\s/;
/** Their words for what git calls a commit. */
const COMMITS = new Set(["ci", "checkin", "describe"]);
const WITH_VALUE = new Set(["-c", "--git-dir", "--work-tree", "-R"]);

function actIn(simple: string): GitAct | undefined {
  const command = bare(simple);
  if (!CALL.test(command)) return undefined;
  const words = shellWords(command).slice(1);
  let folder: string | undefined;
  for (let word = words[0]; word?.startsWith("-") === true; word = words[0]) {
    words.shift();
    if (word === "-C") folder = words.shift();
    else if (WITH_VALUE.has(word)) words.shift();
  }
  const verb = words.shift();
  if (verb === undefined || words.includes("--dry-run") || words.includes("--help")) return undefined;
  return { verb: COMMITS.has(verb) ? "commit" : verb, words, ...(folder !== undefined && { folder }) };
}

const CD = /^cd\s+(?:"([^"]*)"|'([^']*)'|(\S+))/;

/** In order; `cd` before one is its folder. */
export const gitActs = remembered((commands: readonly string[]): GitAct[] => {
  let folder: string | undefined;
  return commands.flatMap((simple) => {
    const to = CD.exec(simple);
    if (to !== null) folder = to[1] ?? to[2] ?? to[3];
    const act = actIn(simple);
    if (act === undefined) return [];
    return [act.folder !== undefined || folder === undefined ? act : { ...act, folder }];
  });
});

/** `-a`, `-am`, `-qam`: what is changed, without being named. */
export const takesAll = ({ words }: GitAct): boolean => words.some((word) => /^-[a-zA-Z]*a[a-zA-Z]*$/.test(word) || word === "--all");

/** Words that are no options. */
export const operands = ({ words }: GitAct): string[] => words.filter((word) => !word.startsWith("-"));
