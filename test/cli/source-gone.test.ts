// The agent deletes its old histories, and users notice months later: through the real program, what mem read stays.
import { spawnSync } from "node:child_process";
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { bundle } from "../support/bundle.ts";
import { tempFolder } from "../support/temp-folder.ts";

const ID = "11111111-2222-4333-8444-555555555555";

function history(cwd: string): string {
  const base = { sessionId: ID, cwd, version: "2.1.332", isSidechain: false, userType: "external", timestamp: "2026-10-01T10:00:00.000Z" };
  const reply = { id: "m1", role: "assistant", content: [{ type: "text", text: "The ledger is sorted by date now." }] };
  return [
    { ...base, type: "user", uuid: "a1", parentUuid: null, message: { role: "user", content: "please sort the ledger by date" } },
    { ...base, type: "assistant", uuid: "b1", parentUuid: "a1", message: reply },
  ]
    .map((line) => `${JSON.stringify(line)}\n`)
    .join("");
}

/** A sub-agent's file, which may outlive its conversation's. */
const inner = (cwd: string): string =>
  `${JSON.stringify({
    ...{ type: "assistant", uuid: "s1", parentUuid: null, sessionId: ID, agentId: "abc", cwd, version: "2.1.332", isSidechain: true },
    timestamp: "2026-10-01T10:00:00.000Z",
    message: { id: "m2", role: "assistant", content: [{ type: "text", text: "I looked at the ledger." }] },
  })}\n`;

type Row = { id: string; source_gone: boolean };

test("a session whose history file was deleted stays, is told as such, and is gone on with anew", async () => {
  const folder = tempFolder();
  const program = await bundle("src/cli/main.ts");
  const [project, bin, histories] = [join(folder, "shop"), join(folder, "bin"), join(folder, "home", ".claude", "projects", "-shop")];
  for (const path of [project, bin, histories]) mkdirSync(path, { recursive: true });
  writeFileSync(join(bin, "claude"), "#!/bin/sh\necho 2.1.332\n", { mode: 0o755 });
  const source = join(histories, `${ID}.jsonl`);
  writeFileSync(source, history(project));
  mkdirSync(join(histories, ID, "subagents"), { recursive: true });
  writeFileSync(join(histories, ID, "subagents", "agent-abc.jsonl"), inner(project));
  const env = {
    PATH: `${bin}:${process.env.PATH ?? ""}`,
    HOME: join(folder, "home"),
    MEM_DATA_DIR: join(folder, "data"),
    MEM_CONFIG_DIR: join(folder, "config"),
  };
  const mem = (...args: string[]) => spawnSync(process.execPath, [program, ...args], { cwd: project, env, encoding: "utf8" });
  const json = (...args: string[]): unknown => JSON.parse(mem(...args, "--json").stdout);
  const row = () => (json("sessions") as Row[])[0];

  expect(mem("ingest").stdout).toBe("2 files read, 3 new events in 1 session.\n");
  expect(row()?.source_gone).toBe(false);
  expect(mem("show", "@1").stdout).not.toContain("gone");
  const before = mem("brief").stdout;
  expect(before).toContain("sort the ledger by date");

  renameSync(source, join(folder, "deleted"));
  // What is shown is looked at, though nothing was ingested since.
  expect(row()?.source_gone).toBe(true);
  expect(mem("ingest").stdout).toBe(
    "1 history known (~/.claude/projects), nothing new.\nOne session's own history file is no longer there; mem keeps its copy.\n",
  );
  expect(json("ingest")).toMatchObject({ sessions: [], source_gone: [] });
  expect(row()?.source_gone).toBe(true);
  expect(json("show", ID)).toMatchObject({ native_id: ID, turns: 1, source_gone: true });
  expect(mem("show", "@1").stdout).toContain("source    gone: the agent's own history file is no longer there; this is mem's copy\n");
  expect(mem("brief").stdout).toBe(before);
  const anew = mem("continue", "--dry-run");
  expect(anew.stderr).toMatch(/a new session of Claude Code, briefed from .*: its own history is no longer there/);
  expect(anew.stdout).not.toContain(`--resume ${ID}`);

  // From a backup, and nothing ingested yet.
  renameSync(join(folder, "deleted"), source);
  expect(mem("continue", "--dry-run").stderr).toMatch(/resuming Claude Code's session of .*: its history is there/);
  expect(row()?.source_gone).toBe(false);
  expect(json("ingest")).toMatchObject({ source_gone: [] });
  renameSync(source, join(folder, "deleted"));
  expect(json("ingest")).toMatchObject({ source_gone: [row()?.id] });
}, 120_000);
