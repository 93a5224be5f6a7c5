// A program without a history: node ticker.mjs LINES EVERY_MS prints numbered lines and ends.
import { setTimeout as pause } from "node:timers/promises";

const [lines, everyMs] = process.argv.slice(2).map(Number);
for (let line = 1; line <= lines; line += 1) {
  process.stdout.write(`tick ${line}\r\n`);
  await pause(everyMs);
}
