// The screen of a plain xterm, without a window: what a person sees, the modes that are on, answers to what programs ask.
import xterm from "@xterm/headless";

export type Size = { cols: number; rows: number };

export type Screen = {
  write(data: string): void;
  /** Resolves when all that was written is on the screen. */
  drawn(): Promise<void>;
  /** Rows of the active buffer, trailing blanks cut. */
  view(): string;
  /** Everything printed outside the alternate screen, scrolled-off lines included. */
  normal(): string;
  modesOn(): string[];
};

const SCROLLBACK_LINES = 5000;

/** Replies of a plain xterm that the headless one leaves to its owner. No answer to the kitty query: a plain xterm has none. */
function answerQueries(screen: xterm.Terminal, reply: (text: string) => void): void {
  const colour = (code: number, value: string) =>
    screen.parser.registerOscHandler(code, (data) => {
      if (data === "?") reply(`\x1b]${code};rgb:${value}\x1b\\`);
      return true;
    });
  screen.onData(reply);
  colour(10, "ffff/ffff/ffff");
  colour(11, "0000/0000/0000");
  screen.parser.registerCsiHandler({ prefix: ">", final: "q" }, () => {
    reply("\x1bP>|XTerm(390)\x1b\\");
    return true;
  });
}

function modesOn(screen: xterm.Terminal): string[] {
  const { modes, buffer } = screen;
  const on = {
    "alternate screen": buffer.active.type === "alternate",
    mouse: modes.mouseTrackingMode !== "none",
    "bracketed paste": modes.bracketedPasteMode,
    focus: modes.sendFocusMode,
    "application cursor keys": modes.applicationCursorKeysMode,
    "application keypad": modes.applicationKeypadMode,
    "synchronized output": modes.synchronizedOutputMode,
  };
  return Object.entries(on).flatMap(([name, isOn]) => (isOn ? [name] : []));
}

function textOf(buffer: xterm.IBuffer, from: number, rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => buffer.getLine(from + row)?.translateToString(true) ?? "");
  return lines.join("\n").trimEnd();
}

/** `reply` gets the answers to a program's questions, to be sent back as input. */
export function openScreen(size: Size, reply: (text: string) => void): Screen {
  const screen = new xterm.Terminal({ ...size, scrollback: SCROLLBACK_LINES, allowProposedApi: true });
  answerQueries(screen, reply);
  return {
    write: (data) => screen.write(data),
    drawn: () => new Promise((resolve) => screen.write("", resolve)),
    view: () => textOf(screen.buffer.active, screen.buffer.active.baseY, size.rows),
    normal: () => textOf(screen.buffer.normal, 0, screen.buffer.normal.length),
    modesOn: () => modesOn(screen),
  };
}
