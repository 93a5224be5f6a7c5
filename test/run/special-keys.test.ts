import { expect, test } from "vitest";
import { unusualKeys } from "../../src/run/special-keys.ts";

const GNU = `speed 38400 baud; rows 24; columns 80; line = 0;
intr = ^C; quit = ^\\; erase = ^?; kill = ^U; eof = ^D; eol = <undef>; eol2 = <undef>;
swtch = <undef>; start = ^Q; stop = ^S; susp = ^Z; rprnt = ^R; werase = ^W;
lnext = ^V; discard = ^O; min = 1; time = 0;
-parenb -parodd isig icanon`;

test("a terminal with the usual keys asks for no change", () => {
  expect(unusualKeys(GNU)).toEqual([]);
  expect(unusualKeys("")).toEqual([]);
});

test("other keys are named with their values, and keys without one as such", () => {
  expect(unusualKeys(GNU.replace("erase = ^?", "erase = ^H").replace("stop = ^S", "stop = <undef>"))).toEqual([
    "erase",
    "^H",
    "stop",
    "undef",
  ]);
});
