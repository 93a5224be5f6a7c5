// A person at a terminal: node-pty as the outer terminal, a headless xterm as its screen, fingers that are not too fast.
import { type IPty, spawn } from "node-pty";
import { until } from "../../support/until.ts";
import { openScreen } from "./screen.ts";

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
  /** Types, sees it on the screen, waits a second, Enter. */
  say(text: string): Promise<void>;
  /** Resolves once typed keys really arrive: a drawn prompt may take none for seconds. */
  ready(): Promise<void>;
  waitForScreen(what: RegExp, timeoutMs?: number): Promise<string>;
  waitForExit(timeoutMs?: number): Promise<Exit>;
  close(): void;
};

export type TerminalStart = { argv: readonly string[]; env: Readonly<Record<string, string>>; cwd: string; cols?: number; rows?: number };

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

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

async function typeSlowly(text: string, press: (keys: string) => void): Promise<void> {
  for (const key of text) {
    press(key);
    await pause(KEY_PAUSE_MS);
  }
}

async function say(text: string, view: () => string, press: (keys: string) => void): Promise<void> {
  await typeSlowly(text, press);
  const end = text.slice(-12);
  await until(`the screen shows the typed ${JSON.stringify(end)}`, ECHO_WAIT_MS, () => view().includes(end) || undefined);
  await pause(ENTER_PAUSE_MS);
  press("\r");
}

export function openTerminal(start: TerminalStart): Terminal {
  const size = { cols: start.cols ?? 110, rows: start.rows ?? 36 };
  const [file = "", ...args] = start.argv;
  const pty: IPty = spawn(file, args, { name: "xterm-256color", ...size, cwd: start.cwd, env: { ...start.env } });
  let raw = "";
  let ended: Exit | undefined;
  const press = (keys: string) => {
    if (ended === undefined) pty.write(keys);
  };
  const screen = openScreen(size, press);
  pty.onData((data) => {
    raw += data;
    screen.write(data);
  });
  pty.onExit(({ exitCode, signal }) => {
    ended = { code: exitCode, signal: signal ?? 0 };
  });
  const { view } = screen;
  return {
    pid: pty.pid,
    screen: view,
    normalScreen: screen.normal,
    raw: () => raw,
    modesOn: screen.modesOn,
    press,
    say: (text) => say(text, view, press),
    ready: () => takesKeys(view, press),
    waitForScreen: (what, timeoutMs = SCREEN_WAIT_MS) =>
      until(`the screen shows ${what}`, timeoutMs, () => (what.test(view()) ? view() : undefined)),
    waitForExit: async (timeoutMs = EXIT_WAIT_MS) => {
      const exit = await until("the program has ended", timeoutMs, () => ended);
      await screen.drawn();
      return exit;
    },
    close: () => {
      if (ended === undefined) pty.kill("SIGKILL");
    },
  };
}
