// Pastes: whole, unchanged, and at the agent's own speed.
import { expect, test } from "vitest";
import { difference, type PeerOrder, startPeer } from "./support/peer.ts";
import { openWorld } from "./support/world.ts";
import { writeCalls } from "./support/write-calls.ts";

const MEGABYTE = 1024 * 1024;
const ASLEEP_MS = 2000;
const MAX_CALLS = 3000;

/** Lines as people paste them, between the marks of a bracketed paste; repeatable, and no part of it like another. */
function paste(bytes: number): Buffer {
  const lines: string[] = [];
  for (let size = 0, line = 0; size < bytes; line++) {
    const text = `${line} const größe = "日本 ${(line * 2654435761) % 4294967296}"; // 👩‍💻\r`;
    lines.push(text);
    size += Buffer.byteLength(text);
  }
  return Buffer.from(`\x1b[200~${lines.join("")}\x1b[201~`);
}

type Pasted = { took: Buffer; shown: Buffer /** By the wrapper, from the paste on. */; calls: number };

async function pasteInto(order: PeerOrder, bytes: Buffer): Promise<Pasted> {
  const peer = startPeer(openWorld(), { ...order, read: bytes.length });
  await peer.ready();
  const { pid } = peer.outer;
  const before = writeCalls(pid) ?? 0;
  let calls = 0;
  const look = setInterval(() => {
    calls = Math.max(calls, (writeCalls(pid) ?? 0) - before);
  }, 20);
  peer.outer.type(bytes);
  expect(await peer.outer.ended).toEqual({ code: 0, signal: 0 });
  clearInterval(look);
  return { took: peer.took(), shown: peer.shown(), calls };
}

test("a bracketed paste of a few lines comes as it was pasted", async () => {
  const bytes = paste(3000);
  const { took } = await pasteInto({}, bytes);
  expect(difference(took, bytes)).toBeUndefined();
});

test("a megabyte pasted while the agent looks away for 2 s comes whole, and is not pressed upon it again and again", async () => {
  const bytes = paste(MEGABYTE);
  const { took, calls } = await pasteInto({ sleepMs: ASLEEP_MS }, bytes);
  expect(difference(took, bytes)).toBeUndefined();
  // Some 260 pieces, and a try every 8 ms; without a pause it is ten thousands, and a processor's whole time.

  expect(calls).toBeLessThan(MAX_CALLS);
});

test("a megabyte pasted into an agent that echoes comes whole, and so does the echo", async () => {
  const bytes = paste(MEGABYTE);
  const { took, shown } = await pasteInto({ isEcho: true }, bytes);
  expect(difference(took, bytes)).toBeUndefined();
  expect(difference(shown, bytes)).toBeUndefined();
});

test("a megabyte pasted while as much comes from the agent goes both ways whole", async () => {
  const [bytes, output] = [paste(MEGABYTE), paste(2 * MEGABYTE)];
  const { took, shown } = await pasteInto({ write: output, cuts: [4096, 100, 9000] }, bytes);
  expect(difference(took, bytes)).toBeUndefined();
  expect(difference(shown, output)).toBeUndefined();
});
