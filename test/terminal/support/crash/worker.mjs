// A scripted agent that is told by keys what to do: node worker.mjs HISTORIES [--session-id ID] [--brief FILE]
//   t: a whole turn into its history   b: BULK_BYTES of output between < and >   f: fills the disk at FILL   q: ends with END_CODE, or 7
// Every key is echoed, after what it does.
import { randomUUID } from "node:crypto";
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { openHistory } from "../../../../demo/history.mjs";
import { bulkOf } from "./bulk.mjs";

const [root, ...flags] = process.argv.slice(2);
const after = (flag) => (flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : undefined);
const history = openHistory({ root, cwd: process.cwd(), sessionId: after("--session-id") ?? randomUUID(), branch: "main" });
let turn = 0;

function work() {
  turn += 1;
  history.prompt(`turn ${turn}: count the tills`);
  history.call("Bash", { command: `echo ${turn}` })(`${turn}`, false);
  history.reply(`turn ${turn}: counted`);
}

function fill() {
  for (const size of [65_536, 512, 1]) {
    try {
      for (;;) appendFileSync(join(process.env.FILL, `filler-${size}`), Buffer.alloc(size, 1));
    } catch {
      // Full, as wanted.
    }
  }
}

const acts = { t: work, f: fill, b: () => process.stdout.write(`<${bulkOf(Number(process.env.BULK_BYTES))}>`) };

process.stdin.setRawMode(true);
process.stdin.on("data", (keys) => {
  for (const key of keys.toString("latin1")) {
    acts[key]?.();
    process.stdout.write(`[${key}]`);
    if (key === "q") process.stdout.write("", () => process.exit(Number(process.env.END_CODE ?? 7)));
  }
});
process.stdout.write("ready ");
