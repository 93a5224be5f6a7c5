// What a toy agent prints to switch on all that can be left on, for the `printf` of a shell.

/** Everything that src/run/left-on.ts knows. */
export const EVERYTHING = [
  "[22;0t",
  "]0;agent at work\\007",
  "[>1u",
  "[?1049h",
  "[>7u",
  "[=5;1u",
  "[>4;2m",
  "[?1h",
  "[?5h",
  "[?7l",
  "[?25l",
  "[?66h",
  "[?69h",
  "[?1003h",
  "[?1006h",
  "[?1004h",
  "[?2004h",
  "[?2031h",
  "[?2048h",
  "[4h",
  "[20h",
  "=",
  "[3;9r",
  "[5 q",
  "(0",
  "[1;4;38;5;9;48;2;1;2;3m",
  "]8;;https://example.org\\007",
  "]11;rgb:00/00/00\\007",
  "]9;4;3\\007",
  "[?2026h",
]
  .map((sequence) => `\\033${sequence}`)
  .join("");
/** The beginning of a title: the agent's death finds it in the middle of writing. */
export const CUT_OFF = "\\033]0;in the mid";
