import { expect, test } from "vitest";
import { repairs } from "../../src/cli/commands/fix-term.ts";

const ON_LINUX = `speed 38400 baud; rows 24; columns 80; line = 0;
intr = ^C; quit = ^\\; erase = ^H; min = 1; time = 0;
-parenb -parodd cs8 -ignbrk brkint -inpck -istrip -inlcr -igncr icrnl ixon -ixoff iutf8
opost -olcuc -ocrnl onlcr isig icanon iexten echo echoe echok -echonl -noflsh`;
const ON_BSD = `speed 38400 baud; 24 rows; 80 columns;
lflags: icanon isig iexten echo echoe -echok echoke -echonl echoctl
iflags: -istrip icrnl -inlcr -igncr ixon -ixoff ixany imaxbel iutf8
oflags: opost onlcr -oxtabs -onocr -onlret
cchars: erase = ^?; intr = ^C;`;

test.each([ON_LINUX, ON_BSD])("settings that are in order are left alone, and so are the user's own", (settings) => {
  expect(repairs(settings)).toEqual([]);
  expect(repairs(settings.replace(" ixon", " -ixon").replace(" iexten", " -iexten").replace(" echoe", " -echoe"))).toEqual([]);
});

test.each(["icanon", "echo", "isig", "icrnl", "opost"])(
  "without %s a terminal is of no use, and all that raw modes change is set",
  (flag) => {
    for (const settings of [ON_LINUX, ON_BSD]) {
      const repair = repairs(settings.replace(new RegExp(`(\\s)${flag}\\b`), `$1-${flag}`));
      expect(repair).toEqual(expect.arrayContaining(["icanon", "echo", "isig", "icrnl", "opost", "ixon"]));
      // Nothing that raw modes leave alone.
      expect(repair.join(" ")).not.toMatch(/sane|erase|iutf8|rows|tab/);
    }
  },
);
