import { Writable } from "node:stream";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { type Frame, frameDecoder } from "../../src/model/frame.ts";
import type { Run } from "../../src/model/run.ts";
import { openFeed } from "../../src/run/feed.ts";
import { CLOSE_WAIT_MS, MAX_UNSENT_BYTES } from "../../src/run/frame-outlet.ts";
import { MAX_STARTS } from "../../src/run/recorder-pipe.ts";
import type { RecorderProcess } from "../../src/run/recorder-process.ts";
import { silentLog } from "../support/silent-log.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const run = { id: "00000000000000aa", argv: ["agent"] } as unknown as Run;
const clock = { now: () => Date.now(), steady: () => performance.now() };

/** A recorder that reads only while it is asked to. */
function fakeRecorder() {
  const decode = frameDecoder();
  const frames: Frame[] = [];
  let isReading = true;
  let held: (() => void) | undefined;
  let end = () => {};
  let say: (trouble: string) => void = () => {};
  const stdin = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const take = () => {
        frames.push(...decode(chunk));
        done();
      };
      if (isReading) take();
      else held = take;
    },
  });
  const process: RecorderProcess = {
    stdin,
    onEnd: (handler) => {
      end = handler;
    },
    onTrouble: (handler) => {
      say = handler;
    },
  };
  return {
    process,
    frames,
    kinds: () => frames.map((frame) => frame.kind),
    text: () => frames.map((frame) => (frame.kind === "output" ? Buffer.from(frame.bytes).toString() : "")).join(""),
    stopReading: () => {
      isReading = false;
    },
    read: () => {
      isReading = true;
      held?.();
    },
    die: () => end(),
    say: (trouble: string) => say(trouble),
  };
}

function open(of: Run = run) {
  const recorders: ReturnType<typeof fakeRecorder>[] = [];
  const log = silentLog();
  const feed = openFeed(
    { clock, log },
    () => {
      const recorder = fakeRecorder();
      recorders.push(recorder);
      return recorder.process;
    },
    of,
  );
  return { feed, recorders, log };
}

const output = (text: string) => Buffer.from(text);

test("the run comes first, then what happened before the recorder was there, in order", async () => {
  const { feed, recorders } = open();
  feed.resize({ cols: 80, rows: 24 });
  feed.offer(output("early"));
  vi.advanceTimersByTime(60);
  expect(recorders).toHaveLength(0);
  feed.start([]);
  feed.offer(output("late"));
  await feed.close({ code: 3 });
  expect(recorders[0]?.kinds()).toEqual(["run", "resize", "output", "output", "exit"]);
  expect(recorders[0]?.text()).toBe("earlylate");
  expect(recorders[0]?.frames.at(-1)).toMatchObject({ exit: { code: 3 } });
});

test("output of one moment goes out together, 30 ms after its first byte", () => {
  const { feed, recorders } = open();
  feed.start([]);
  feed.offer(output("a"));
  feed.offer(output("b"));
  vi.advanceTimersByTime(29);
  expect(recorders[0]?.text()).toBe("");
  vi.advanceTimersByTime(1);
  expect(recorders[0]?.kinds()).toEqual(["run", "output"]);
  expect(recorders[0]?.text()).toBe("ab");
});

test("a recorder that does not read costs output beyond the bound, and one gap says how much", async () => {
  const { feed, recorders } = open();
  feed.start([]);
  const [recorder] = recorders;
  recorder?.stopReading();
  const chunk = Buffer.alloc(256 * 1024, "x");
  const chunks = 40;
  for (let count = 0; count < chunks; count++) feed.offer(chunk);
  expect(recorder?.process.stdin.writableLength).toBeLessThanOrEqual(MAX_UNSENT_BYTES);
  recorder?.read();
  feed.offer(output("after"));
  await feed.close({ code: 0 });
  const gaps = recorder?.frames.filter((frame) => frame.kind === "gap") ?? [];
  expect(gaps).toHaveLength(1);
  expect((gaps[0]?.kind === "gap" ? gaps[0].lostBytes : 0) + (recorder?.text().length ?? 0)).toBe(chunks * chunk.length + "after".length);
  expect(recorder?.kinds().slice(-3)).toEqual(["gap", "output", "exit"]);
});

test("a recorder that dies is started again and told the run, the size, and that something may be missing", async () => {
  const { feed, recorders } = open();
  feed.resize({ cols: 100, rows: 30 });
  feed.start([]);
  feed.offer(output("one"));
  vi.advanceTimersByTime(50);
  recorders[0]?.die();
  feed.offer(output("two"));
  await feed.close({ code: 0 });
  expect(recorders).toHaveLength(2);
  expect(recorders[1]?.kinds()).toEqual(["run", "resize", "gap", "output", "exit"]);
});

test("a broken pipe is a death too, and counts once", () => {
  const { feed, recorders } = open();
  feed.start([]);
  recorders[0]?.process.stdin.emit("error", new Error("EPIPE"));
  recorders[0]?.die();
  expect(recorders).toHaveLength(2);
});

test("a recorder that keeps dying is started three times a minute, and what comes between is kept", async () => {
  const { feed, recorders } = open();
  feed.start([]);
  for (let count = 0; count < 5; count++) recorders.at(-1)?.die();
  expect(recorders).toHaveLength(MAX_STARTS);
  feed.offer(output("kept"));
  vi.advanceTimersByTime(59_000);
  expect(recorders).toHaveLength(MAX_STARTS);
  vi.advanceTimersByTime(1_001);
  expect(recorders).toHaveLength(MAX_STARTS + 1);
  expect(recorders.at(-1)?.kinds()).toEqual(["run", "gap", "output"]);
});

