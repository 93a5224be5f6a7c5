// The characters that a user's terminal gives a meaning (erase, interrupt, …), for the agent's terminal: it starts with the usual ones.
// Only these are copied, not the modes: the agent may have set its own by the time we know.
import { setTerminal, settingsOf } from "./stty.ts";

/** As `stty` names and shows them; what the PTY library sets. Names that differ elsewhere (BSD's `reprint`) are left alone. */
const USUAL: Readonly<Record<string, string>> = {
  intr: "^C",
  quit: "^\\",
  erase: "^?",
  kill: "^U",
  eof: "^D",
  start: "^Q",
  stop: "^S",
  susp: "^Z",
  rprnt: "^R",
  werase: "^W",
  lnext: "^V",
};

/** Arguments for `stty` that make the usual characters those of `settings`, the output of `stty -a`. */
export function unusualKeys(settings: string): string[] {
  const pairs = [...settings.matchAll(/\b([a-z]+) = ([^;\s]+);/g)];
  return pairs.flatMap(([, name = "", value = ""]) =>
    USUAL[name] === undefined || USUAL[name] === value ? [] : [name, value === "<undef>" ? "undef" : value],
  );
}

/** Not at once: starting a program takes some ms, and the agent's first screen comes before a rare wish. */
const COPY_AFTER_MS = 300;

/** Later and in the background; returns how to call it off. Where `stty` is missing or says no, the usual characters stay. */
export function copySpecialKeysSoon(fromFd: number, toFd: number): () => void {
  let isOff = false;
  const copy = (settings: string) => {
    const keys = unusualKeys(settings);
    if (!isOff && keys.length > 0) setTerminal(toFd, keys);
  };
  const timer = setTimeout(() => void settingsOf(fromFd).then(copy), COPY_AFTER_MS).unref();
  return () => {
    isOff = true;
    clearTimeout(timer);
  };
}
