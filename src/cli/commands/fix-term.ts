// mem fix-term: puts a terminal right that `kill -9` of `mem` (or of any program) left raw, on its other screen, with the mouse on.
// Reads no settings and opens no database: it has to work when nothing else does.
import { spawnSync } from "node:child_process";
import { closeSync, constants, openSync, writeSync } from "node:fs";
import { isatty } from "node:tty";
import { MemError } from "../../model/error.ts";
import { RESET_EVERYTHING } from "../../run/mode-tracker.ts";

const STTY_WAIT_MS = 5000;
const STANDARD_STREAMS = [0, 1, 2] as const;

/** One of these is off in every terminal that cannot be used. */
const NEEDED = ["icanon", "echo", "isig", "icrnl", "opost"];
/** All that raw modes change, Node's and the system's own (cfmakeraw). Not more: characters of the user's own are kept, and so is the size. */
const USUAL = [...NEEDED, "iexten", "onlcr", "ixon", "brkint", "-inpck", "-istrip", "-igncr", "-inlcr", "min", "1", "time", "0"];

/** Arguments for `stty` that end raw mode; none where `settings`, from `stty -a`, are in order. */
export function repairs(settings: string): readonly string[] {
  const words = new Set(settings.split(/[\s;]+/));
  return NEEDED.some((flag) => words.has(`-${flag}`)) ? USUAL : [];
}

function stty(terminal: number, args: readonly string[]): string {
  const { error, status, stdout, stderr } = spawnSync("stty", args, {
    stdio: [terminal, "pipe", "pipe"],
    encoding: "utf8",
    timeout: STTY_WAIT_MS,
  });
  if (error === undefined && status === 0) return stdout;
  throw new MemError("stty-failed", `\`stty\` could not set this terminal: ${error?.message ?? stderr.trim()}.`, {
    hint: "Type `reset` and press Ctrl-J.",
    cause: error,
  });
}

/** `mem fix-term < /dev/pts/3` opens that terminal for reading only. */
function writeTo(terminal: number, text: string): void {
  try {
    writeSync(terminal, text);
  } catch {
    const again = openSync(`/dev/fd/${terminal}`, constants.O_WRONLY | constants.O_NOCTTY);
    try {
      writeSync(again, text);
    } finally {
      closeSync(again);
    }
  }
}

/**
 * When it ends, Node sets each terminal among its standard streams to what that was at its start, which would be raw again; but not a
 * stream that is another file by then.
 */
function letGoOfTerminals(): void {
  for (const stream of STANDARD_STREAMS.filter((one) => isatty(one))) {
    closeSync(stream);
    // The lowest free number, so this very one.
    openSync("/dev/null", constants.O_RDWR);
  }
}

/** The terminal of the first standard stream that has one. Throws MemError("no-terminal" | "stty-failed"). */
export function fixTerm(io: { out(text: string): void }): number {
  const terminal = STANDARD_STREAMS.find((stream) => isatty(stream));
  if (terminal === undefined)
    throw new MemError("no-terminal", "There is no terminal here.", {
      hint: "Run it in the terminal that is broken, or name that one: mem fix-term < /dev/pts/3",
    });
  const repair = repairs(stty(terminal, ["-a"]));
  if (repair.length > 0) stty(terminal, repair);
  writeTo(terminal, RESET_EVERYTHING);
  // Where it was raw nothing typed was shown, and the cursor may be anywhere in a line.
  io.out(
    repair.length > 0
      ? "\nmem: this terminal was raw; keys, echo and line ends are as usual again, and what a program had switched on is off.\n"
      : "mem: this terminal's settings are in order; what a program may have switched on (mouse, other screen, hidden cursor) is off.\n",
  );
  if (repair.length > 0) letGoOfTerminals();
  return 0;
}