test("a recorder that cannot be started at all harms nobody", async () => {
  const log = silentLog();
  const feed = openFeed(
    { clock, log },
    () => {
      throw new Error("no such file");
    },
    run,
  );
  feed.start([]);
  feed.offer(output("x"));
  await feed.close({ code: 0 });
  expect(log.lines.map((line) => line.event)).toContain("recorder not started");
});

test("the end waits for a deaf recorder no longer than CLOSE_WAIT_MS", async () => {
  const { feed, recorders } = open();
  feed.start([]);
  recorders[0]?.stopReading();
  feed.offer(output("x"));
  let isClosed = false;
  const closed = feed.close({ code: 0 }).then(() => {
    isClosed = true;
  });
  await vi.advanceTimersByTimeAsync(CLOSE_WAIT_MS - 1);
  expect(isClosed).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await closed;
});

test("a recorder that ends by itself after the end is not started again", async () => {
  const { feed, recorders } = open();
  feed.start([]);
  await feed.close({ code: 0 });
  recorders[0]?.die();
  expect(recorders).toHaveLength(1);
});

test("a fault inside the feed is logged and not thrown", () => {
  const log = silentLog();
  const feed = openFeed(
    {
      clock: {
        now: () => {
          throw new Error("clock");
        },
      },
      log,
    },
    () => fakeRecorder().process,
    run,
  );
  feed.offer(output("x"));
  feed.resize({ cols: 1, rows: 1 });
  expect(log.lines).toHaveLength(2);
});

test("nothing is said of a recording that is whole", async () => {
  const { feed, recorders } = open();
  feed.start([]);
  feed.offer(output("all of it"));
  await feed.close({ code: 0 });
  expect(recorders[0]?.text()).toBe("all of it");
  expect(feed.lost()).toBeUndefined();
});

test("what a recorder that hangs did not take is told in one sentence", async () => {
  const { feed, recorders } = open();
  feed.start([]);
  recorders[0]?.stopReading();
  for (let count = 0; count < 40; count++) feed.offer(Buffer.alloc(256 * 1024, "x"));
  const closed = feed.close({ code: 0 });
  await vi.advanceTimersByTimeAsync(CLOSE_WAIT_MS);
  await closed;
  expect(feed.lost()).toBe("10 MB of the screen were not recorded: the recorder did not keep up.");
});

test("what keeps the recorder from storing is told at the end, if it still does", async () => {
  const { feed, recorders } = open();
  feed.start([]);
  recorders[0]?.say("No space is left for mem.db.");
  expect(feed.lost()).toContain("No space is left for mem.db.");
  recorders[0]?.say("");
  await feed.close({ code: 0 });
  expect(feed.lost()).toBeUndefined();
});

test("the next mem is promised to try again only where there is a history that it could read", () => {
  const lostOf = (of: Run, fault: (recorder: ReturnType<typeof fakeRecorder> | undefined) => void) => {
    const { feed, recorders } = open(of);
    feed.start([]);
    for (let count = 0; count < MAX_STARTS; count++) fault(recorders.at(-1));
    return feed.lost();
  };
  const program = run;
  const agent = { ...run, reader: "toy" };
  const full = (recorder?: ReturnType<typeof fakeRecorder>) => recorder?.say("No space is left.");
  expect(lostOf(agent, full)).toBe("this session is not stored yet: No space is left. The next mem tries again.");
  expect(lostOf(program, full)).toMatch(/^this session is not stored: No space is left\. .* is lost: the program keeps no history/);
  const dead = (recorder?: ReturnType<typeof fakeRecorder>) => recorder?.die();
  expect(lostOf(agent, dead)).toMatch(/^the recorder could not be kept running; the next mem reads/);
  expect(lostOf(program, dead)).toMatch(/^the recorder could not be kept running; .* only what it had stored is kept/);
});

test("a clock that is set back an hour does not keep a recorder from being started again", () => {
  const { feed, recorders } = open();
  feed.start([]);
  for (let count = 1; count < MAX_STARTS; count++) recorders.at(-1)?.die();
  vi.setSystemTime(Date.now() - 3_600_000);
  recorders.at(-1)?.die();
  expect(recorders).toHaveLength(MAX_STARTS);
  vi.advanceTimersByTime(61_000);
  expect(recorders).toHaveLength(MAX_STARTS + 1);
});

test("what kept a recorder that is gone from storing is not said of the one after it", async () => {
  const { feed, recorders } = open();
  feed.start([]);
  recorders[0]?.say("No space is left for mem.db.");
  recorders[0]?.die();
  expect(recorders).toHaveLength(2);
  await feed.close({ code: 0 });
  expect(feed.lost()).toBeUndefined();
});

test("small pieces that a hanging recorder does not take cost their own size, not a block each", async () => {
  const { feed, recorders } = open();
  feed.start([]);
  recorders[0]?.stopReading();
  const before = process.memoryUsage().arrayBuffers;
  for (let count = 0; count < 2000; count++) {
    feed.offer(output("spinning"));
    await vi.advanceTimersByTimeAsync(50);
  }
  // 2,000 blocks would be half a gigabyte.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(32 * 1024 * 1024);
  recorders[0]?.read();
});
