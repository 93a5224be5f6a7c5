// What `mem` itself says at a terminal: one line after a crash of the agent, nothing where all went well, and the proof of `mem doctor`.
import { chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { builtMem, openWorld } from "./support/world.ts";

test("an agent that ends with an error is told of in one line with the command to go on; one that ends well, and one that was started with --quiet, is not", async () => {
  const world = openWorld();
  const endOf = async (script: string, ...flags: string[]) => {
    const outer = world.direct(world.mem("run", "--fresh", ...flags, "--", "sh", "-c", script));
    const { code } = await outer.ended;
    return { code, text: outer.text() };
  };
  expect(await endOf("echo working; exit 3")).toMatchObject({
    code: 3,
    text: expect.stringMatching(/working\r\n.*mem: sh ended with code 3\. `mem run` goes on where it stopped\..*\r\n$/),
  });
  expect((await endOf("kill -9 $$")).text).toMatch(/mem: sh was ended by signal 9\. `mem run` goes on where it stopped\./);
  expect((await endOf("echo working")).text).toMatch(/working\r\n$/);
  expect(await endOf("echo working; exit 3", "--quiet")).toEqual({ code: 3, text: "working\r\n" });
});

test("a database that another program holds costs the catching up, not the list", async () => {
  const world = openWorld();
  await world.run(["echo", "counted 12 herons"]).ended;
  const listed = async () => {
    const outer = world.direct(world.mem("sessions"));
    const { code } = await outer.ended;
    return { code, text: outer.text() };
  };
  await expect.poll(async () => (await listed()).text, { timeout: 15_000 }).toContain("herons");
  const holder = new Database(join(world.dataDir, "db", "mem.db"));
  holder.exec("begin immediate");
  // Something to catch up with, which cannot be written now.
  const history = join(world.home, ".claude", "projects", world.project.replace(/[^A-Za-z0-9]/g, "-"));
  mkdirSync(history, { recursive: true });
  const record = (type: string, content: unknown, n: number) => ({
    type,
    uuid: `u${n}`,
    sessionId: "11111111-2222-4333-8444-555555555555",
    cwd: world.project,
    timestamp: new Date().toISOString(),
    message: { role: type, content },
  });
  const lines = [record("user", "Count the otters", 1), record("assistant", [{ type: "text", text: "Nine otters." }], 2)];
  writeFileSync(join(history, "11111111-2222-4333-8444-555555555555.jsonl"), `${lines.map((line) => JSON.stringify(line)).join("\n")}\n`);
  const locked = await listed();
  expect(locked.code).toBe(0);
  expect(locked.text).toContain("herons");
  expect(locked.text).not.toContain("otters");
  holder.exec("rollback");
  holder.close();
  expect((await listed()).text).toContain("otters");
});

test("mem doctor proves a round trip, and says what is wrong where its program cannot run", async () => {
  const world = openWorld();
  const proof = async (mem: string) => {
    const outer = world.direct([builtMem.node, mem, "doctor"]);
    const { code } = await outer.ended;
    return { code, text: outer.text() };
  };
  expect(await proof(builtMem.mem)).toMatchObject({
    code: 0,
    text: expect.stringMatching(/ok +round trip +a program was run in a terminal, recorded/),
  });

  const packageDir = dirname(dirname(builtMem.mem));
  const broken = join(world.root, "broken");
  for (const part of ["dist", "plugins", "package.json"]) cpSync(join(packageDir, part), join(broken, part), { recursive: true });
  cpSync(join(packageDir, "node_modules", "better-sqlite3"), join(broken, "node_modules", "better-sqlite3"), { recursive: true });
  for (const name of ["bindings", "file-uri-to-path", "node-pty"])
    cpSync(join(packageDir, "node_modules", name), join(broken, "node_modules", name), { recursive: true });
  rmSync(join(broken, "plugins", "doctor", "says.mjs"));
  chmodSync(join(broken, "dist", "mem.cjs"), 0o755);
  const told = await proof(join(broken, "dist", "mem.cjs"));
  expect(told.code).not.toBe(0);
  expect(told.text).toMatch(/FAULT +round trip +a program's output did not reach the terminal/);
});
