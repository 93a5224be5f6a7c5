// The terminal core, over and over in one process: the same launch many times on the same terminal, one after the other, not recorded.
// argv[2], JSON: { runs, argv }. Bundled by the test. Ends with code 0 if each of them did.
import { systemProcesses } from "../../../src/host/processes.ts";
import { nodeSignals } from "../../../src/host/signals.ts";
import { NO_FEED } from "../../../src/run/feed.ts";
import { openPty } from "../../../src/run/pty.ts";
import { supervise } from "../../../src/run/supervise.ts";
import { openTerminal } from "../../../src/run/terminal.ts";
import { silentLog } from "../../support/silent-log.ts";

const { runs, argv } = JSON.parse(process.argv[2] ?? "{}") as { runs: number; argv: string[] };
const signals = nodeSignals();
const proc = systemProcesses(process.platform, process.pid, (pid, signal) => process.kill(pid, signal));
const env = { PATH: process.env.PATH ?? "" };
// A terminal is made for each run, and never that many in one process but here.
process.stdout.setMaxListeners(0);
process.stdin.setMaxListeners(0);

for (let run = 0; run < runs; run++) {
  const deps = { signals, proc, log: silentLog(), openPty, terminal: openTerminal(process, signals) };
  const { code } = await supervise(deps, { argv, env, cwd: "/", mode: "pty", ctrlZ: "agent" }, NO_FEED);
  if (code !== 0) process.exitCode = 1;
}
