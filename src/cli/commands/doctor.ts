// mem doctor: does it work here? Each check says what it found, and what to do if it is wrong.

import { accessSync, constants } from "node:fs";
import { which } from "../../agents/installed.ts";
import { makeFolder } from "../../host/make-folder.ts";
import { counted } from "../../model/counted.ts";
import { MemError } from "../../model/error.ts";
import { gitState } from "../../project/git-state.ts";
import { redactor } from "../../transcript/redact.ts";
import type { Command } from "../args.ts";
import { type Door, placeHere, printJson } from "../door.ts";
import { retentionLines } from "../retention.ts";
import { roundTrip } from "../round-trip.ts";
import type { World } from "../world.ts";

/** `isOk` undefined: worth knowing, no fault. `found` may be of several lines. */
type Check = { name: string; isOk: boolean | undefined; found: string; fix?: string };

const GIT_WAIT_MS = 2000;

const fault = (name: string, cause: unknown): Check => ({
  name,
  isOk: false,
  found: cause instanceof Error ? cause.message : String(cause),
  ...(cause instanceof MemError && cause.hint && { fix: cause.hint }),
});

function dataFolder({ folders }: World): Check {
  try {
    makeFolder(folders.data);
    accessSync(folders.data, constants.W_OK);
    return { name: "data folder", isOk: true, found: folders.data };
  } catch {
    return {
      name: "data folder",
      isOk: false,
      found: `${folders.data} cannot be written to`,
      fix: "Set MEM_DATA_DIR to a folder of your own.",
    };
  }
}

async function database(world: World): Promise<Check> {
  try {
    const { openMemory } = await import("../memory.ts");
    const memory = openMemory(world);
    try {
      const open = memory.store.runs.open().length;
      const count = memory.store.sessions.count({});
      const [notice] = memory.notices;
      const damage = memory.store.damage();
      if (damage !== undefined)
        return {
          name: "database",
          isOk: false,
          found: `${world.folders.database} is damaged: ${damage}`,
          fix: "The next start of mem sets it aside (it is not deleted) and makes a new one; then `mem ingest` reads what the agents still have.",
        };
      return {
        name: "database",
        isOk: !memory.isReadOnly,
        found:
          notice ??
          `${counted(count, "session")}${open > 0 ? `, and ${open === 1 ? "one run" : `${open} runs`} going on or just ended` : ""}`,
      };
    } finally {
      memory.close();
    }
  } catch (cause) {
    return fault("database", cause);
  }
}

function settings(world: World): Check {
  return world.problems.length === 0
    ? { name: "settings", isOk: true, found: world.folders.config }
    : { name: "settings", isOk: false, found: world.problems.join("\n"), fix: "Mend the file; until then it is read as far as it goes." };
}

async function git(door: Door): Promise<Check> {
  const { world } = door;
  const path = which({ env: world.env, cwd: world.cwd }, "git");
  if (path === undefined) return { name: "git", isOk: undefined, found: "not installed: briefings do not tell branch and changed files" };
  const { worktree } = placeHere(door);
  const state = await gitState(worktree, GIT_WAIT_MS, { clock: world.clock, env: world.env, proc: world.proc, redact: redactor().redact });
  return {
    name: "git",
    isOk: true,
    found: state.branch ? `${path}; this folder is on ${state.branch}` : `${path}; this folder is no repository`,
  };
}

function agents(world: World): Check {
  const installed = world.agents.filter((spec) => world.executableOf(spec) !== undefined).map((spec) => spec.name);
  return {
    name: "agents",
    isOk: undefined,
    found: installed.length > 0 ? installed.join(", ") : "none of the known ones is installed; any program runs: mem run -- ./my-agent",
  };
}

const retention = async (world: World): Promise<Check[]> =>
  (await retentionLines(world)).map((told) => ({ name: "retention", isOk: undefined, ...told }));

async function loop(world: World): Promise<Check> {
  const wrong = await roundTrip(world);
  return wrong === undefined
    ? { name: "round trip", isOk: true, found: "a program was run in a terminal, recorded, and the next one was told what it said" }
    : { name: "round trip", isOk: false, found: wrong, fix: `The log in ${world.folders.logs} may say why.` };
}

const mark = (isOk: boolean | undefined): string => (isOk === undefined ? "note" : isOk ? "ok" : "FAULT");

const INDENT = " ".repeat(19);

/** Of several lines each stands below the first. */
const checkText = ({ name, isOk, found, fix }: Check): string =>
  [`${mark(isOk).padEnd(6)}${name.padEnd(12)} ${found.replaceAll("\n", `\n${INDENT}`)}\n`, fix ? `${INDENT}${fix}\n` : ""].join("");

export async function doctor(door: Door, command: Extract<Command, { kind: "doctor" }>): Promise<number> {
  const { world, io } = door;
  const checks: Check[] = [
    { name: "node", isOk: true, found: `${world.nodeVersion}, mem ${MEM_VERSION}` },
    dataFolder(world),
    await database(world),
    settings(world),
    await git(door),
    agents(world),
    ...(await retention(world)),
    await loop(world),
  ];
  const isWell = checks.every((check) => check.isOk !== false);
  if (command.isJson)
    printJson(door, {
      ok: isWell,
      checks: checks.map(({ name, isOk, found, fix }) => ({ name, ok: isOk ?? null, found, fix: fix ?? null })),
    });
  else {
    for (const check of checks) io.out(checkText(check));
    io.out(isWell ? "\nEverything works here.\n" : "\nSomething does not work here; see above.\n");
  }
  return isWell ? 0 : 1;
}
