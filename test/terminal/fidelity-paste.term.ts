// Pastes: whole, unchanged, and at the agent's own speed.
import { expect, test } from "vitest";
import { difference, type PeerOrder, startPeer } from "./support/peer.ts";
import { processorMs } from "./support/processor.ts";
import { openWorld } from "./support/world.ts";

const MEGABYTE = 1024 * 1024;
const ASLEEP_MS = 2000;

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

async function pasteInto(order: PeerOrder, bytes: Buffer): Promise<{ took: Buffer; shown: Buffer; processor: number }> {
  const peer = startPeer(openWorld(), { ...order, read: bytes.length });
  await peer.ready();
  const before = processorMs(peer.outer.pid);
  peer.outer.type(bytes);
  let processor = 0;
  const look = setInterval(() => {
    if (!peer.outer.isOver()) processor = processorMs(peer.outer.pid) - before;
  }, 50);
  expect(await peer.outer.ended).toEqual({ code: 0, signal: 0 });
  clearInterval(look);
  return { took: peer.took(), shown: peer.shown(), processor };
}

test("a bracketed paste of a few lines comes as it was pasted", async () => {
  const bytes = paste(3000);
  const { took } = await pasteInto({}, bytes);
  expect(difference(took, bytes)).toBeUndefined();
});

test("a megabyte pasted while the agent looks away for 2 s comes whole, and waiting for it costs next to no processor time", async () => {
  const bytes = paste(MEGABYTE);
  const { took, processor } = await pasteInto({ sleepMs: ASLEEP_MS }, bytes);
  expect(difference(took, bytes)).toBeUndefined();
  // A wrapper that asks again and again spends all of the two seconds.
  expect(processor).toBeLessThan(ASLEEP_MS / 2);
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
