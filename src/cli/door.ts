// What every command gets: the world, and where to print.

import { agentCalled } from "../agents/catalog.ts";
import { nearest } from "../agents/nearest.ts";
import { MemError } from "../model/error.ts";
import { type AgentId, type ProjectId, parseAgentId } from "../model/ids.ts";
import { plain } from "../model/plain.ts";
import type { Place, Project } from "../model/project.ts";
import { locate } from "../project/place.ts";
import type { OpenMemory } from "./memory.ts";
import type { World } from "./world.ts";

export type Io = {
  out(text: string): void;
  err(text: string): void;
  /** Resolves once all text so far has left the process: what prints more than fits in memory waits for it. */
  flushed(): Promise<void>;
  /** Columns of the terminal, or 120 where there is none or it does not tell. */
  width: number;
  isOutTerminal: boolean;
  isErrTerminal: boolean;
  isInTerminal: boolean;
  /** A terminal's keys go to another job, or there is none above us: what is read from it or set on it is not ours. */
  isInBackground: boolean;
  /** Colours and motion are wanted on stderr: a terminal, and neither NO_COLOR nor CI. */
  isLively: boolean;
};

export type Door = { world: World; io: Io };

/** Histories that grew without us are read for at most this long before a command answers; `mem ingest` has no such bound. */
const REFRESH_MS = 2000;

const FLUSH_CHARS = 256 * 1024;

export const say = ({ io }: Door, line: string): void =>
  io.err(io.isLively ? `\x1b[2mmem: ${plain(line)}\x1b[0m\n` : `mem: ${plain(line)}\n`);

export const printJson = ({ io }: Door, value: unknown): void => io.out(`${JSON.stringify(value, undefined, 2)}\n`);

/** Prints at the speed of the reader: never more than a few texts are in memory. */
export async function printEach<Item>({ io }: Door, items: Iterable<Item>, toText: (item: Item) => string): Promise<void> {
  let chars = 0;
  for (const item of items) {
    const text = toText(item);
    io.out(text);
    chars += text.length;
    if (chars < FLUSH_CHARS) continue;
    await io.flushed();
    chars = 0;
  }
}

/** As `printJson` of an array, an item at a time: a long session's events do not fit into one string. */
export async function printJsonList(door: Door, values: Iterable<unknown>): Promise<void> {
  let count = 0;
  await printEach(door, values, (value) => {
    count += 1;
    return `${count === 1 ? "[" : ","}\n  ${JSON.stringify(value, undefined, 2).replaceAll("\n", "\n  ")}`;
  });
  door.io.out(count === 0 ? "[]\n" : "\n]\n");
}

export const placeHere = ({ world }: Door): Place => locate(world.cwd, world.folders.home);

/**
 * Opens the memory, finishes what a crash cut off, catches up with this place (unless the work itself is to read histories), and closes
 * it on every path.
 */
export async function withMemory<T>(
  door: Door,
  work: (memory: OpenMemory, place: Place) => Promise<T> | T,
  { catchesUp = true, withinMs = REFRESH_MS }: { catchesUp?: boolean; withinMs?: number } = {},
): Promise<T> {
  const { openMemory, refresh } = await import("./memory.ts");
  const { world } = door;
  const place = placeHere(door);
  const memory = openMemory(world);
  try {
    for (const line of memory.notices) say(door, line);
    const until = world.clock.now() + withinMs;
    for (const line of await refresh(memory, catchesUp ? place : undefined, () => world.clock.now() > until)) say(door, line);
    return await work(memory, place);
  } finally {
    memory.close();
  }
}

/**
 * The sessions that a command without `--project` is about: this project's; all of them in `$HOME` and `/`, which are no project.
 * `undefined` where nothing is known of this place yet.
 */
export function scopeHere(memory: OpenMemory, place: Place): { project?: ProjectId } | undefined {
  if (place.kind === "none") return {};
  const project = memory.store.projects.find(place);
  return project && { project: project.id };
}

/** `--agent A`, as in agents.toml or as lists print it. Throws MemError("no-such-agent") for one that neither the catalog nor any session knows. */
export function agentNamed(door: Door, memory: OpenMemory, text: string): AgentId {
  const called = agentCalled(door.world.agents, text);
  if (called !== undefined) return called.id;
  const isKnown = (id: AgentId): boolean => memory.store.sessions.count({ agent: id }) > 0;
  const id = [text, `program:${text}`].flatMap((one) => parseAgentId(one) ?? []).find(isKnown);
  if (id !== undefined) return id;
  const known = door.world.agents.map((spec) => spec.id);
  const close = nearest(text, known);
  throw new MemError("no-such-agent", `No agent is called "${text}".`, {
    hint: close ? `Did you mean ${close}?` : `Known: ${known.join(", ")}.`,
    exitCode: 2,
  });
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
