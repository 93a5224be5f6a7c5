import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const isBuilt = existsSync(`${root}dist/mem.cjs`);
const folder = mkdtempSync(join(tmpdir(), "mem-demo-test-"));
const WAIT_MS = 120_000; // it types as slowly as people can follow, on machines that may be busy
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.skipIf(!isBuilt)(
  "the demo plays the whole loop, says so, and leaves nothing behind (needs `npm run build`)",
  { timeout: WAIT_MS },
  () => {
    const env = { ...process.env, TMPDIR: folder, NO_COLOR: "1" };
    const { status, stdout, stderr } = spawnSync(process.execPath, [`${root}demo/demo.mjs`], { env, encoding: "utf8", timeout: WAIT_MS });
    expect(stderr).toBe("");
    expect(stdout.slice(stdout.indexOf("Did the loop work?"))).toMatchInlineSnapshot(`
      "Did the loop work? ────────────────────────────────────────────────────────

        yes  Pilot's exit code came through
        yes  Scout's session is stored, and known to have stopped at its limit
        yes  Pilot was told the decision, with its reason
        yes  Pilot was told what had been tried and did not work
        yes  Pilot was told the failing test
        yes  Pilot was told the changed file
        yes  Pilot's session is known to continue Scout's

      It did. With your own agents: \`mem run claude\`, later \`mem run codex\`.
      The demo's folder is removed; \`npm run demo -- --keep\` leaves it to look around.
      "
    `);
    expect(stdout).not.toContain("\x1b");
    expect(status).toBe(0);
    expect(readdirSync(folder)).toEqual([]);
  },
);
