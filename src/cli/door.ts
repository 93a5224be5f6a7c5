// What every command gets: the world, and where to print.

import { MemError } from "../model/error.ts";
import type { Place, Project } from "../model/project.ts";
import { locate } from "../project/place.ts";
import type { OpenMemory } from "./memory.ts";
import type { World } from "./world.ts";

export type Io = {
  out(text: string): void;
  err(text: string): void;
  /** Columns of the terminal, or 120 where there is none. */
  width: number;
  isOutTerminal: boolean;
  isErrTerminal: boolean;
  isInTerminal: boolean;
  /** Colours and motion are wanted on stderr: a terminal, and neither NO_COLOR nor CI. */
  isLively: boolean;
};

export type Door = { world: World; io: Io };

/** Histories that grew without us are read for at most this long before a command answers; `mem ingest` has no such bound. */
const REFRESH_MS = 2000;

export const say = ({ io }: Door, line: string): void => io.err(io.isLively ? `\x1b[2mmem: ${line}\x1b[0m\n` : `mem: ${line}\n`);

export const printJson = ({ io }: Door, value: unknown): void => io.out(`${JSON.stringify(value, undefined, 2)}\n`);

export const placeHere = ({ world }: Door): Place => locate(world.cwd, world.folders.home);

/** Opens the memory, finishes what a crash cut off, catches up with this place, and closes it on every path. */
export async function withMemory<T>(door: Door, work: (memory: OpenMemory, place: Place) => Promise<T> | T): Promise<T> {
  const { openMemory, refresh } = await import("./memory.ts");
  const { world } = door;
  const place = placeHere(door);
  const memory = openMemory(world);
  try {
    for (const line of memory.notices) say(door, line);
    const until = world.clock.now() + REFRESH_MS;
    for (const line of await refresh(memory, place, () => world.clock.now() > until)) say(door, line);
    return await work(memory, place);
  } finally {
    memory.close();
  }
}

/** `--project P`: by name, id or path. Throws MemError("no-such-project" | "ambiguous-project"). */
export function projectNamed(memory: OpenMemory, text: string): Project {
  const found = memory.store.projects.named(text);
  const [project, other] = found;
  if (project === undefined) {
    const known = memory.store.projects.all().map((one) => one.name);
    const hint = known.length === 0 ? "Nothing is recorded yet." : `Known: ${[...new Set(known)].slice(0, 12).join(", ")}.`;
    throw new MemError("no-such-project", `There is no project "${text}".`, { hint });
  }
  if (other !== undefined) {
    throw new MemError("ambiguous-project", `${found.length} projects are called "${text}".`, {
      hint: `Name it by its folder: ${found.map((one) => one.root).join(", ")}`,
    });
  }
  return project;
}
