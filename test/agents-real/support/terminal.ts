// A person at a terminal: node-pty as the outer terminal, a headless xterm as its screen, fingers that are not too fast.
import xterm from "@xterm/headless";
import { type IPty, spawn } from "node-pty";
import { until } from "./until.ts";

/** Faster keys are taken for a paste, and Enter within a paste for a line break. */
const KEY_PAUSE_MS = 100;
const ENTER_PAUSE_MS = 1000;
/** A drawn prompt may take no input for 9 s on a slow machine. */
export const SCREEN_WAIT_MS = 45_000;
export const EXIT_WAIT_MS = 30_000;

export type Exit = { code: number; signal: number };

export type Terminal = {
  readonly pid: number;
  /** What a person sees now: rows of the active buffer, trailing blanks cut. */
  screen(): string;
  /** Everything printed outside the alternate screen, scrolled-off lines included. */
  normalScreen(): string;
  /** All bytes that reached the terminal, as they came. */
  raw(): string;
  isAlternate(): boolean;
  press(keys: string): void;
  /** One character after the other, as fingers do. */
  type(text: string): Promise<void>;
  /** `type`, a second's pause, Enter. */
  say(text: string): Promise<void>;
  waitForScreen(what: RegExp, timeoutMs?: number): Promise<string>;
  readonly exit: Promise<Exit>;
  waitForExit(timeoutMs?: number): Promise<Exit>;
  close(): void;
};

export type TerminalStart = { argv: readonly string[]; env: Readonly<Record<string, string>>; cwd: string; cols?: number; rows?: number };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Replies of a plain xterm that the headless one leaves to its owner. No answer to the kitty query: a plain xterm has none. */
function answerQueries(screen: xterm.Terminal, reply: (text: string) => void): void {
  screen.onData(reply);
  screen.parser.registerOscHandler(10, (data) => data === "?" && (reply("\x1b]10;rgb:ffff/ffff/ffff\x1b\\"), true));
  screen.parser.registerOscHandler(11, (data) => data === "?" && (reply("\x1b]11;rgb:0000/0000/0000\x1b\\"), true));
  screen.parser.registerCsiHandler({ prefix: ">", final: "q" }, () => {
    reply("\x1bP>|XTerm(390)\x1b\\");
    return true;
  });
}

function textOf(buffer: xterm.IBuffer, from: number, rows: number): string {
  const lines = Array.from({ length: rows }, (_, row) => buffer.getLine(from + row)?.translateToString(true) ?? "");
  return lines.join("\n").trimEnd();
}

export function openTerminal(start: TerminalStart): Terminal {
  const size = { cols: start.cols ?? 110, rows: start.rows ?? 36 };
  const screen = new xterm.Terminal({ ...size, scrollback: 5000, allowProposedApi: true });
  const [file = "", ...args] = start.argv;
  const pty: IPty = spawn(file, args, { name: "xterm-256color", ...size, cwd: start.cwd, env: { ...start.env } });
  let raw = "";
  let isOpen = true;
  const press = (keys: string) => {
    if (isOpen) pty.write(keys);
  };
  answerQueries(screen, press);
  pty.onData((data) => {
    raw += data;
    screen.write(data);
  });
  const exit = new Promise<Exit>((resolve) => {
    pty.onExit(({ exitCode, signal }) => {
      isOpen = false;
      screen.write("", () => resolve({ code: exitCode, signal: signal ?? 0 }));
    });
  });
  const view = () => textOf(screen.buffer.active, screen.buffer.active.baseY, size.rows);
  const type = async (text: string) => {
    for (const key of text) {
      press(key);
      await pause(KEY_PAUSE_MS);
    }
  };
  return {
    pid: pty.pid,
    screen: view,
    normalScreen: () => textOf(screen.buffer.normal, 0, screen.buffer.normal.length),
    raw: () => raw,
    isAlternate: () => screen.buffer.active.type === "alternate",
    press,
    type,
    say: async (text) => {
      await type(text);
      await pause(ENTER_PAUSE_MS);
      press("\r");
    },
    waitForScreen: (what, timeoutMs = SCREEN_WAIT_MS) =>
      until(`the screen shows ${what}`, timeoutMs, () => (what.test(view()) ? view() : undefined)),
    exit,
    waitForExit: (timeoutMs = EXIT_WAIT_MS) => {
      let ended: Exit | undefined;
      void exit.then((value) => (ended = value));
      return until("the program has ended", timeoutMs, () => ended);
    },
    close: () => {
      if (isOpen) pty.kill("SIGKILL");
    },
  };
}
