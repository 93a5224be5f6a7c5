// The tests at a terminal, with the built program.
//   npm run test:terminal [-- vitest's own arguments, e.g. -t "lost" or test/terminal/fidelity.term.ts]
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");
const args = [vitest, "run", "--config", "vitest.terminal.config.ts", ...process.argv.slice(2)];
const ran = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
process.exitCode = ran.status ?? 1;
