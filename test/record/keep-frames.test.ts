import { randomBytes } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Frame } from "../../src/model/frame.ts";
import type { AgentId, RunId } from "../../src/model/ids.ts";
import type { Run } from "../../src/model/run.ts";
import { frameKeeper } from "../../src/record/keep-frames.ts";
import type { FrameSegment, FrameTable, Store } from "../../src/store/store.ts";
import { screenText } from "../../src/transcript/screen.ts";
import { memoryStore } from "../support/memory-store.ts";
import { silentLog } from "../support/silent-log.ts";

const RUN = "0123456789abcdef" as RunId;
const TICK_MS = 50;
let store: Store;

beforeEach(() => {
  store = memoryStore();
  store.runs.save({ id: RUN, agent: "toy" as AgentId, startedAt: 0 } as Run);
});
afterEach(() => store.close());

const output = (text: string | Uint8Array, at: number): Frame => ({ kind: "output", at, bytes: Buffer.from(text) });
const resize = (cols: number): Frame => ({ kind: "resize", at: 0, size: { cols, rows: 24 } });
const stored = (): FrameSegment[] => [...store.frames.of(RUN)];
const bytesOf = (segments: readonly FrameSegment[]): string => Buffer.concat(segments.map(({ bytes }) => bytes)).toString("utf8");
const keeperOn = (frames: FrameTable) => frameKeeper({ frames, log: silentLog() }, RUN);

/** `texts` one a tick, from `at` on. */
function play(keeper: ReturnType<typeof keeperOn>, texts: readonly string[], at = 0, everyMs = TICK_MS): void {
  for (const [n, text] of texts.entries()) {
    keeper.offer(output(text, at + n * everyMs));
    keeper.flush();
  }
}
const lines = (count: number, mark = "line") => Array.from({ length: count }, (_, n) => `${mark} ${n}\r\n`);

test("each tick's output is stored at that tick, and many small pieces become few rows in the end", () => {
  const keeper = keeperOn(store.frames);
  let told = "";
  for (const [n, text] of lines(1000).entries()) {
    keeper.offer(output(text, n * TICK_MS));
    keeper.flush();
    told += text;
    if (n % 97 === 0) expect(bytesOf(stored())).toBe(told);
  }
  expect(bytesOf(stored())).toBe(told);
  expect(stored().length).toBeLessThan(70);
});

test("eight hours of a spinner are some hundred rows", () => {
  const keeper = keeperOn(store.frames);
  const hours = 8;
  const everyMs = 1000; // ten times slower than a real one, or this test would take half a minute
  play(keeper, lines(hours * 3600 - 1, "\r* thinking"), 0, everyMs - 1);
  expect(stored().length).toBeLessThan(hours * 60 + 70);
});

test("a folded segment knows when its first and its last byte came", () => {
  const keeper = keeperOn(store.frames);
  play(keeper, lines(65), 5000);
  expect(stored()).toMatchObject([{ at: 5000, until: 5000 + 64 * TICK_MS }]);
});

test("a rest is never inside a segment, so that a screen that stood still is read as before", async () => {
  const texts = ["\x1b[?1049h\x1b[H", "one moment\r\n", "to be read\x1b[H", "\x1b[2J", "gone by ", "the next\x1b[H", "\x1b[2J\x1b[?1049l"];
  const times = [0, 50, 100, 1700, 1750, 1800, 1850];
  const asTheyCame = texts.map((text, n) => ({ at: times[n] ?? 0, size: { cols: 80, rows: 24 }, bytes: Buffer.from(text) }));
  const keeper = keeperOn(store.frames);
  keeper.offer(resize(80));
  for (const [n, text] of texts.entries()) {
    keeper.offer(output(text, times[n] ?? 0));
    keeper.flush();
  }
  play(keeper, ["\x1b[H", ...lines(70, "\x1b[2K\x1b[A")], 1900);
  const wanted = await screenText(asTheyCame);
  expect(wanted).toContain("to be read");
  expect((await screenText(stored())).startsWith(wanted)).toBe(true);
});

test("another size begins another segment", () => {
  const keeper = keeperOn(store.frames);
  keeper.offer(resize(80));
  play(keeper, lines(70));
  keeper.offer(resize(120));
  play(keeper, lines(70), 70 * TICK_MS);
  const sizes = stored().map(({ size }) => size.cols);
  expect([...new Set(sizes)]).toEqual([80, 120]);
  expect(sizes.indexOf(120)).toBe(1);
  expect(bytesOf(stored())).toBe(lines(70).join("").repeat(2));
});

test("a store that refuses now and then costs nothing and stores nothing twice", () => {
  const isRefused = (n: number) => n % 3 === 0 || (n > 60 && n < 80);
  let calls = 0;
  const append: FrameTable["append"] = (...args) => {
    calls += 1;
    if (isRefused(calls)) throw new Error("locked");
    store.frames.append(...args);
  };
  const keeper = keeperOn({ ...store.frames, append });
  const texts = lines(300);
  for (const [n, text] of texts.entries()) {
    keeper.offer(output(text, n * TICK_MS));
    try {
      keeper.flush();
    } catch {
      // As the recorder does: the next tick tries again.
    }
  }
  while (true) {
    try {
      keeper.end();
      break;
    } catch {}
  }
  expect(bytesOf(stored())).toBe(texts.join(""));
  expect(keeper.lostBytes()).toBe(0);
});

test("a second recorder of the run leaves the first one's rows alone", () => {
  play(keeperOn(store.frames), lines(10, "first"));
  play(keeperOn(store.frames), lines(130, "second"), 10_000);
  expect(bytesOf(stored())).toBe([...lines(10, "first"), ...lines(130, "second")].join(""));
});

test("while nothing can be stored, memory stays within its bound, and what went is counted", () => {
  const refuse = (): void => {
    throw new Error("full");
  };
  const keeper = keeperOn({ ...store.frames, append: refuse });
  const piece = randomBytes(512 * 1024);
  for (let n = 0; n < 48; n += 1) {
    keeper.offer(output(piece, n * 2000));
    expect(keeper.flush).toThrow("full");
  }
  expect(keeper.lostBytes()).toBeGreaterThan(7 * 1024 * 1024);
  expect(keeper.lostBytes()).toBeLessThan(9 * 1024 * 1024);
});
