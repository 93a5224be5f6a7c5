import { expect, test } from "vitest";
import { judged } from "../../src/run/ctrl-z.ts";

/** Process 7 in its own group; the terminal's keys go to `foreground`. */
const stat = (foreground: number) => `7 (a ) 1 (b) S 1 7 7 34816 ${foreground} 4194304`;
const status = (ignored: string, caught: string) => `Name:\tx\nSigIgn:\t${ignored}\nSigCgt:\t${caught}\n`;
/** SIGTSTP is signal 20. */
const [NONE, TSTP] = ["0000000000000000", "0000000000080000"];
const settings = (isig: string, susp = "^Z") => `start = ^Q; stop = ^S; susp = ${susp}; rprnt = ^R;\n-parenb cs8\n${isig} icanon iexten`;

test.each([
  ["the system would stop it", stat(7), status(NONE, NONE), settings("isig"), "stops"],
  ["it is told, and stops itself", stat(7), status(NONE, TSTP), settings("isig"), "leaves"],
  ["it is told of other signals only", stat(7), status(NONE, "00000000fff7ffff"), settings("isig"), "stops"],
  ["it reads the key", stat(7), status(NONE, NONE), settings("-isig"), "may-leave"],
  ["another key is the one that stops", stat(7), status(NONE, NONE), settings("isig", "^Y"), "may-leave"],
  ["none is", stat(7), status(NONE, NONE), settings("isig", "<undef>"), "may-leave"],
  ["it ignores the signal, as shells do", stat(7), status(TSTP, NONE), settings("isig"), "stays"],
  ["one of its jobs has the terminal", stat(9), status(NONE, NONE), settings("isig"), "stays"],
  ["it has just ended", "", "", settings("isig"), "stays"],
  ["nothing is told of its terminal", stat(7), status(NONE, NONE), "", "may-leave"],
])("%s", (_case, ofStat, ofStatus, ofTerminal, verdict) => {
  expect(judged(ofStat, ofStatus, ofTerminal)).toBe(verdict);
});
