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
const ECHO_WAIT_MS = 20_000;

export type Exit = { code: number; signal: number };

export type Terminal = {
  readonly pid: number;
  /** What a person sees now: rows of the active buffer, trailing blanks cut. */
  screen(): string;
  /** Everything printed outside the alternate screen, scrolled-off lines included. */
  normalScreen(): string;
  /** All bytes that reached the terminal, as they came. */
  raw(): string;
  /** Modes that a program left on: none after a clean end. */
  modesOn(): string[];
  press(keys: string): void;
  /** One character after the other, as fingers do. */
  type(text: string): Promise<void>;
  /** Types, sees it on the screen, waits a second, Enter. */
  say(text: string): Promise<void>;
  /** Resolves once typed keys really arrive: a drawn prompt may take none for seconds. */
  ready(): Promise<void>;
  waitForScreen(what: RegExp, timeoutMs?: number): Promise<string>;
  readonly exit: Promise<Exit>;
  waitForExit(timeoutMs?: number): Promise<Exit>;
  close(): void;
};

export type TerminalStart = { argv: readonly string[]; env: Readonly<Record<string, string>>; cwd: string; cols?: number; rows?: number };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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

const TRIED = /[❯›]\s+(x+)(?:\s|$)/; // Claude puts a no-break space there
const TRY_KEY_EVERY_MS = 3000;

/** Keys typed before an agent reads its terminal are lost: try one that does no harm until it shows, then take it back. */
async function takesKeys(view: () => string, press: (keys: string) => void): Promise<void> {
  let triedAt = 0;
  await until("the prompt takes keys", SCREEN_WAIT_MS, () => {
    const shown = TRIED.exec(view())?.[1];
    if (shown !== undefined) return shown;
    if (/[❯›]/.test(view()) && Date.now() - triedAt > TRY_KEY_EVERY_MS) {
      triedAt = Date.now();
      press("x");
    }
    return undefined;
  });
  await until("the tried key is taken back", ECHO_WAIT_MS, async () => {
    const shown = TRIED.exec(view())?.[1];
    if (shown === undefined) return true;
    press("\x7f");
    await pause(KEY_PAUSE_MS * 3);
    return undefined;
  });
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
    modesOn: () => modesOn(screen),
    press,
    type,
    say: async (text) => {
      await type(text);
      const end = text.slice(-12);
      await until(`the screen shows the typed ${JSON.stringify(end)}`, ECHO_WAIT_MS, () => view().includes(end) || undefined);
      await pause(ENTER_PAUSE_MS);
      press("\r");
    },
    ready: () => takesKeys(view, press),
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
