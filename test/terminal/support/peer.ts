// The test's own program at the other end: what it wrote and what it took, to be compared with what the terminal got and gave.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Outer } from "./outer.ts";
import type { World } from "./world.ts";

const PROGRAMS = fileURLToPath(new URL("programs/", import.meta.url));

export const programFile = (name: string): string => join(PROGRAMS, name);

export type PeerOrder = {
  /** Written once it is ready. */
  write?: Uint8Array;
  /** Bytes of each write, over and over; one write if left out. */
  cuts?: readonly number[];
  /** How many bytes it takes before it ends. */
  read?: number;
  /** Before it takes the first. */
  sleepMs?: number;
  isEcho?: boolean;
};

export type Peer = {
  readonly outer: Outer;
  ready(): Promise<void>;
  /** What it took; once it has ended. */
  took(): Buffer;
  /** What the terminal got after READY. */
  shown(): Buffer;
};

const READY = "READY";
let count = 0;

export function startPeer(world: World, { write, ...order }: PeerOrder): Peer {
  const name = join(world.root, `peer-${++count}`);
  if (write) writeFileSync(`${name}.out`, write);
  const asked = { ...order, into: `${name}.in`, ...(write && { write: `${name}.out` }) };
  const outer = world.run([process.execPath, programFile("peer.mjs"), JSON.stringify(asked)]);
  return {
    outer,
    ready: () => outer.sees(READY),
    took: () => readFileSync(`${name}.in`),
    shown: () => outer.output().subarray(outer.output().indexOf(READY) + READY.length),
  };
}

/** Where the two first differ, in words; undefined if they do not. Buffers of megabytes are no good in a test's message. */
export function difference(got: Uint8Array, wanted: Uint8Array): string | undefined {
  if (Buffer.compare(got, wanted) === 0) return undefined;
  const at = got.findIndex((byte, index) => byte !== wanted[index]);
  const from = at === -1 ? Math.min(got.length, wanted.length) : at;
  const part = (bytes: Uint8Array) => JSON.stringify(Buffer.from(bytes.subarray(Math.max(0, from - 20), from + 40)).toString("latin1"));
  return `${got.length} bytes instead of ${wanted.length}, other from byte ${from} on: ${part(got)} instead of ${part(wanted)}`;
}
