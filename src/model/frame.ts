// Frame: what the terminal did. Also its bytes on the pipe from the wrapper to the recorder.

import { unreachable } from "./error.ts";
import type { Millis } from "./ids.ts";
import type { Size } from "./launch.ts";
import type { Run } from "./run.ts";
import type { Exit } from "./session.ts";

export type Frame = { at: Millis } & (
  | { kind: "run"; run: Run }
  | { kind: "output"; bytes: Uint8Array }
  | { kind: "resize"; size: Size }
  | { kind: "gap"; lostBytes: number }
  | { kind: "exit"; exit: Exit }
);

const TYPES = ["run", "output", "resize", "gap", "exit"] as const;
export const HEAD_BYTES = 13; // type 1, time 8 (float64), length 4 (uint32), all big-endian

/** The largest payload that is believed; a longer one means that the stream is out of step. */
const MAX_FRAME_BYTES = 16 * 1024 * 1024;

function payload(frame: Frame): Uint8Array {
  switch (frame.kind) {
    case "output":
      return frame.bytes;
    case "run":
      return Buffer.from(JSON.stringify(frame.run));
    case "resize":
      return Buffer.from(JSON.stringify(frame.size));
    case "gap":
      return Buffer.from(String(frame.lostBytes));
    case "exit":
      return Buffer.from(JSON.stringify(frame.exit));
    default:
      return unreachable(frame);
  }
}

export function encodeFrame(frame: Frame): Buffer {
  const body = payload(frame);
  const head = Buffer.allocUnsafe(HEAD_BYTES);
  writeHead(head, frame, body.length);
  return Buffer.concat([head, body]);
}

function writeHead(to: Buffer, { kind, at }: Pick<Frame, "kind" | "at">, bodyBytes: number): void {
  to.writeUInt8(TYPES.indexOf(kind), 0);
  to.writeDoubleBE(at, 1);
  to.writeUInt32BE(bodyBytes, 9);
}

/** An output frame in place: `block` has room for the head and then `bodyBytes` of output. */
export function outputFrame(block: Buffer, at: Millis, bodyBytes: number): Buffer {
  writeHead(block, { kind: "output", at }, bodyBytes);
  return block.subarray(0, HEAD_BYTES + bodyBytes);
}

function toFrame(type: number, at: Millis, body: Buffer): Frame | undefined {
  switch (TYPES[type]) {
    case "output":
      return { kind: "output", at, bytes: body };
    case "run":
      return { kind: "run", at, run: JSON.parse(body.toString("utf8")) as Run };
    case "resize":
      return { kind: "resize", at, size: JSON.parse(body.toString("utf8")) as Size };
    case "gap":
      return { kind: "gap", at, lostBytes: Number(body.toString("utf8")) };
    case "exit":
      return { kind: "exit", at, exit: JSON.parse(body.toString("utf8")) as Exit };
    default:
      return undefined;
  }
}

/** Bytes in any cut → whole frames. Throws if the stream is out of step: nothing after that could be believed. */
export function frameDecoder(): (chunk: Uint8Array) => Frame[] {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = rest.length === 0 ? Buffer.from(chunk) : Buffer.concat([rest, chunk]);
    const frames: Frame[] = [];
    while (rest.length >= HEAD_BYTES) {
      const size = rest.readUInt32BE(9);
      if (size > MAX_FRAME_BYTES) throw new Error("feed out of step: impossible frame length");
      if (rest.length < HEAD_BYTES + size) break;
      const frame = toFrame(rest.readUInt8(0), rest.readDoubleBE(1), rest.subarray(HEAD_BYTES, HEAD_BYTES + size));
      if (frame === undefined) throw new Error("feed out of step: unknown frame type");
      frames.push(frame);
      rest = rest.subarray(HEAD_BYTES + size);
    }
    return frames;
  };
}
