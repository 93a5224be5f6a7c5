import { expect, test } from "vitest";
import type { Launch } from "../../src/model/launch.ts";
import { openPty } from "../../src/run/pty.ts";

const launch = (script: string): Launch => ({
  argv: ["/bin/sh", "-c", script],
  env: { PATH: "/usr/bin:/bin" },
  cwd: "/",
  mode: "pty",
  ctrlZ: "agent",
});
const SIZE = { cols: 80, rows: 24 };

test("no terminal to be had is a fault with a hint, before anything was started", () => {
  const impossible: Launch = { ...launch("exit"), cwd: 1 as unknown as string };
  expect(() => openPty(impossible, SIZE)).toThrow(
    expect.objectContaining({ code: "pty-unavailable", hint: expect.stringContaining("--no-pty") }),
  );
});

test("sizes without an area, and any size after the end, are ignored", async () => {
  const pty = openPty(launch("stty size; exit 3"), SIZE);
  pty.resize({ cols: 0, rows: 0 });
  let text = "";
  pty.onData((data) => {
    text += data;
  });
  const exit = await new Promise((resolve) => pty.onExit(resolve));
  pty.resize({ cols: 10, rows: 10 });
  pty.write(Buffer.from("late"));
  pty.resume();
  expect(exit).toEqual({ code: 3 });
  expect(text).toBe("24 80\r\n");
});

// The end of the output is what wrappers of this kind lose: many short runs, each of which must arrive whole.
const RUNS = 100;
const LINES = 2000;
const LINE = "0123456789abcdef0123456789abcdef0123456789abcdef";

test(`${RUNS} runs of 100 kB each lose nothing`, async () => {
  const script = `i=0; t=""; while [ $i -lt 20 ]; do t="\${t}${LINE}\n"; i=$((i+1)); done; i=0; while [ $i -lt ${LINES / 20} ]; do printf "$t"; i=$((i+1)); done`;
  const wanted = LINES * (LINE.length + 2);
  const lost: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const got = await new Promise<number>((resolve) => {
      let bytes = 0;
      const pty = openPty(launch(script), SIZE);
      pty.onData((data) => {
        bytes += data.length;
      });
      pty.onExit(() => resolve(bytes));
    });
    if (got !== wanted) lost.push(wanted - got);
  }
  expect(lost).toEqual([]);
}, 120_000);
