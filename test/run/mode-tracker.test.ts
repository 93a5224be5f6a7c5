import xterm from "@xterm/headless";
import fc from "fast-check";
import { expect, test } from "vitest";
import { modeTracker } from "../../src/run/mode-tracker.ts";

const ESC = "\x1b";
const after = (chunks: readonly string[]) => {
  const modes = modeTracker();
  for (const chunk of chunks) modes.see(Buffer.from(chunk));
  return modes;
};
const undoOf = (...chunks: string[]): string => after(chunks).undo({ looks: true });
const endOf = (...chunks: string[]): string => after(chunks).undo({ looks: false });

test("nothing is undone where nothing was set", () => {
  expect(
    undoOf(
      "plain \x1b[31mred\x1b[39m, \x1b[1;4:3;38;5;9;48:2::1:2:3mall of it\x1b[m, \x1b[1;38;2;22;22;22mone by one\x1b[22;39;48;5;48m too\x1b[49;4:1m\x1b[4:0m text\r\n",
      "\x1b[2J\x1b[H\x1b[10;5H\x1b[K",
    ),
  ).toBe("");
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
  ["reverse video", "[?5h", "[?5l"],
  ["origin", "[?6h", "[!p"],
  ["margins", "[?69h", "[?69l"],
  ["sizes in the input", "[?2048h", "[?2048l"],
  ["insert", "[4h", "[4l"],
  ["line drawing", "(0", "(B"],
  ["cursor hidden", "[?25l", "[?25h"],
  ["no wrap", "[?7l", "[?7h"],
  ["application cursor keys", "[?1h", "[?1l"],
  ["keypad", "=", ">"],
  ["modifyOtherKeys", "[>4;2m", "[>4m"],
  ["scroll region", "[3;10r", "7\x1b[r\x1b8"],
  ["another key resource", "[>1;2m", "[>1m"],
  ["kitty keys", "[>7u", "[<1u"],
  ["kitty keys set in place", "[=5;1u", "[=0u"],
])("%s is undone", (_what, set, undo) => {
  expect(undoOf(ESC + set)).toBe(ESC + undo);
  expect(endOf(ESC + set)).toBe(ESC + undo);
});

test.each([
  ["cursor shape", "[5 q", "[0 q"],
  ["a colour", "[31m", "[0m"],
  ["a colour after a reset", "[1m\x1b[0;38:5:200m", "[0m"],
  ["bold, when only the colour was taken back", "[1;31m\x1b[39m", "[0m"],
  ["a colour whose parts look like others", "[38;5;38;1m\x1b[39m", "[0m"],
  ["a curly underline", "[4:3m", "[0m"],
  ["a link", "]8;id=1;https://example.org\x07", "]8;;\x1b\\"],
  ["a very long link", `]8;;https://example.org/${"x".repeat(1000)}\x1b\\`, "]8;;\x1b\\"],
  ["a background", "]11;#000000\x07", "]111\x1b\\"],
  ["the palette", "]4;1;rgb:1/2/3\x07", "]104\x1b\\"],
  ["a pushed title", "[22;0t", "[23;0t"],
  ["progress", "]9;4;3\x07", "]9;4;0\x1b\\"],
])("what only looks different is undone, but not after a good end: %s", (_what, set, undo) => {
  expect(undoOf(ESC + set)).toBe(ESC + undo);
  expect(endOf(ESC + set)).toBe("");
});

test("what looked different and does not any more is left alone", () => {
  expect(undoOf("\x1b[5 q\x1b[ q", "\x1b]8;;https://a.b\x1b\\link\x1b]8;;\x1b\\", "\x1b[22;2t\x1b]2;me\x07\x1b[23;2t")).toBe("");
  expect(undoOf("\x1b]11;red\x07\x1b]111\x07", "\x1b]11;?\x07\x1b]4;3;?\x07", "\x1b]9;4;1;50\x07\x1b]9;4;0\x07")).toBe("");
  expect(undoOf("\x1b7\x1b[31m\x1b8", "\x1b[?1049h\x1b[31m\x1b[?1049l", "\x1b(0qqq\x1b(B", "\x0elqk\x0f")).toBe("");
});

test("a shift to another character set is undone", () => {
  expect(endOf("\x1b)0\x0elqqk")).toBe("\x0f");
});

test("text in a string is no mode: it goes to somebody else", () => {
  expect(undoOf("\x1bPtmux;[?2004h\x1b\\", "\x1b_G[?25l\x1b\\", "\x1b]0;[?1049h\x07")).toBe("");
});

test("a sequence that the agent's death cut off is called off first, and so cannot take what comes next for more of it", () => {
  for (const cut of ["\x1b", "\x1b[", "\x1b[38;5;1", "\x1b]0;a tit", `\x1b]52;c;${"A".repeat(1000)}`, "\x1bP1;2q", "\x1b("])
    expect(endOf("\x1b[?25l", cut)).toBe("\x18\x1b\\\x1b[?25h");
  for (const whole of ["\x1b[2J", "\x1b]0;a title\x07", `\x1b]52;c;${"A".repeat(1000)}\x1b\\`, "\x1b]0;called off\x18", "\x1bP1;2q\x1b\\"])
    expect(endOf("\x1b[?25l", whole)).toBe("\x1b[?25h");
});

test("an agent stopped in the middle of a sequence goes on in the middle of it", () => {
  const modes = after(["\x1b[?25l\x1b[?104"]);
  modes.undo({ looks: true });
  expect(modes.redo()).toBe("\x1b[?25l\x1b[?104");
});

test("flags set in place belong to the screen they were set on", () => {
  expect(undoOf("\x1b[=1u\x1b[?1049h\x1b[>7u")).toBe("\x1b[<1u\x1b[?1049l\x1b[=0u");
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
  modes.see(Buffer.from("\x1b[>5u\x1b[?1049h\x1b[>7u\x1b[?2004h\x1b[?25l\x1b=\x1b[5 q\x1b]11;red\x07\x1b[>4;2m\x1b[22;0t"));
  expect(modes.redo()).toBe("\x1b[22;0t\x1b[>5u\x1b[?1049h\x1b[>7u\x1b[>4;2m\x1b[?2004h\x1b=\x1b]11;red\x1b\\\x1b[5 q\x1b[?25l");
});

test("a sequence cut anywhere counts the same", () => {
  const stream =
    "a\x1b[?1049h\x1b[>7ub\x1b[?25l\x1b[?1000;1006h\x1b]8;;https://a.b\x1b\\x\x1b[>4;1myz\x1b(0\x1b=\x1b[2;9r\x1b\x1b[?2004h\x1b[31mé日\x0e\x1bP";
  const whole = undoOf(stream);
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: stream.length }), { maxLength: 12 }), (cuts) => {
      const at = [0, ...cuts.sort((a, b) => a - b), stream.length];
      const modes = modeTracker();
      for (let index = 1; index < at.length; index++) modes.see(Buffer.from(stream.slice(at[index - 1], at[index])));
      expect(modes.undo({ looks: true })).toBe(whole);
    }),
  );
});

test("any bytes at all are survived, and an endless sequence is given up", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void modeTracker().see(bytes)));
  expect(undoOf(`\x1b[${"1;".repeat(5000)}`, "\x1b[?25l")).toBe("\x1b[?25h");
  expect(undoOf(`\x1b[>1u`.repeat(5000))).toBe("\x1b[<99u");
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
