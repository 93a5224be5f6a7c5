// What a power cut leaves: files as they were at one moment, without what was not yet on the disk.
import { cpSync, existsSync, readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { processesOf } from "../../../support/processes.ts";
import { filesBelow } from "./records.ts";

const SECTOR = 512;
const WAL_HEAD_BYTES = 32;
const FRAME_HEAD_BYTES = 24;
/** In mem.db-shm: how many frames of the log a checkpoint has begun to move, which are on the disk since before it began (SQLite's walformat). */
const BACKFILL_ATTEMPTED_AT = 128;

/** Bytes of the log that are on the disk for sure. */
function syncedBytes(database: string): number {
  const shm = `${database}-shm`;
  if (!existsSync(shm) || !existsSync(`${database}-wal`)) return 0;
  const pageBytes = readFileSync(`${database}-wal`).subarray(8, 12);
  if (pageBytes.length < 4) return 0;
  const frames = readFileSync(shm).readUInt32LE(BACKFILL_ATTEMPTED_AT);
  return WAL_HEAD_BYTES + frames * (FRAME_HEAD_BYTES + pageBytes.readUInt32BE(0));
}

export type Snapshot = { dataDir: string; syncedBytes: number };

/** All processes of that home stand still while their data is copied. */
export function snapshot(home: string, dataDir: string, to: string): Snapshot {
  const found = processesOf(home);
  const signal = (name: NodeJS.Signals) => {
    for (const { pid } of found) {
      try {
        process.kill(pid, name);
      } catch {
        // It has just ended.
      }
    }
  };
  signal("SIGSTOP");
  try {
    cpSync(dataDir, to, { recursive: true });
    return { dataDir: to, syncedBytes: syncedBytes(join(to, "db", "mem.db")) };
  } finally {
    signal("SIGCONT");
  }
}

function zeroSectors(path: string, from: number, random: () => number): void {
  const bytes = readFileSync(path);
  for (let at = Math.ceil(from / SECTOR) * SECTOR; at < bytes.length; at += SECTOR)
    if (random() < 0.2) bytes.fill(0, at, Math.min(at + SECTOR, bytes.length));
  writeFileSync(path, bytes);
}

const cut = (path: string, from: number, random: () => number): void => {
  const { length } = readFileSync(path);
  if (length > from) truncateSync(path, from + Math.floor(random() * (length - from)));
};

/** Takes from the copy what was not on the disk: the log's end cut or holes in it, raw files cut or with holes, the index of the log. */
export function cutPower({ dataDir, syncedBytes: synced }: Snapshot, random: () => number): void {
  const database = join(dataDir, "db", "mem.db");
  const wal = `${database}-wal`;
  if (existsSync(wal)) (random() < 0.5 ? cut : zeroSectors)(wal, synced, random);
  if (existsSync(`${database}-shm`)) truncateSync(`${database}-shm`, 0);
  for (const path of filesBelow(join(dataDir, "raw"))) if (random() < 0.7) (random() < 0.5 ? cut : zeroSectors)(path, 0, random);
}
