// The real machine. With cli/main.ts and cli/recorder.ts the only user of process and of the clock.
import { randomBytes, randomUUID } from "node:crypto";
import { homedir } from "node:os";
import { isAbsolute, join, resolve } from "node:path";
import { shortId } from "../model/ids.ts";
import type { Clock, Env, Folders, Ids } from "./host.ts";

export const nodeClock: Clock = { now: () => Date.now() };

export const nodeIds: Ids = {
  short: () => shortId(randomBytes(12)),
  run: () => randomBytes(8).toString("hex"),
  uuid: () => randomUUID(),
};

/** Base folders by the XDG specification: a relative value is to be ignored. */
const base = (value: string | undefined, fallback: string): string => (value !== undefined && isAbsolute(value) ? value : fallback);

/** A relative folder of ours would be another one in each project: it is taken from the home folder. */
const own = (value: string | undefined, home: string): string | undefined => (value ? resolve(home, value) : undefined);

/** `MEM_DATA_DIR` and `MEM_CONFIG_DIR` win over XDG's variables, those over the defaults below the home folder. */
export function foldersOf(env: Env): Folders {
  const home = base(env.HOME, homedir());
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
