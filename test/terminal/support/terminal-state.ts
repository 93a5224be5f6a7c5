// All that a program can leave on in a terminal, as a terminal sees it: a headless xterm, and what it leaves to its owner kept here.
// Written without a look at src/run/mode-tracker.ts: it is what that is judged by.
import xterm from "@xterm/headless";

export type TerminalState = Readonly<Record<string, unknown>>;

export type WatchedTerminal = {
  write(bytes: Uint8Array | string): Promise<void>;
  state(): TerminalState;
  /** Rows of the active buffer, trailing blanks cut. */
  view(): string;
};

type Screen = "main" | "alt";
/** Private modes that xterm.js does not know. */
const UNKNOWN_TO_XTERM = [5, 66, 69, 1001, 1005, 1015, 1016, 2031, 2048];

/** Parts of xterm.js that it does not show: its own names for them. */
type Core = {
  buffer: { scrollTop: number; scrollBottom: number };
  coreService: { isCursorHidden: boolean; decPrivateModes: { cursorStyle?: string; cursorBlink?: boolean } };
  coreMouseService: { activeEncoding: string };
  _charsetService: { glevel: number; charset: unknown };
  _inputHandler: { _curAttrData: { fg: number; bg: number; extended: { urlId: number } }; _windowTitleStack: string[] };
};

/** Kitty's stacks of keyboard flags, one for each screen, and xterm's key resources. */
function watchKeyboard(terminal: xterm.Terminal) {
  const stacks: Record<Screen, number[]> = { main: [0], alt: [0] };
  const resources = new Map<number, number>();
  const stack = () => stacks[terminal.buffer.active.type === "alternate" ? "alt" : "main"];
  const number = (value: number | number[] | undefined): number => (typeof value === "number" ? value : 0);
  const on = (prefix: string, final: string, act: (first: number, second: number | undefined) => void) =>
    terminal.parser.registerCsiHandler({ prefix, final }, ([first, second]) => {
      act(number(first), second === undefined ? undefined : number(second));
      return true;
    });
  on(">", "u", (flags) => void stack().push(flags));
  on("<", "u", (count) => {
    for (let left = count || 1; left > 0 && stack().length > 1; left--) stack().pop();
  });
  on("=", "u", (flags) => void stack().splice(-1, 1, flags));
  on(">", "m", (resource, value) => (value ? resources.set(resource, value) : resources.delete(resource)));
  // The alternate screen's stack is nothing to a program on the main one.
  return () => ({ keyboard: [...stack()], keyResources: [...resources] });
}

/** Modes by number, colours by code, links by their sequences. */
function watchTheRest(terminal: xterm.Terminal) {
  const modes = new Set<number>();
  const colours = new Set<number>();
  let progress = false;
  const switched = (final: "h" | "l") =>
    terminal.parser.registerCsiHandler({ prefix: "?", final }, (params) => {
      for (const mode of params.filter((one) => UNKNOWN_TO_XTERM.includes(Number(one)))) {
        if (final === "h") modes.add(Number(mode));
        else modes.delete(Number(mode));
      }
      return false;
    });
  switched("h");
  switched("l");
  for (const code of [4, 10, 11, 12]) {
    terminal.parser.registerOscHandler(code, (text) => void colours.add(text.endsWith("?") ? -1 : code) === undefined);
    terminal.parser.registerOscHandler(100 + code, () => void colours.delete(code) === undefined);
  }
  terminal.parser.registerOscHandler(9, (text) => {
    progress = text.startsWith("4;") && !text.startsWith("4;0");
    return true;
  });
  return () => ({ otherModes: [...modes], colours: [...colours].filter((code) => code > 0), progress });
}

function ownStateOf(terminal: xterm.Terminal): TerminalState {
  const core = Reflect.get(terminal, "_core") as Core;
  const { _curAttrData: attributes, _windowTitleStack: titles } = core._inputHandler;
  return {
    ...terminal.modes,
    screen: terminal.buffer.active.type,
    mouseEncoding: core.coreMouseService.activeEncoding,
    cursorHidden: core.coreService.isCursorHidden,
    cursorStyle: core.coreService.decPrivateModes.cursorStyle,
    margins: [core.buffer.scrollTop, core.buffer.scrollBottom],
    lineDrawing: core._charsetService.charset !== undefined,
    shifted: core._charsetService.glevel,
    newLineMode: terminal.options.convertEol,
    colour: [attributes.fg, attributes.bg & 0xdfffffff],
    link: attributes.extended.urlId,
    titles: titles.length,
  };
}

export function watchTerminal(size = { cols: 80, rows: 24 }): WatchedTerminal {
  const terminal = new xterm.Terminal({
    ...size,
    allowProposedApi: true,
    scrollback: 2000,
    windowOptions: { pushTitle: true, popTitle: true },
  });
  const keyboard = watchKeyboard(terminal);
  const rest = watchTheRest(terminal);
  return {
    write: (bytes) => new Promise((resolve) => terminal.write(bytes, resolve)),
    state: () => ({ ...ownStateOf(terminal), ...keyboard(), ...rest() }),
    view: () => {
      const { active } = terminal.buffer;
      return Array.from({ length: terminal.rows }, (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? "")
        .join("\n")
        .trimEnd();
    },
  };
}

/** What a new terminal is like after these outputs. */
export async function stateAfter(...outputs: (string | Buffer)[]): Promise<TerminalState> {
  const terminal = watchTerminal();
  for (const output of outputs) await terminal.write(output);
  return terminal.state();
}

export const UNTOUCHED = await stateAfter();
