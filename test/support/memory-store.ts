import { openMemoryStore, type StoreDeps } from "../../src/store/open.ts";
import type { Store } from "../../src/store/store.ts";
import { fakeClock } from "./fake-clock.ts";
import { fakeIds } from "./fake-ids.ts";
import { fakeProc } from "./fake-proc.ts";
import { silentLog } from "./silent-log.ts";

/** Everything a store is opened with, faked; each part can be replaced. */
export const storeDeps = (more: Partial<StoreDeps> = {}): StoreDeps => ({
  clock: fakeClock(),
  ids: fakeIds(),
  log: silentLog(),
  proc: fakeProc(),
  nodeVersion: process.versions.node,
  ...more,
});

/** The real store in memory, empty. */
export const memoryStore = (more: Partial<StoreDeps> = {}): Store => openMemoryStore(storeDeps(more));
