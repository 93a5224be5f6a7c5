import { Worker } from "node:worker_threads";
import { describe, expect, test } from "vitest";
import { type ScreenSegment, screenText } from "../../src/transcript/screen.ts";
import { bundle } from "../support/bundle.ts";

const segment = (text: string, at = 0, cols = 40, rows = 10): ScreenSegment => ({ at, size: { cols, rows }, bytes: Buffer.from(text) });

describe("screenText()", () => {
  test("is what a person would have seen: colours gone, progress overwritten", async () => {
    expect(await screenText([segment("\x1b[1mbuild\x1b[0m\r\n10%\r50%\r100%\r\ndone\r\n")])).toBe("build\n100%\ndone");
  });

  test("joins lines that only the width had wrapped", async () => {
    expect(await screenText([segment(`${"a".repeat(30)} ${"b".repeat(30)}\r\nnext`)])).toBe(`${"a".repeat(30)} ${"b".repeat(30)}\nnext`);
  });

  test("keeps lines that scrolled away", async () => {
    const many = Array.from({ length: 200 }, (_, at) => `line ${at}`).join("\r\n");
    const text = await screenText([segment(many)]);
    expect(text.split("\n")).toHaveLength(200);
    expect(text.startsWith("line 0\n")).toBe(true);
  });

  test("renders each segment at its own size", async () => {
    const text = await screenText([segment(`${"x".repeat(60)}\r\n`, 0, 80), segment(`${"y".repeat(60)}\r\n`, 1, 30)]);
    expect(text).toBe(`${"x".repeat(60)}\n${"y".repeat(60)}`);
  });

  test("joins a character that two segments share", async () => {
    const bytes = Buffer.from("grün ✓");
    expect(
      await screenText([
        { at: 0, size: { cols: 40, rows: 10 }, bytes: bytes.subarray(0, 3) },
        { at: 0, size: { cols: 40, rows: 10 }, bytes: bytes.subarray(3) },
      ]),
    ).toBe("grün ✓");
  });

  test("saves a full-screen program's screen before it is left", async () => {
    const text = await screenText([segment("before\r\n\x1b[?1049h\x1b[Hinside the program\x1b[?1049lafter\r\n")]);
    expect(text).toBe("inside the program\n\nbefore\nafter");
  });

  test("saves what a full-screen program showed while it stood still, each line once", async () => {
    const text = await screenText([
      segment("\x1b[?1049h\x1b[2J\x1b[HQuestion one\r\nmenu", 0),
      segment("\x1b[2J\x1b[HAnswer two\r\nmenu", 5000),
      segment("\x1b[2J\x1b[HFlicker\r\nmenu", 10_000),
      segment("\x1b[2J\x1b[HAnswer three\r\nmenu", 10_010),
      segment("\x1b[?1049l", 20_000),
    ]);
    expect(text).toBe("Question one\nmenu\n\nAnswer two\n\nAnswer three");
  });

  test("is empty if nothing was shown, and takes sizes that cannot be", async () => {
    expect(await screenText([])).toBe("");
    expect(await screenText([segment("\x1b[2J\r\n\r\n")])).toBe("");
    expect(await screenText([segment("hello", 0, 0, 0)])).toBe("hello");
  });

  test("keeps fewer lines where they are very wide, also on a screen that becomes so: each column of each costs memory", async () => {
    const many = Array.from({ length: 3000 }, (_, at) => `line ${at}`).join("\r\n");
    for (const first of [2000, 80]) {
      const text = await screenText([segment("", 0, first), segment(many, 0, 2000)]);
      expect(text.split("\n")).toHaveLength(1_000_000 / 2000 + 10);
      expect(text.endsWith("line 2999")).toBe(true);
    }
  });

  test("reads a screen full of one endless line in little memory", async () => {
    const program = `const { workerData } = require("node:worker_threads");
      const segment = { at: 0, size: { cols: 300, rows: 50 }, bytes: Buffer.alloc(2_000_000, "x") };
      import(workerData).then(({ screenText }) => screenText([segment])).then(({ length }) => require("node:worker_threads").parentPort.postMessage(length));`;
    const worker = new Worker(program, {
      eval: true,
      workerData: await bundle("src/transcript/screen.ts"),
      // Text that stays as it is put together, character by character, is 30 MB of it.
      resourceLimits: { maxOldGenerationSizeMb: 16 },
    });
    const length = await new Promise((resolve, reject) => worker.once("message", resolve).once("error", reject));
    expect(length).toBeGreaterThan(800_000);
  });
});
