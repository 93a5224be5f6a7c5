// Raw mode in two steps: keys at once, exact output when it matters.
import { createRequire } from "node:module";
import { isatty, type ReadStream } from "node:tty";

/** Output is made exact when the first byte comes that needs it, or after this time: `stty` costs a few ms that the first byte should not wait for. */
const EXACT_AFTER_MS = 30;
/** On a machine that is busy beyond all measure `stty` takes longer: then it is tried again at the next need, so often. */
const STTY_WAIT_MS = 1000;
const STTY_TRIES = 5;

const load = createRequire(import.meta.url);
const [TAB, LF, CR] = [0x09, 0x0a, 0x0d];

/** Bytes that a terminal driver in its usual mode would change. */
export const needsExactOutput = (bytes: Uint8Array): boolean => bytes.includes(LF) || bytes.includes(CR) || bytes.includes(TAB);

/**
 * Node's raw mode leaves output processing on (LF becomes CR LF), and has no other (nodejs/node#64140). `setRawMode(false)` undoes this too.
 * False if another try may succeed: it had no time, or no descriptor was left.
 */
function switchOutputProcessingOff(fd: number): boolean {
  const { spawnSync }: typeof import("node:child_process") = load("node:child_process");
  const { error } = spawnSync("stty", ["-opost"], { stdio: [fd, "ignore", "ignore"], timeout: STTY_WAIT_MS });
  return error === undefined || ("code" in error && error.code === "ENOENT");
}

/** Read when needed: making `stdin` takes a while. */
type Keys = { readonly stdin: Pick<ReadStream, "setRawMode" | "isRaw"> & { readonly fd: number } };

/** Only in the foreground: whoever sets a terminal from the background is stopped in the middle of it, and sets what another job has chosen. */
type Modes = {
  raw(): void;
  cooked(): void;
  /** In raw mode, unless it is already. */
  makeExact(): void;
};

export function terminalModes(streams: Keys, isOurs: () => boolean): Modes {
  let state: "cooked" | "raw" | "exact" = "cooked";
  let timer: NodeJS.Timeout | undefined;
  let triesLeft = STTY_TRIES;
  const makeExact = () => {
    if (state !== "raw" || triesLeft <= 0 || !isOurs()) return;
    clearTimeout(timer);
    triesLeft--;
    if (switchOutputProcessingOff(streams.stdin.fd)) state = "exact";
    else timer = setTimeout(makeExact, EXACT_AFTER_MS);
  };
  return {
    raw() {
      if (state !== "cooked" || !isOurs()) return;
      state = "raw";
      triesLeft = STTY_TRIES;
      // So it thinks if it was left in the background; Node does nothing for a mode that it believes is on.
      if (streams.stdin.isRaw) streams.stdin.setRawMode(false);
      streams.stdin.setRawMode(true);
      timer = setTimeout(makeExact, EXACT_AFTER_MS);
    },
    cooked() {
      clearTimeout(timer);
      if (state === "cooked") return;
      state = "cooked";
      // Asked of the system, since nobody may have told us yet that it is gone.
      if (isOurs() && isatty(streams.stdin.fd)) streams.stdin.setRawMode(false);
    },
    makeExact,
  };
}
