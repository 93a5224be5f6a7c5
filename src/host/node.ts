// The real machine. With cli/main.ts and cli/recorder.ts the only user of process and of the clock.
import { closeSync, openSync, readSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir, userInfo } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { shortId, uuidOf } from "../model/ids.ts";
import type { Clock, Env, Folders, Ids } from "./host.ts";

export const nodeClock: Clock = { now: () => Date.now(), steady: () => performance.now() };

const load = createRequire(import.meta.url);

/** From the system's own source, where it is a file: loading Node's crypto would make every start some 8 ms later. */
function randomBytes(count: number): Buffer {
  const bytes = Buffer.alloc(count);
  let file: number;
  try {
    file = openSync("/dev/urandom", "r");
  } catch {
    return (load("node:crypto") as typeof import("node:crypto")).randomBytes(count);
  }
  try {
    if (readSync(file, bytes) !== count) throw new Error("/dev/urandom gave too little");
  } finally {
    closeSync(file);
  }
  return bytes;
}

export const nodeIds: Ids = {
  short: () => shortId(randomBytes(12)),
  run: () => randomBytes(8).toString("hex"),
  uuid: () => uuidOf(randomBytes(16)),
};

/** Base folders by the XDG specification: a relative value is to be ignored. */
const base = (value: string | undefined, fallback: string): string => (value !== undefined && isAbsolute(value) ? value : fallback);

/** A relative folder of ours would be another one in each project: it is taken from the home folder. */
const own = (value: string | undefined, home: string): string | undefined => (value ? resolve(home, value) : undefined);

/** Where the variable says nothing, or something that would be another folder in each project. */
function systemHome(): string {
  const home = homedir();
  // Node gives the variable back as it is, an empty one too.
  return isAbsolute(home) ? home : userInfo().homedir;
}

/** `MEM_DATA_DIR` and `MEM_CONFIG_DIR` win over XDG's variables, those over the defaults below the home folder. */
export function foldersOf(env: Env): Folders {
  const home = isAbsolute(env.HOME ?? "") ? (env.HOME ?? "") : systemHome();
  const data = own(env.MEM_DATA_DIR, home) ?? join(base(env.XDG_DATA_HOME, join(home, ".local", "share")), "mem");
  const config = own(env.MEM_CONFIG_DIR, home) ?? join(base(env.XDG_CONFIG_HOME, join(home, ".config")), "mem");
  return {
    data,
    database: join(data, "db", "mem.db"),
    raw: join(data, "raw"),
    logs: join(data, "logs"),
    runs: join(data, "run"),
    config,
    home,
  };
}
