// The terminal given to the shell and taken back, with the agent stopped in between.
import type { Proc } from "../host/host.ts";
import type { Launch } from "../model/launch.ts";
import type { ModeTracker } from "./mode-tracker.ts";
import type { Pty } from "./pty.ts";
import type { Pump } from "./pump.ts";
import { handsOverLines, settingsOf } from "./stty.ts";
import type { Terminal } from "./terminal.ts";

/** Between the two sizes of a redraw: an agent that reads its size late must see both. */
const REDRAW_MS = 40;
/** It may find the key only after it was continued, and then wait to be continued: so it is, once more. */
const CONTINUE_AGAIN_MS = 1000;

export type Agent = { pty: Pty; pump: Pump; modes: ModeTracker; ctrlZ: Launch["ctrlZ"] };

type HandOver = {
  /** The terminal as the shell wants it, with the agent stopped. Resolves when all of its output is out, to whether it was reading key by key. */
  give(): Promise<{ wantsKeys: boolean }>;
  /** As the agent had it, with the agent going on. */
  take(): void;
  /** The agent goes on without keys, and its output comes as it is. */
  letRun(): void;
  /** The shell between may have changed the terminal, and drawn on it. */
  renew(): void;
};

type Deps = { proc: Proc; terminal: Terminal };

export function handOver(deps: Deps, { pty, pump, modes, ctrlZ }: Agent): HandOver {
  const { proc, terminal } = deps;
  const send = (sequences: string) => {
    if (sequences !== "") terminal.write([Buffer.from(sequences, "latin1")]);
  };
  const goOn = () => void proc.kill(-pty.pid, "SIGCONT");
  let hasLeft = false;
  return {
    async give() {
      proc.kill(-pty.pid, "SIGSTOP");
      terminal.pauseInput();
      pump.hold();
      const undo = modes.undo({ looks: true });
      hasLeft = (ctrlZ === "shared" || ctrlZ === "auto") && undo === "";
      send(undo);
      const [settings] = await Promise.all([pty.slaveFd === undefined ? "" : settingsOf(pty.slaveFd), terminal.written()]);
      return { wantsKeys: !handsOverLines(settings) };
    },
    take() {
      terminal.raw();
      terminal.resumeInput();
      send(modes.redo());
      pump.release();
      goOn();
      // Who left by itself draws by itself, where the shell has come to; for a size it would clear all that is on the screen.
      if (hasLeft) return askForSize(deps);
      redraw(deps, pty);
      if (ctrlZ === "shared") setTimeout(goOn, CONTINUE_AGAIN_MS).unref();
    },
    letRun() {
      pump.release();
      goOn();
    },
    renew() {
      terminal.cooked();
      terminal.raw();
      redraw(deps, pty);
    },
  };
}

/** Our terminal may have got another size meanwhile, of which only the foreground is told. */
const askForSize = ({ proc }: Deps): void => proc.kill(proc.self().pid, "SIGWINCH");

/** Agents draw again only for another size, so they get one, and their own a moment later. */
function redraw(deps: Deps, pty: Pty): void {
  askForSize(deps);
  const { cols, rows } = deps.terminal.size();
  pty.resize({ cols, rows: rows > 1 ? rows - 1 : rows + 1 });
  // Asked again: it may be a new one by then.
  setTimeout(() => pty.resize(deps.terminal.size()), REDRAW_MS);
}
