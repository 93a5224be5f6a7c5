// What goes wrong around a run: the agent and its user never notice, one line says what was lost, and nothing is lost that could be kept.
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { until } from "../support/until.ts";
import { memoryOf, openDesk, worldWithWorker } from "./support/crash/desk.ts";

/** By hand: MEM_LOCK_S=30 npm run test:terminal -- faults */
const LOCK_S = Number(process.env.MEM_LOCK_S ?? 4);
const hasNamespaces = spawnSync("unshare", ["-rm", "sh", "-c", "mount -t tmpfs tmpfs /mnt"]).status === 0;
const hasPrlimit = spawnSync("prlimit", ["--version"]).status === 0;
const MB_IN_FLIGHT = 30;

describe("a recorder that hangs", () => {
  test("costs nothing but what it did not take: memory stays flat, keys are echoed, the prompt comes back, one line says it", async () => {
    const desk = await openDesk({ bulkBytes: 40_000_000 });
    await desk.press("t");
    const recorder = await desk.process("recorder");
    const wrapper = await desk.process("wrapper");
    process.kill(recorder, "SIGSTOP");
    const before = memoryOf(wrapper);
    await desk.printBulk();
    expect(memoryOf(wrapper) - before).toBeLessThan(MB_IN_FLIGHT);
    await desk.press("x");
    expect(await desk.leave()).toMatch(/mem: \d+ MB of the screen were not recorded/);
    process.kill(recorder, "SIGCONT");
    await desk.settled();
    expect(await desk.nextMem()).toBe("");
    desk.expectAllStored();
  });
});

describe("no file descriptors left", () => {
  test.skipIf(!hasPrlimit)("for the recorder: its run is written down once there are some again", async () => {
    const desk = await openDesk();
    await desk.press("t");
    const recorder = await desk.process("recorder");
    const limit = (files: number) => execFileSync("prlimit", ["--pid", String(recorder), `--nofile=${files}:`]);
    limit(3);
    await desk.press("t");
    await desk.printBulk();
    await desk.leave();
    try {
      limit(1024);
    } catch {
      // It has ended, and another one, which has some, does its work.
    }
    await desk.settled();
    await desk.nextMem();
    desk.expectAllStored();
    expect(desk.stored().sessions).toBe(1);
  });

  test.skipIf(!hasPrlimit)("for the wrapper, when a recorder has to be started: the agent goes on, and one line says it", async () => {
    const desk = await openDesk();
    await desk.press("t");
    const [recorder, wrapper] = [await desk.process("recorder"), await desk.process("wrapper")];
    execFileSync("prlimit", ["--pid", String(wrapper), "--nofile=3:"]);
    process.kill(recorder, "SIGKILL");
    await desk.press("x");
    await desk.printBulk();
    await desk.press("t");
    expect(await desk.leave()).toMatch(/mem: the recorder could not be kept running/);
    await desk.settled();
    expect(await desk.nextMem()).toMatch(/finished the record/);
    desk.expectAllStored();
  });
});

describe("a database that another program holds", () => {
  test(`for ${LOCK_S} s in the middle of a run: nobody waits for it, and nothing is lost`, async () => {
    const desk = await openDesk();
    await desk.press("t");
    await until("the first turn is stored", 20_000, () => desk.stored().events.length > 0 || undefined);
    const holder = await hold(join(desk.world.dataDir, "db", "mem.db"), LOCK_S * 1000);
    await desk.press("t");
    await desk.printBulk();
    await desk.press("x");
    await desk.leave();
    await holder.released;
    await desk.settled();
    expect(await desk.nextMem()).toBe("");
    desk.expectAllStored();
  });

  test("from before the start: the agent starts, unbriefed if need be, and its run is written down afterwards", async () => {
    const first = await openDesk();
    await first.press("t");
    await first.leave();
    await first.settled();
    const holder = await hold(join(first.world.dataDir, "db", "mem.db"), LOCK_S * 1000);
    const desk = await openDesk({ world: first.world });
    await desk.press("t");
    await desk.leave();
    await holder.released;
    await desk.settled();
    await desk.nextMem();
    desk.expectAllStored();
    expect(desk.stored().sessions).toBe(2);
  });
});

/** Another program with the write lock; resolves once it has it. */
async function hold(database: string, ms: number): Promise<{ released: Promise<unknown> }> {
  const driver = createRequire(import.meta.url).resolve("better-sqlite3");
  const program = `const db = new (require(${JSON.stringify(driver)}))(process.argv[1]); db.exec("begin exclusive"); console.log("held");
    setTimeout(() => { db.exec("rollback"); db.close(); }, Number(process.argv[2]));`;
  const child = spawn(process.execPath, ["-e", program, database, String(ms)], { stdio: ["ignore", "pipe", "inherit"] });
  onTestFinished(() => void child.kill("SIGKILL"));
  await new Promise((resolve) => child.stdout.once("data", resolve));
  return { released: new Promise((resolve) => child.once("exit", resolve)) };
}

