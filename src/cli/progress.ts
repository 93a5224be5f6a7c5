// One line that says how far a long reading is, on a terminal only.
import type { Door } from "./door.ts";

export type Progress = { add(bytes: number): void; end(): void };

const WIDTH = 24;
const REDRAW_MS = 100;
const NOTHING: Progress = { add: () => {}, end: () => {} };

/** `files` are all that will be read; their sizes are what the line counts. */
export function progressLine(door: Door, isQuiet: boolean, files: readonly { sizeBytes: number }[]): Progress {
  const { io, world } = door;
  const total = files.reduce((sum, file) => sum + file.sizeBytes, 0);
  if (isQuiet || !io.isLively || !io.isErrTerminal || total === 0) return NOTHING;
  const started = world.clock.now();
  let done = 0;
  let count = 0;
  let drawnAt = 0;
  const draw = (): void => {
    const seconds = Math.max(0.001, (world.clock.now() - started) / 1000);
    const rate = done / seconds;
    const left = rate > 0 ? Math.ceil((total - done) / rate) : 0;
    const bar = "█".repeat(Math.round((WIDTH * done) / total)).padEnd(WIDTH, "░");
    io.err(`\r${bar} ${count}/${files.length} files, ${(rate / 1e6).toFixed(1)} MB/s, ${left} s left\x1b[K`);
  };
  return {
    add(bytes) {
      done += bytes;
      count += 1;
      if (world.clock.now() - drawnAt < REDRAW_MS) return;
      drawnAt = world.clock.now();
      draw();
    },
    end: () => io.err("\r\x1b[K"),
  };
}
