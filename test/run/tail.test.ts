// The end of the output is what wrappers of this kind lose: many short runs, each of which must arrive whole.
import { expect, test } from "vitest";
import { openPty } from "../../src/run/pty.ts";

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
      const launch = { argv: ["/bin/sh", "-c", script], env: { PATH: "/usr/bin:/bin" }, cwd: "/", mode: "pty", ctrlZ: "agent" } as const;
      const pty = openPty(launch, { cols: 80, rows: 24 });
      pty.onData((data) => {
        bytes += data.length;
      });
      pty.onExit(() => resolve(bytes));
    });
    if (got !== wanted) lost.push(wanted - got);
  }
  expect(lost).toEqual([]);
}, 120_000);