describe("a disk", () => {
  const skip = { skip: !hasNamespaces };
  const noPlace = hasNamespaces ? "" : " (skipped: no user namespaces here)";
  /** A shell with the data folder on a disk of its own, which only it and what it starts can see. */
  const onDisk = (dataDir: string, options: string, then: string) =>
    ["unshare", "-rm", "sh", "-c", `mount ${options} '${dataDir}' && ${then}`] as const;

  test(
    `that becomes full in the middle of a run${noPlace}: one line says it, and the run is written down once there is room`,
    skip,
    async () => {
      const world = worldWithWorker();
      mkdirSync(world.dataDir, { recursive: true });
      // Room again, a moment for the recorder, then the next mem in the same place.
      const script = `"$@"; code=$?; echo "left with $code"; rm ${world.dataDir}/filler*; sleep 0.1; while [ -n "$(ls ${world.dataDir}/run)" ]; do sleep 0.1; done
      ${world.mem("sessions", "--json").join(" ")} | tr -d '\\n '; exit $code`;
      const inner = onDisk(world.dataDir, "-t tmpfs -o size=4m tmpfs", script);
      const desk = await openDesk({ world, script: quoted(inner), env: { FILL: world.dataDir } });
      await desk.press("t");
      await desk.press("f");
      await desk.press("t");
      await desk.printBulk();
      await desk.press("x");
      desk.terminal.type("q");
      await desk.terminal.sees("left with 7", 15_000);
      expect(desk.terminal.text()).toMatch(/mem: this session is not stored yet: No space is left/);
      await desk.terminal.ended;
      expect(desk.terminal.text()).toMatch(/"state":"crashed".*"turns":2/);
    },
  );

  test(
    `that is full when the agent ends${noPlace}: how it ended is known, even if its recorder never gets to write it down`,
    skip,
    async () => {
      const world = worldWithWorker();
      mkdirSync(world.dataDir, { recursive: true });
      const list = `${world.mem("sessions", "--json").join(" ")} | tr -d '\\n '`;
      // Of a run that nobody has registered yet it takes a moment until the next mem takes it over.
      const script = `"$@"; echo "left with $?"; read go; rm ${world.dataDir}/filler*
      while all=$(${list}); echo "$all" | grep -q live; do sleep 0.1; done; echo "$all"`;
      const inner = onDisk(world.dataDir, "-t tmpfs -o size=4m tmpfs", script);
      const desk = await openDesk({ world, script: quoted(inner), env: { FILL: world.dataDir, END_CODE: "0" } });
      await desk.press("t");
      await desk.press("f");
      await desk.press("t");
      desk.terminal.type("q");
      await desk.terminal.sees("left with 0", 15_000);
      process.kill(await desk.process("recorder"), "SIGKILL");
      desk.terminal.type("\n");
      await desk.terminal.ended;
      expect(desk.terminal.text()).toMatch(/"exit":0,.*"state":"ended".*"turns":2/);
    },
  );

  test(`that cannot be written to${noPlace}: the agent runs, and one line says that it is not recorded`, skip, async () => {
    const world = worldWithWorker();
    mkdirSync(world.dataDir, { recursive: true });
    const inner = onDisk(world.dataDir, "-t tmpfs -o ro tmpfs", '"$@"');
    const desk = await openDesk({ world, script: quoted(inner) });
    expect(desk.terminal.text()).toMatch(/mem: Worker, not briefed/);
    await desk.press("t");
    await desk.printBulk();
    expect(await desk.leave()).toMatch(/mem: this session is not stored yet: .* cannot be written to/);
    await desk.settled();
    expect(readdirSync(world.dataDir)).toEqual([]);
    // Once it can be: nothing of it is lost, as the agent wrote it down itself.
    await desk.nextMem();
    expect(desk.stored().events).toContain("reply: turn 1: counted");
  });
});

/** A shell's line that runs these words with its own arguments after them. */
const quoted = (words: readonly string[]): string => `${words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ")} sh "$@"`;

describe("four wrappers that write at once", () => {
  const SECONDS = Number(process.env.MEM_WRITERS_S ?? 4);
  test(`for ${SECONDS} s: no one waits for another, nothing is lost, nothing is there twice`, async () => {
    const world = worldWithWorker();
    const desks = await Promise.all([1, 2, 3, 4].map(() => openDesk({ world })));
    const until = performance.now() + SECONDS * 1000;
    const turns = await Promise.all(
      desks.map(async (desk) => {
        let count = 0;
        for (; performance.now() < until; count += 1) await desk.press("t");
        await desk.printBulk();
        return count;
      }),
    );
    // Four floods at once may be more than two cores can mask: then that is said of the screen's copy, and the histories have everything all the same.
    const expected = /mem: (?!Worker ended|\d+ MB of the screen were not recorded: the recorder did not keep up)/;
    for (const text of await Promise.all(desks.map((desk) => desk.leave()))) expect(text).not.toMatch(expected);
    const [desk] = desks;
    await desk?.settled();
    await desk?.nextMem();
    desk?.expectAllStored();
    expect(desk?.stored().sessions).toBe(4);
    expect(desk?.stored().events.filter((event) => event.startsWith("reply: "))).toHaveLength(turns.reduce((sum, count) => sum + count, 0));
  });
});
