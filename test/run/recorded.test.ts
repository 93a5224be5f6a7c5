// The copy that a recorder gets of a whole run, and that it never costs the agent anything.
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { platform } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type Frame, frameDecoder } from "../../src/model/frame.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { fixture, harnessForTests, node, until, wrapped } from "../support/wrapper.ts";

const harness = harnessForTests();

const sh = (script: string) => ["/bin/sh", "-c", script];
const recorder = (file: string, ...mode: string[]) => [node, fixture("run/recorder.mjs"), file, ...mode];
const framesIn = (file: string): Frame[] => frameDecoder()(readFileSync(file));
const outputOf = (frames: readonly Frame[]) =>
  Buffer.concat(frames.map((frame) => (frame.kind === "output" ? frame.bytes : Buffer.alloc(0)))).toString("utf8");

test("a run of an instant is recorded whole: run, size, output, exit", async () => {
  const feed = join(tempFolder(), "feed");
  const outer = wrapped(
    harness,
    { argv: sh("echo hello; exit 3"), recorder: recorder(feed), run: { argv: ["agent"] } },
    { size: [90, 20] },
  );
  await outer.ended;
  await until(() => existsSync(`${feed}.ended`));
  const frames = framesIn(feed);
  expect(frames.map((frame) => frame.kind)).toEqual(["run", "resize", "output", "exit"]);
  expect(frames[0]).toMatchObject({ run: { argv: ["agent"], child: { pid: expect.any(Number) } } });
  expect(frames[1]).toMatchObject({ size: { cols: 90, rows: 20 } });
  expect(outputOf(frames)).toBe("hello\r\n");
  expect(frames[3]).toMatchObject({ exit: { code: 3 } });
});

test("a run without any output is recorded too", async () => {
  const feed = join(tempFolder(), "feed");
  await wrapped(harness, { argv: ["/bin/true"], recorder: recorder(feed) }).ended;
  await until(() => existsSync(`${feed}.ended`));
  expect(framesIn(feed).map((frame) => frame.kind)).toEqual(["run", "resize", "exit"]);
});

test("the copy is what the terminal got, to the last byte", async () => {
  const feed = join(tempFolder(), "feed");
  const outer = wrapped(harness, { argv: sh("i=0; while [ $i -lt 20000 ]; do echo line $i; i=$((i+1)); done"), recorder: recorder(feed) });
  await outer.ended;
  await until(() => existsSync(`${feed}.ended`));
  expect(outputOf(framesIn(feed)) === outer.text()).toBe(true);
});

test("a recorder that dies is replaced while the agent goes on", async () => {
  const folder = tempFolder();
  const [feed, log] = [join(folder, "feed"), join(folder, "log")];
  const outer = wrapped(harness, { argv: sh("echo one; read go; echo two; exit 2"), recorder: recorder(feed, "die"), log });
  await outer.sees("one");
  await until(() => existsSync(log) && readFileSync(log, "utf8").includes("recorder ended"));
  outer.type("\r");
  expect((await outer.ended).code).toBe(2);
  await until(() => existsSync(`${feed}.ended`));
  const kinds = framesIn(feed).map((frame) => frame.kind);
  expect(kinds.filter((kind) => kind === "run")).toHaveLength(2);
  expect(kinds.slice(-1)).toEqual(["exit"]);
});

test("a recorder that never reads holds up neither the output nor the prompt", async () => {
  const folder = tempFolder();
  const pidFile = join(folder, "pid");
  const outer = wrapped(harness, {
    argv: sh("head -c 20000000 /dev/zero; exit 5"),
    recorder: recorder(pidFile, "deaf"),
    report: join(folder, "report"),
  });
  expect((await outer.ended).code).toBe(5);
  expect(outer.output().length).toBe(20_000_000);
  process.kill(Number(readFileSync(pidFile, "utf8")), "SIGKILL");
});

test("a recorder that is no program harms nobody", async () => {
  const outer = wrapped(harness, { argv: sh("echo fine; exit 6"), recorder: ["/nonexistent/recorder"] });
  expect((await outer.ended).code).toBe(6);
  expect(outer.text()).toBe("fine\r\n");
});

test.runIf(platform() === "linux")(
  "the recorder is out of reach of the terminal: a session of its own, and no descriptor of it",
  async () => {
    const feed = join(tempFolder(), "feed");
    const outer = wrapped(harness, { argv: sh("echo up; read go"), recorder: recorder(feed, "pid") });
    await outer.sees("up");
    await until(() => existsSync(`${feed}.pid`));
    const pid = Number(readFileSync(`${feed}.pid`, "utf8"));
    const session = readFileSync(`/proc/${pid}/stat`, "latin1").split(") ")[1]?.split(" ")[3];
    expect(session).toBe(String(pid));
    const open = readdirSync(`/proc/${pid}/fd`).map((fd) => readlinkSync(`/proc/${pid}/fd/${fd}`));
    expect(open.filter((path) => /ptmx|\/pts\//.test(path))).toEqual([]);
    outer.type("\r");
    await outer.ended;
  },
);
