// Terminal output → the text a person would have seen, for programs without a history of their own.
import type { IBuffer, Terminal } from "@xterm/headless";
import type { Millis } from "../model/ids.ts";
import type { Size } from "../model/launch.ts";

/** Lines kept above the screen; of more, the oldest go, as in a real terminal. Of a longer text only head and tail would be stored. */
export const SCROLLBACK_LINES = 3_000;
/** Fewer of very wide lines: each column takes 12 bytes, whether something is in it or not. */
const SCROLLBACK_CELLS = 1_000_000;
/** A full-screen program that shows the same for this long has something to read on its screen. */
const STILL_MS = 1500;
/** Screens of full-screen programs: lines in all, and lines of earlier screens that a new one is compared with. */
const SCREEN_LINES = 3_000;
const COMPARED_LINES = 400;

/** Output of a terminal of one size, in the order in which it came. */
export type ScreenSegment = { at: Millis; until?: Millis; size: Size; bytes: Uint8Array };

/** A line's text is put together from its characters, and stays a tree of some 30 bytes for each until somebody reads it. */
function flat(text: string): string {
  text.charCodeAt(0);
  return text;
}

/** The buffer's lines from `from`, those that only the width had wrapped joined again. */
function linesOf(buffer: IBuffer, from: number, to: number): string[] {
  const lines: string[] = [];
  for (let at = from; at < to; at += 1) {
    const line = buffer.getLine(at);
    const wraps = buffer.getLine(at + 1)?.isWrapped === true && at + 1 < to;
    const text = flat(line?.translateToString(!wraps) ?? "");
    if (line?.isWrapped === true && lines.length > 0) lines[lines.length - 1] += text;
    else lines.push(text);
  }
  return lines.map((line) => line.trimEnd());
}

const withoutEdges = (lines: readonly string[]): string[] => {
  const first = lines.findIndex((line) => line !== "");
  const last = lines.findLastIndex((line) => line !== "");
  return first < 0 ? [] : lines.slice(first, last + 1);
};

/** Collects what full-screen programs showed, each line once as long as it stays in sight. */
function screenLog() {
  const kept: string[] = [];
  let recent: string[] = [];
  return {
    take(screen: readonly string[]): void {
      const fresh = withoutEdges(screen).filter((line) => line === "" || !recent.includes(line));
      if (fresh.some((line) => line !== "")) kept.push(...fresh, "");
      recent = [...recent, ...screen.filter((line) => line !== "")].slice(-COMPARED_LINES);
      if (kept.length > SCREEN_LINES) kept.splice(0, kept.length - SCREEN_LINES);
    },
    lines: (): readonly string[] => kept,
  };
}

const scrollbackFor = ({ cols }: Size): number => Math.min(SCROLLBACK_LINES, Math.floor(SCROLLBACK_CELLS / cols));

async function openTerminal(size: Size): Promise<Terminal> {
  // Loaded late: only programs without a history need it. It is CommonJS, whose exports Node gives as the default one.
  const loaded: unknown = await import("@xterm/headless");
  const { Terminal } = ((loaded as { default?: unknown }).default ?? loaded) as typeof import("@xterm/headless");
  return new Terminal({ ...size, scrollback: scrollbackFor(size), allowProposedApi: true, logLevel: "off" });
}

const written = (terminal: Terminal, bytes: Uint8Array): Promise<void> => new Promise((resolve) => terminal.write(bytes, resolve));

const isUsable = ({ cols, rows }: Size): boolean => cols > 0 && rows > 0 && cols <= 2000 && rows <= 2000;

const ALTERNATE_SCREEN = new Set([47, 1047, 1049]);

/**
 * Renders the segments at their recorded sizes. Screens of full-screen programs come first, as far as they stood still or were left;
 * then the normal screen with its scrollback. Empty if nothing was shown.
 */
export async function screenText(segments: Iterable<ScreenSegment>): Promise<string> {
  const log = screenLog();
  let terminal: Terminal | undefined;
  let lastAt = 0;
  const screen = (from: Terminal): string[] => {
    const { active } = from.buffer;
    return active.type === "alternate" ? linesOf(active, active.baseY, active.baseY + from.rows) : [];
  };
  for (const { at, until, size, bytes } of segments) {
    const fitting = isUsable(size) ? size : { cols: 80, rows: 24 };
    if (terminal === undefined) {
      const opened = await openTerminal(fitting);
      opened.parser.registerCsiHandler({ prefix: "?", final: "l" }, (params) => {
        if (params.some((param) => typeof param === "number" && ALTERNATE_SCREEN.has(param))) log.take(screen(opened));
        return false; // only looked at: the terminal's own handler still leaves the screen
      });
      terminal = opened;
    } else if (terminal.cols !== fitting.cols || terminal.rows !== fitting.rows) {
      terminal.options.scrollback = scrollbackFor(fitting);
      terminal.resize(fitting.cols, fitting.rows);
    }
    if (at - lastAt >= STILL_MS) log.take(screen(terminal));
    lastAt = until ?? at;
    await written(terminal, bytes);
  }
  if (terminal === undefined) return "";
  log.take(screen(terminal));
  const { normal } = terminal.buffer;
  const lines = [...log.lines(), ...withoutEdges(linesOf(normal, 0, normal.length))];
  terminal.dispose();
  return withoutEdges(lines).join("\n");
}
