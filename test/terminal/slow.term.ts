// Terminals that read slowly, or not at all for a while, or never again: nothing is lost, our memory stays flat, keys still arrive.

import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdirSync, openSync, readFileSync, writeFileSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { until } from "../support/until.ts";
import { find, isRecorder, isWrapper, recording, residentKb, sessionsOf, sh, untilAlone } from "./support/life.ts";
import type { Outer } from "./support/outer.ts";
import { openWorld, type World } from "./support/world.ts";

const isLinux = platform() === "linux";
/** What may wait on its way: 256 kB of ours, and as much again in the system's and Node's buffers. A flood without a bound is far above it. */
const FLAT_KB = 6 * 1024;
const FLOOD_BYTES = 12_000_000;
/** Different lines, so that one that is lost or twice there is seen. */
const FLOOD = `awk 'BEGIN { for (n = 0; n < ${FLOOD_BYTES / 40}; n++) printf "%038d\\r\\n", n }'`;
const FLOOD_DIGEST = digest(
  Buffer.from(Array.from({ length: FLOOD_BYTES / 40 }, (_line, n) => `${String(n).padStart(38, "0")}\r\n`).join("")),
);

function digest(bytes: Uint8Array): string {
  return createHash("sha1").update(bytes).digest("hex");
}

/** Every byte, in order; behind it there is room for a line of ours, about what could not be recorded on a busy machine. */
function expectFlood(outer: Outer): void {
  expect(digest(outer.output().subarray(0, FLOOD_BYTES))).toBe(FLOOD_DIGEST);
  expect(outer.output().subarray(FLOOD_BYTES).toString()).toMatch(/^(\x1b\[2mmem: .*\r?\n)?$/);
}

/** Reads some 4 kB, waits, and so on: `bytesPerSecond` as a terminal at the end of a bad line has it. Returns how to be quick again. */
function slowDown(outer: Outer, bytesPerSecond: number): () => void {
  let timer: NodeJS.Timeout | undefined;
  outer.onOutput((bytes) => {
    outer.pause();
    timer = setTimeout(() => outer.resume(), (bytes.length / bytesPerSecond) * 1000);
  });
  return () => {
    clearTimeout(timer);
    outer.onOutput(() => {});
    outer.resume();
  };
}

/** The largest memory of wrapper and recorder above what they have at the start of that time, kB. */
async function growthDuring(world: World, ms: number): Promise<{ wrapper: number; recorder: number }> {
  const [wrapper, recorder] = [await find(world, "a wrapper", isWrapper), await find(world, "a recorder", isRecorder)];
  const start = [residentKb(wrapper.pid), residentKb(recorder.pid)] as const;
  const peak: [number, number] = [...start];
  for (const until = Date.now() + ms; Date.now() < until; await sleep(50)) {
    peak[0] = Math.max(peak[0], residentKb(wrapper.pid));
    peak[1] = Math.max(peak[1], residentKb(recorder.pid));
  }
  return { wrapper: peak[0] - start[0], recorder: peak[1] - start[1] };
}

describe.runIf(isLinux)("a terminal", () => {
  test("of 20 kB a second gets every byte while our memory stays flat, and is quick once it is", async () => {
    const world = openWorld();
    const outer = world.run(sh(`stty raw -echo; printf READY; head -c 1 >/dev/null; ${FLOOD}; exit 0`));
    await outer.sees("READY");
    await recording(world);
    outer.clear();
    const hurry = slowDown(outer, 20_000);
    outer.type("g");
    await outer.until("the flood has begun", (text) => text.length > 0);
    await sleep(1000);
    const growth = await growthDuring(world, 4000);
    expect(outer.output().length).toBeLessThan(1_000_000);
    hurry();
    expect((await outer.ended).code).toBe(0);
    expectFlood(outer);
    expect(Math.max(growth.wrapper, growth.recorder)).toBeLessThan(FLAT_KB);
  });

  test("that stands still for 10 s and goes on gets every byte; meanwhile keys reach the agent and memory is flat", async () => {
    const world = openWorld();
    const seen = `${world.home}/key`;
    const agent = `stty raw -echo; printf READY; head -c 1 >/dev/null; (${FLOOD}) & head -c 1 >${seen}; wait; exit 0`;
    const outer = world.run(sh(agent));
    await outer.sees("READY");
    await recording(world);
    outer.clear();
    outer.type("g");
    await outer.until("the flood has begun", (text) => text.length > 0);
    outer.pause();
    await sleep(1000);
    outer.type("k");
    const growth = await growthDuring(world, 9000);
    const stood = outer.output().length;
    expect(readFileSync(seen, "utf8")).toBe("k");
    outer.resume();
    expect((await outer.ended).code).toBe(0);
    expect(stood).toBeLessThan(FLOOD_BYTES);
    expectFlood(outer);
    expect(Math.max(growth.wrapper, growth.recorder)).toBeLessThan(FLAT_KB);
  });

  test("that never reads again and is closed: the agent is ended, the session recorded, nothing is left", async () => {
    const world = openWorld();
    const outer = world.run(sh(`trap 'exit 3' HUP; stty raw -echo; printf READY; while :; do head -c 20000 /dev/zero; sleep 0.02; done`));
    await outer.sees("READY");
    await recording(world);
    outer.pause();
    await sleep(1500);
    outer.close();
    expect((await outer.ended).signal).toBe(1);
    await untilAlone(world);
    expect(sessionsOf(world)).toMatchObject([{ agent: "program:sh", state: "ended" }]);
  });
});

const isExact = (tty: string) =>
  execFileSync("stty", ["-a"], { stdio: [openSync(tty, "r"), "pipe", "ignore"], encoding: "utf8" }).includes("-opost");

/** Hangs when it is called the first time to make the output exact. */
const LATE_STTY = `#!/bin/sh
if [ "$1" = -opost ] && [ ! -e "$HOME/late" ]; then : >"$HOME/late"; exec sleep 30; fi
PATH=$USUAL_PATH exec stty "$@"
`;

test.runIf(isLinux)("a machine so busy that `stty` is late: the output is exact from the next try on", async () => {
  const world = openWorld();
  const bin = join(world.home, "bin");
  mkdirSync(bin);
  writeFileSync(join(bin, "stty"), LATE_STTY, { mode: 0o755 });
  const usual = world.env.PATH ?? "";
  const agent = sh(`PATH=$USUAL_PATH; stty raw; printf 'READY\\n'; until [ -e $HOME/go ]; do sleep 0.05; done; printf 'a\\nb'; exit 0`);
  const outer = world.run(agent, { env: { PATH: `${bin}:${usual}`, USUAL_PATH: usual } });
  await outer.sees("READY");
  await until("the output is exact", 15_000, () => isExact(outer.tty) || undefined);
  writeFileSync(join(world.home, "go"), "");
  await outer.ended;
  expect(outer.text()).toMatch(/a\nb$/);
});
