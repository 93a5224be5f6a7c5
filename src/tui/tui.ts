// `mem` on a terminal: shows the sessions, gives back what to go on with. Loads Ink, so it is itself loaded only when it is wanted.
import type { ReadStream, WriteStream } from "node:tty";
import { render } from "ink";
import { createElement } from "react";
import type { Millis, SessionId } from "../model/ids.ts";
import type { Size } from "../model/launch.ts";
import { App } from "./app.tsx";
import type { AgentChoice, Preview, SessionRow, TuiOutcome } from "./row.ts";
import { start } from "./state.ts";
import { canvasFor, keysFor } from "./streams.ts";

type TuiDeps = {
  rows: readonly SessionRow[];
  agents: readonly AgentChoice[];
  size: Size;
  now: Millis;
  preview(id: SessionId): Preview | undefined;
  stdin: ReadStream;
  stdout: WriteStream;
};

// Alternate screen, bracketed paste.
const ENTER = "\x1b[?1049h\x1b[2J\x1b[H\x1b[?2004h";
const LEAVE = "\x1b[?2004l\x1b[?25h\x1b[?1049l";

/** Takes the terminal over; the function it gives puts it back, once, however often it is called. */
function takeOver(stdin: ReadStream, stdout: WriteStream): () => void {
  // Before the first frame: a Ctrl-C or Enter in between would be the shell's kind.
  stdin.setRawMode(true);
  stdout.write(ENTER);
  let isOurs = true;
  return () => {
    if (!isOurs) return;
    isOurs = false;
    stdin.setRawMode(false);
    stdout.write(LEAVE);
  };
}

function sizeWatch(stdout: WriteStream, first: Size) {
  let size = first;
  const onResize = (listener: (size: Size) => void): (() => void) => {
    const resized = (): void => {
      size = { cols: stdout.columns, rows: stdout.rows };
      listener(size);
    };
    stdout.on("resize", resized);
    return () => stdout.off("resize", resized);
  };
  return { size: () => size, onResize };
}

/**
 * Resolves once the terminal is as it was before, on every path; rejects with what `preview` threw.
 * Both streams must be terminals; `stdin` is left unreferenced and without an encoding.
 */
export async function openTui({ rows, agents, size, now, preview, stdin, stdout }: TuiDeps): Promise<TuiOutcome> {
  let outcome: TuiOutcome = { kind: "quit" };
  const watch = sizeWatch(stdout, size);
  const onOutcome = (chosen: TuiOutcome): void => {
    outcome = chosen;
  };
  const putBack = takeOver(stdin, stdout);
  try {
    const begin = start(rows, agents, size);
    const app = createElement(App, {
      start: begin,
      now,
      isColoured: stdout.hasColors(),
      preview,
      onResize: watch.onResize,
      onOutcome,
      onGone: putBack,
    });
    const ink = render(app, { stdin: keysFor(stdin), stdout: canvasFor(stdout, watch.size), exitOnCtrlC: false });
    await ink.waitUntilExit();
    return outcome;
  } finally {
    putBack();
  }
}
