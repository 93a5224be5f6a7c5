// A conversation that its agent still has open, in the background perhaps, and idle for hours: no second process is started on it.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openElsewhere } from "../../src/cli/open-elsewhere.ts";
import type { AgentId, NativeId, ProjectId, SessionId } from "../../src/model/ids.ts";
import { gitRepo } from "../support/git-repo.ts";
import { claudeFile, claudeTurns, hasBuild, leave, memHome, sessionIdOf } from "../support/mem-home.ts";
import { toyReader } from "../support/toy-reader.ts";

const HOUR_MS = 3_600_000;
/** Of this very process: /proc/<pid>/stat, its 22nd word. */
const startTicks = (): string =>
  readFileSync(`/proc/${process.pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")[19] ?? "";

test.skipIf(!hasBuild || process.platform !== "linux")(
  "a session that is open in another process is passed over, and the one before it gone on with",
  () => {
    const world = memHome();
    const shop = gitRepo(join(world.folder, "shop")).path;
    for (const [number, age] of [
      [1, 9],
      [2, 5],
    ] as const) {
      const at = Date.now() - age * HOUR_MS;
      leave(claudeFile(world, sessionIdOf(number), shop), at, claudeTurns(sessionIdOf(number), shop, at, [["Mend the till", "Mended."]]));
    }
    const sessions = join(world.home, ".claude", "sessions");
    mkdirSync(sessions);
    const opened = (procStart: string) =>
      writeFileSync(
        join(sessions, `${process.pid}.json`),
        JSON.stringify({ pid: process.pid, sessionId: sessionIdOf(2), procStart, kind: "bg" }),
      );
    opened(startTicks());
    for (const args of [
      ["run", "--dry-run"],
      ["continue", "--dry-run"],
      ["run", "--resume", "--dry-run", "claude"],
    ]) {
      const { stdout, stderr } = world.mem(shop, ...args);
      expect(stderr).toMatch(/passed over Claude Code's session of .*: it is still running/);
      expect(stdout).toContain(`--resume ${sessionIdOf(1)}`);
    }
    // The file of a process that was killed stays; its number may be another's now.
    opened("1");
    expect(world.mem(shop, "run", "--dry-run").stdout).toContain(`--resume ${sessionIdOf(2)}`);
  },
);

test("an agent's state files are read once, however many of its sessions are asked about", () => {
  const reads: string[] = [];
  const openBeside = (root: string) => {
    reads.push(root);
    return [{ nativeId: "n7", process: { pid: 71 } }];
  };
  const toy = "toy" as AgentId;
  const isOpen = openElsewhere({
    sources: [{ agent: toy, reader: { ...toyReader, openBeside }, roots: ["/a", "/b"] }],
    proc: { isAlive: ({ pid }) => pid === 71 },
  });
  const session = (agent: AgentId, nativeId: string) => ({
    id: "000000000abc" as SessionId,
    agent,
    nativeId: nativeId as NativeId,
    project: "p" as ProjectId,
    cwd: "/",
    worktree: "/",
    startedAt: 0,
    lastAt: 0,
    turns: 1,
  });
  const asked = Array.from({ length: 20 }, (_, n) => isOpen(session(toy, `n${n}`)));
  expect(asked.map((isOne, n) => (isOne ? n : -1)).filter((n) => n >= 0)).toEqual([7]);
  expect(isOpen(session("other" as AgentId, "n7"))).toBe(false);
  expect(reads).toEqual(["/a", "/b"]);
});
