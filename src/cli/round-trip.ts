// The proof that recording and briefing work here: two real runs of a tiny program in a folder of their own, through the installed `mem`.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Env } from "../host/host.ts";
import { openPty } from "../run/pty.ts";
import type { World } from "./world.ts";

/** A start, a recording and its end; real ones take a second or two. */
const RUN_WAIT_MS = 20_000;
const LOOK_MS = 50;

type Trip = { folder: string; told: string; env: Record<string, string>; argv(said: string): string[] };

/** Nothing of it is in the user's own data: folders and settings are the trip's. */
function prepare(world: World): Trip {
  const folder = mkdtempSync(join(tmpdir(), "mem-doctor-"));
  const program = join(world.packageDir, "plugins", "doctor", "says.mjs");
  for (const name of ["project", "config"]) mkdirSync(join(folder, name));
  const kept = Object.entries(world.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !entry[0].startsWith("MEM_"),
  );
  const told = join(folder, "told.txt");
  const mem = [world.nodePath, join(world.packageDir, "dist", "mem.cjs")];
  return {
    folder,
    told,
    env: { ...Object.fromEntries(kept), MEM_DATA_DIR: join(folder, "data"), MEM_CONFIG_DIR: join(folder, "config") },
    argv: (said) => [...mem, "run", "--", world.nodePath, program, said, told],
  };
}

function runOnce(trip: Trip, said: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const launch = { argv: trip.argv(said), env: trip.env as Readonly<Env> & Record<string, string>, cwd: join(trip.folder, "project") };
    const pty = openPty({ ...launch, mode: "pty", ctrlZ: "agent" }, { cols: 100, rows: 30 });
    let seen = "";
    const timer = setTimeout(() => reject(new Error(`a run of a program took over ${RUN_WAIT_MS / 1000} s`)), RUN_WAIT_MS);
    pty.onData((bytes) => {
      seen += bytes.toString("utf8");
    });
    pty.onExit(() => {
      clearTimeout(timer);
      resolve(seen);
    });
  });
}

/** Each run has a folder until its recorder has written everything down. Undefined once there is none, else what did not happen. */
async function recorded(world: World, trip: Trip): Promise<string | undefined> {
  const until = world.clock.now() + RUN_WAIT_MS;
  const runs = join(trip.folder, "data", "run");
  while (existsSync(runs) && readdirSync(runs).length > 0) {
    if (world.clock.now() > until) return `a run was not written down within ${RUN_WAIT_MS / 1000} s`;
    await sleep(LOOK_MS);
  }
  return undefined;
}

function toldIn(trip: Trip): string {
  try {
    return readFileSync(trip.told, "utf8");
  } catch {
    return ""; // it was given none
  }
}

async function travel(world: World, trip: Trip): Promise<string | undefined> {
  const sentence = `The lighthouse keeper counted ${world.ids.short()} steps.`;
  const seen = await runOnce(trip, sentence);
  if (!seen.includes(sentence)) return `a program's output did not reach the terminal: ${JSON.stringify(seen.slice(-200))}`;
  const late = await recorded(world, trip);
  if (late !== undefined) return late;
  const said = await runOnce(trip, "and this is the second run");
  if (toldIn(trip).includes(sentence)) return undefined;
  return `the second run was not told what the first one said. It began: ${JSON.stringify(said.slice(0, 200))}`;
}

/** Undefined if it worked, else what did not. Leaves nothing behind. */
export async function roundTrip(world: World): Promise<string | undefined> {
  const trip = prepare(world);
  try {
    return await travel(world, trip);
  } catch (cause) {
    return cause instanceof Error ? cause.message : String(cause);
  } finally {
    await recorded(world, trip);
    rmSync(trip.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
  }
}
