// A bug of ours while an agent runs: it goes on, and so does the terminal. Only with very many it is hung up.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tempFolder } from "../support/temp-folder.ts";
import { harnessForTests, wrapped } from "../support/wrapper.ts";

const harness = harnessForTests();
const faultsIn = (log: string): number => readFileSync(log, "utf8").split("fault outlived").length - 1;

test("a fault of ours is logged, and neither the agent nor its screen is told", async () => {
  const log = join(tempFolder(), "log");
  const outer = wrapped(harness, { argv: ["/bin/sh", "-c", "printf up; read go; printf $go; exit 5"], faults: 3, log });
  await outer.sees("up");
  outer.type("on\r");
  expect((await outer.ended).code).toBe(5);
  expect(outer.text()).toBe("upon\r\non");
  expect(faultsIn(log)).toBe(3);
});

test("too many of them hang the agent up, and the terminal is put back", async () => {
  const log = join(tempFolder(), "log");
  const outer = wrapped(harness, { argv: ["/bin/sh", "-c", "printf '\\033[?1049hup'; while :; do sleep 0.05; done"], faults: 50, log });
  expect((await outer.ended).code).toBe(129);
  expect(outer.text()).toBe("\x1b[?1049hup\x1b[?1049l");
  expect(faultsIn(log)).toBe(20);
});
