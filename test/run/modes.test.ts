import xterm from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { modeTracker } from "../../src/run/modes.ts";

const ESC = "\x1b";
const undoOf = (...chunks: string[]): string => {
  const modes = modeTracker();
  for (const chunk of chunks) modes.see(Buffer.from(chunk));
  return modes.undo();
};

test("nothing is undone where nothing was set", () => {
  expect(undoOf("plain \x1b[31mred\x1b[0m text\r\n", "\x1b[2J\x1b[H\x1b[10;5H\x1b[K")).toBe("");
  expect(undoOf("\x1b]0;title\x07\x1b[6n\x1b[c\x1b[?u\x1b[>q")).toBe("");
});

test("a mode that was set and unset again is left alone", () => {
  expect(undoOf("\x1b[?2004h\x1b[?25l", "\x1b[?25h\x1b[?2004l")).toBe("");
  expect(undoOf("\x1b[?1049h\x1b[>7u\x1b[<u\x1b[?1049l")).toBe("");
});

test.each([
  ["paste", "[?2004h", "[?2004l"],
  ["focus", "[?1004h", "[?1004l"],
  ["colour scheme", "[?2031h", "[?2031l"],
  ["synchronised output", "[?2026h", "[?2026l"],
  ["alternate scroll", "[?1007h", "[?1007l"],
  ["cursor hidden", "[?25l", "[?25h"],
  ["no wrap", "[?7l", "[?7h"],
  ["application cursor keys", "[?1h", "[?1l"],
  ["keypad", "=", ">"],
  ["modifyOtherKeys", "[>4;2m", "[>4m"],
  ["scroll region", "[3;10r", "7\x1b[r\x1b8"],
  ["cursor shape", "[5 q", "[0 q"],
  ["kitty keys", "[>7u", "[<1u"],
  ["kitty keys set in place", "[=5;1u", "[=0u"],
])("%s is undone", (_what, set, undo) => {
  expect(undoOf(ESC + set)).toBe(ESC + undo);
});

test("several modes in one sequence are undone one by one", () => {
  expect(undoOf("\x1b[?1000;1002;1003;1006h")).toBe("\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l");
});

test("the keyboard stack of the alternate screen is popped before it is left, the main one's after", () => {
  expect(undoOf("\x1b[>1u\x1b[>3u\x1b[?1049h\x1b[>7u")).toBe("\x1b[<1u\x1b[?1049l\x1b[<2u");
});

test("a full reset by the agent itself forgets everything", () => {
  expect(undoOf("\x1b[?1049h\x1b[?25l\x1b[>1u\x1bc")).toBe("");
});

test("redo sets again what undo has unset", () => {
  const modes = modeTracker();
  modes.see(Buffer.from("\x1b[>5u\x1b[?1049h\x1b[>7u\x1b[?2004h\x1b[?25l\x1b="));
  expect(modes.redo()).toBe("\x1b[>5u\x1b[?1049h\x1b[>7u\x1b[?2004h\x1b=\x1b[?25l");
});

test("a sequence cut anywhere counts the same", () => {
  const stream = "a\x1b[?1049h\x1b[>7ub\x1b[?25l\x1b[?1000;1006h\x1b[>4;1mxyz\x1b=\x1b[2;9r\x1b\x1b[?2004h é日";
  const whole = undoOf(stream);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), stream.length];
      const modes = modeTracker();
      for (let index = 1; index < at.length; index++) modes.see(Buffer.from(stream.slice(at[index - 1], at[index])));
      expect(modes.undo()).toBe(whole);
    }),
  );
});

test("any bytes at all are survived, and an endless sequence is given up", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void modeTracker().see(bytes)));
  expect(undoOf(`\x1b[${"1;".repeat(5000)}`, "\x1b[?25l")).toBe("\x1b[?25h");
});

async function stateAfter(stream: string): Promise<unknown> {
  const terminal = new xterm.Terminal({ allowProposedApi: true, cols: 80, rows: 24 });
  await new Promise<void>((resolve) => terminal.write(`$ agent\r\n${stream}`, resolve));
  const { buffer, modes } = terminal;
  return { screen: buffer.active.type, modes: { ...modes }, row: buffer.active.cursorY, column: buffer.active.cursorX };
}

test("a terminal is in the same state after the undoing as before the agent", async () => {
  const agent = "\x1b[?1049h\x1b[?1h\x1b=\x1b[?2004h\x1b[?1004h\x1b[?1003h\x1b[?1006h\x1b[?7l\x1b[?25l\x1b[3;9r\x1b[5;5Hdying";
  const before = await stateAfter("");
  expect(await stateAfter(agent)).not.toEqual(before);
  expect(await stateAfter(agent + undoOf(agent))).toEqual(before);
});
