// An agent whose own folder is elsewhere (CLAUDE_CONFIG_DIR): its sessions are found there, remembered, and resumed only from there.
import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { gitRepo } from "../support/git-repo.ts";
import { hasBuild, memHome } from "../support/mem-home.ts";

/** Writes a conversation of one turn where the real one would, under the id that it was given. */
const AGENT = `
case "$1" in --help) echo "--append-system-prompt-file --append-system-prompt --plugin-dir --session-id"; exit 0 ;; --version) echo 2.1.332; exit 0 ;; esac
id=
while [ $# -gt 0 ]; do [ "$1" = --session-id ] && id=$2; shift; done
folder="\${CLAUDE_CONFIG_DIR:-$HOME/.claude}/projects/$(pwd | tr -c 'A-Za-z0-9\n' -)"
mkdir -p "$folder"
record() { printf '{"type":"%s","uuid":"%s","sessionId":"%s","cwd":"%s","version":"2.1.332","timestamp":"2026-11-30T10:00:0%s.000Z","message":%s}\\n' "$1" "$2" "$id" "$(pwd)" "$2" "$3" >>"$folder/$id.jsonl"; }
record user 1 '{"role":"user","content":"mend the till"}'
record assistant 2 '{"id":"m1","role":"assistant","stop_reason":"end_turn","content":[{"type":"text","text":"The till is mended."}]}'
`;

type Row = { id: string; native_id: string; state: string; goal: string };

test.skipIf(!hasBuild)("a run's history is read in the agent's own folder, kept by everybody, and resumed only from there", async () => {
  const here = memHome();
  const config = join(here.folder, "elsewhere");
  mkdirSync(config);
  here.program("claude", AGENT);
  const there = here.withEnv({ CLAUDE_CONFIG_DIR: config });
  const shop = gitRepo(join(here.folder, "shop")).path;
  expect(there.mem(shop, "run", "claude", "-p", "mend the till").status).toBe(0);
  await expect.poll(() => readdirSync(join(here.folder, "data", "run")).length, { timeout: 15_000 }).toBe(0);
  expect(existsSync(join(here.home, ".claude"))).toBe(false);

  const [row] = here.json(shop, "sessions") as Row[];
  expect(row).toMatchObject({ state: "ended", goal: "mend the till" });
  expect(there.mem(shop, "run", "--dry-run").stdout).toContain(`--resume ${row?.native_id}`);
  const { stdout, stderr } = here.mem(shop, "run", "--dry-run");
  expect(stderr).toContain("a new session of Claude Code, briefed from");
  expect(stdout).not.toContain("--resume");
  expect(stdout).toContain("The till is mended.");
});
