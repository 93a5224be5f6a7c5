import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeFrame, type Frame, frameDecoder } from "../../src/model/frame.ts";

const at = fc.integer({ min: 0, max: 2 ** 41 });
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({ kind: fc.constant("output" as const), at, bytes: fc.uint8Array({ maxLength: 300 }) }),
  fc.record({ kind: fc.constant("resize" as const), at, size: fc.record({ cols: fc.nat(500), rows: fc.nat(500) }) }),
  fc.record({ kind: fc.constant("gap" as const), at, lostBytes: fc.nat() }),
  fc.record({ kind: fc.constant("exit" as const), at, exit: fc.record({ code: fc.nat(255) }) }),
);

/** Frames with bytes as plain arrays: a Buffer and a Uint8Array of the same bytes are the same. */
const plain = (frames: readonly Frame[]): unknown[] =>
  frames.map((one) => (one.kind === "output" ? { ...one, bytes: [...one.bytes] } : one));

test("frames come out as they went in, however the bytes are cut", () => {
  fc.assert(
    fc.property(
      fc.array(frame, { maxLength: 12 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 }),
      (frames, cuts) => {
        const bytes = Buffer.concat(frames.map(encodeFrame));
        const decode = frameDecoder();
        const seen: Frame[] = [];
        for (let start = 0, n = 0; start < bytes.length; n += 1) {
          const size = cuts[n % cuts.length] ?? 1;
          seen.push(...decode(Uint8Array.from(bytes.subarray(start, start + size))));
          start += size;
        }
        expect(plain(seen)).toEqual(plain(frames));
      },
    ),
  );
});

test("a stream that is out of step is told, not guessed at", () => {
  expect(() => frameDecoder()(Buffer.alloc(13, 0xff))).toThrow("out of step");
});
