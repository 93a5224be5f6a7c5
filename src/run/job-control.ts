// What keys and process states say about stopping: pure.

const CTRL_Z = 0x1a;
const PASTE_START = "\x1b[200~";
const PASTE_END = "\x1b[201~";
/**
 * Ctrl-Z as the byte, as the kitty protocol's `CSI 122[:alternates];modifiers[:event]u`, or as xterm's `CSI 27;modifiers;122~`.
 * Modifiers are 1 + bits: 4 is Ctrl, 64 and 128 are Caps Lock and Num Lock.
 */
const KEY = /\x1a|\x1b\[122(?::\d*)*;(?:5|69|133|197)(?::([123]))?(?:;[\d:]*)?u|\x1b\[27;(?:5|69|133|197);122~/g;
const KEY_RELEASED = "3";

/** "sequence": as one of the keyboard protocols sends it, which no terminal driver makes a signal of. */
export type CtrlZ = "byte" | "sequence";

/** `pressed`: the last Ctrl-Z in it. */
type FilteredInput = { forward: Uint8Array; pressed: CtrlZ | undefined };

/** Takes Ctrl-Z out of the user's input. Pasted text is left alone, and so is a key whose bytes come in two pieces: holding back an ESC would delay it. */
export function ctrlZFilter(): (input: Buffer) => FilteredInput {
  let isPasting = false;
  return (input) => {
    const wasPasting = isPasting;
    const text = input.toString("latin1");
    const started = text.lastIndexOf(PASTE_START);
    const ended = text.lastIndexOf(PASTE_END);
    if (started !== ended) isPasting = started > ended;
    if (wasPasting || started >= 0 || !(input.includes(CTRL_Z) || text.includes("\x1b["))) return { forward: input, pressed: undefined };
    let pressed: CtrlZ | undefined;
    const rest = text.replace(KEY, (key: string, event: string | undefined) => {
      if (event !== KEY_RELEASED) pressed = key.length === 1 ? "byte" : "sequence";
      return "";
    });
    return { forward: rest.length === text.length ? input : Buffer.from(rest, "latin1"), pressed };
  };
}

/** From the text of `/proc/PID/stat`. The command's name stands in brackets and may hold anything, brackets too. */
export const isStopped = (procStat: string): boolean => procStat[procStat.lastIndexOf(")") + 2] === "T";
