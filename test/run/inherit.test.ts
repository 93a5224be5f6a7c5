// Without a terminal of its own the child has our streams, as if we were not there.
import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { superviseInherited } from "../../src/run/inherit.ts";
import type { HarnessOrder } from "../fixtures/run/harness.ts";
import { fakeProc } from "../support/fake-proc.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { harnessForTests, node, reportIn } from "../support/wrapper.ts";

const harness = harnessForTests();

type Result = { code: number | null; signal: NodeJS.Signals | null; stdout: string; stderr: string };

const command = (order: Omit<HarnessOrder, "mode">) => [harness(), JSON.stringify({ ...order, mode: "inherit" })];

function piped(order: Omit<HarnessOrder, "mode">, input = "", onOutput: (pid: number) => void = () => {}): Promise<Result> {
  const child = spawn(node, command(order));
  const pid = child.pid ?? 0;
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (data) => {
    stdout += data;
    onOutput(pid);
  });
  child.stderr.on("data", (data) => {
    stderr += data;
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.once("close", (code, signal) => resolve({ code, signal, stdout, stderr })));
}

const sh = (script: string) => ["/bin/sh", "-c", script];

test("input, output, errors and the exit code pass through", async () => {
  expect(await piped({ argv: sh("cat; echo e >&2; exit 5") }, "in\n")).toEqual({ code: 5, signal: null, stdout: "in\n", stderr: "e\n" });
});

test("a child killed by a signal is told as a shell would", async () => {
  expect((await piped({ argv: sh("kill -KILL $$") })).code).toBe(137);
});

test("SIGTERM reaches the child, and its answer is ours", async () => {
  const order = { argv: sh("trap 'echo told; exit 9' TERM; echo up; while :; do sleep 0.05; done") };
  let isTold = false;
  const result = await piped(order, "", (pid) => {
    if (!isTold) process.kill(pid, "SIGTERM");
    isTold = true;
  });
  expect(result).toMatchObject({ code: 9, stdout: "up\ntold\n" });
});

test("a child that ignores SIGTERM is killed once its time is over", async () => {
  const order = { argv: sh("trap '' TERM; echo up; while :; do sleep 0.05; done"), graceMs: 200 };
  expect((await piped(order, "", (pid) => process.kill(pid, "SIGTERM"))).code).toBe(137);
});

test("a reader that goes away ends the child as it would without us", async () => {
  const report = join(tempFolder(), "report");
  const line = `"$0" "$@" | head -n 1`;
  const child = spawn("/bin/sh", ["-c", line, node, ...command({ argv: ["/usr/bin/yes"], report })], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => child.once("close", resolve));
  expect(reportIn(report).ended).toMatchObject({ code: 141, signal: 13 });
});

test("a program that cannot be started is said so, and nothing else happens", async () => {
  const result = await piped({ argv: ["/nonexistent/agent"] });
  expect(result.code).not.toBe(0);
  expect(result.stderr).toContain("cannot-start");
});

test("a child that ends at once has started before it has ended", async () => {
  const heard: string[] = [];
  // Signals are listened to before and after the start; by then this child is over, and its end is the next that is heard.
  const listen = () => {
    spawnSync("/bin/sleep", ["0.1"]);
    return () => {};
  };
  const signals = { listen, outliveFaults: () => () => {}, job: () => "foreground" as const, stopJob() {}, raise() {} };
  const launch = { argv: ["/bin/true"], env: {}, cwd: "/", mode: "inherit" as const, ctrlZ: "agent" as const };
  // What is put off from here on waits for another round of the event loop, in which ends of children come first.
  await new Promise((resolve) => setImmediate(resolve));
  await superviseInherited({ signals, proc: fakeProc() }, launch, () => heard.push("started"));
  heard.push("ended");
  await new Promise((resolve) => setImmediate(resolve));
  expect(heard).toEqual(["started", "ended"]);
});
