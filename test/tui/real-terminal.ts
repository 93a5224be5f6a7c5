// Run in a pseudo-terminal by real-terminal.test.ts: opens the UI on this process's own streams, then tells what came of it.
import { spawnSync } from "node:child_process";
import { openTui } from "../../src/tui/tui.ts";
import { AGENTS, many, NOW, PREVIEW, ROWS } from "./rows.ts";

const { stdin, stdout } = process;
const rows = process.argv[2] === "many" ? many(10_000, 50) : ROWS;
const stty = (): string =>
  spawnSync("stty", ["-a"], { stdio: ["inherit", "pipe", "inherit"], encoding: "utf8" }).stdout.replace(/speed.*\n/, "");

const before = stty();
const startedAt = performance.now();
const outcome = await openTui({
  rows,
  agents: AGENTS,
  size: { cols: stdout.columns, rows: stdout.rows },
  now: NOW,
  preview: (id) => {
    if (process.argv[2] === "broken") throw new Error(`no preview of ${id}`);
    return PREVIEW;
  },
  stdin,
  stdout,
}).catch((error: unknown) => ({ rejected: String(error) }));
console.log(`OUTCOME ${Object.values(outcome).join(" ")}`);
console.log(`AFTER ${Math.round(performance.now() - startedAt)} ms`);
console.log(`TERMINAL ${stty() === before ? "as before" : "changed"}`);
stdin.setRawMode(true);
stdin.ref();
stdin.once("data", (bytes: unknown) => {
  stdin.setRawMode(false);
  console.log(`NEXT KEY ${bytes instanceof Uint8Array ? "as bytes" : "as text"}`);
  stdin.pause();
});
stdout.write("READY\n");
