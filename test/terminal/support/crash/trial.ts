// One run, one kill -9, the next `mem`: what was found to be wrong afterwards, if anything.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type Outcome, runProgram, startProgram } from "../../../agents-real/support/program.ts";
import { type Found, processesOf } from "../../../support/processes.ts";
import { until } from "../../../support/until.ts";
import { openWorld, type World } from "../world.ts";
import type { Crash } from "./plan.ts";
import { askedIn, storedIn } from "./records.ts";

const part = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const TURNS = 6;
const STEP_MS = 60;
const LINES = 700;
const LINE_MS = 5;
/** By then what was shown before it came is stored. */
const CAUGHT_UP_ROWS = 10;
/** What a `kill -9` may cost: no more of the screen is lost. */
export const LOST_MS = 50;
/** A recorder may take 10 s to give up on an agent, and the machine is slow. */
const SETTLE_MS = 40_000;

export type Verdict = {
  crash: Crash;
  /** Names of what was there to be killed. */
  killed: string[];
  faults: string[];
  /** Whole turns of its history, all of which were looked for. */
  turns: number;
  /** Of the ticker, once a recorder was at work: how long before the kill the oldest line came to the terminal that is not in the store. */
  lostMs?: number;
  /** Whether the next `mem` said that it finished something. */
  isFinishedByNext: boolean;
};

const kindOf = ({ command }: Found): string =>
  /recorder\.cjs/.test(command) ? "recorder" : /(talker|ticker)\.mjs/.test(command) && !/mem\.cjs/.test(command) ? "agent" : "wrapper";

/** Sends SIGKILL to those that are there, one right after the other. */
function killNow(world: World, target: Crash["target"]): string[] {
  const found = processesOf(world.home).filter((one) => target.startsWith("all") || kindOf(one) === target);
  for (const { pid } of found) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has just ended by itself.
    }
  }
  return found.map(kindOf);
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** The talker, as any user would add it: data, no code. */
export function writeAgents(world: World, histories: string, turns = TURNS): void {
  mkdirSync(join(world.home, ".config", "mem"), { recursive: true });
  const command = [world.program.node, part("talker.mjs"), histories, String(turns), String(STEP_MS)];
  writeFileSync(
    join(world.home, ".config", "mem", "agents.toml"),
    `[agents.talker]
name = "Talker"
command = ${JSON.stringify(command)}
brief = { via = "args", args = ["--brief", "{brief}"] }
session = { choose = ["--session-id", "{uuid}"] }
history = { reader = "claude", roots = ${JSON.stringify([histories])} }
`,
  );
}

const nextMem = (world: World, words: readonly string[] = ["sessions", "--json"]): Promise<Outcome> =>
  runProgram({ argv: world.mem(...words), env: world.env, cwd: world.project });

/** Lines of the ticker with the time at which they were on the terminal. */
function lineTimes(): { see(bytes: Buffer): void; times: Map<string, number> } {
  const times = new Map<string, number>();
  let rest = "";
  return {
    times,
    see(bytes) {
      const now = Date.now();
      const lines = (rest + bytes.toString("latin1")).split("\r\n");
      rest = lines.pop() ?? "";
      for (const line of lines) times.set(line.trimEnd(), now);
    },
  };
}

function faultsIn(world: World, crash: Crash, histories: string): string[] {
  const stored = storedIn(world.dataDir);
  const { prompts, wholeTurns } = askedIn(histories);
  const faults: string[] = [];
  const expectThat = (isRight: boolean, what: string) => void (isRight || faults.push(what));
  expectThat(stored.integrity === "ok", `integrity_check: ${stored.integrity}`);
  expectThat(stored.openRuns === 0, `${stored.openRuns} runs still open`);
  expectThat(stored.live === 0, `${stored.live} sessions without an end`);
  expectThat(stored.frames === 0, `${stored.frames} frames left`);
  expectThat(stored.doubleKeys === 0, `${stored.doubleKeys} events twice`);
  expectThat(stored.summaries <= stored.sessions, `${stored.summaries} summaries of ${stored.sessions} sessions`);
  // One that was killed before it had noted its run may be another that is just starting: it is swept a minute later.
  const left = stored.folders.filter((id) => existsSync(join(world.dataDir, "run", id, "run.json")));
  expectThat(left.length === 0, `run folders left: ${left}`);
  if (crash.program === "talker") {
    expectThat(stored.sessions === (prompts.length > 0 ? 1 : 0), `${stored.sessions} sessions for ${prompts.length} prompts`);
    const has = (event: string) => stored.events.filter((one) => one === event).length === 1;
    // A prompt alone leaves no summary.
    expectThat(wholeTurns.length === 0 || stored.summaries === 1, "no summary");
    for (const text of wholeTurns) expectThat(has(`reply: ${text}`), `not once in the store: ${text}`);
    for (const text of prompts.slice(0, wholeTurns.length)) expectThat(has(`prompt: ${text}`), `not once in the store: ${text}`);
  } else expectThat(stored.sessions <= 1, `${stored.sessions} sessions of one screen`);
  return faults;
}

/** How long before `at` the oldest line came that is not stored; undefined if no recorder was at work yet. */
function lostBefore(world: World, times: ReadonlyMap<string, number>, at: number): number | undefined {
  const stored = new Set(storedIn(world.dataDir).events.flatMap((event) => event.replace(/^reply: /, "").split("\n")));
  const lost = [...times].filter(([line, came]) => line.startsWith("tick") && came <= at && !stored.has(line)).map(([, came]) => at - came);
  return stored.has("tick 1") ? Math.max(0, ...lost) : undefined;
}

/** Everything of a world's logs, for a fault's account. */
const logOf = (world: World): string => {
  try {
    return readFileSync(join(world.dataDir, "logs", "mem.jsonl"), "utf8");
  } catch {
    return "(no log)";
  }
};

async function finishedByNext(world: World, crash: Crash): Promise<{ isFinished: boolean; faults: string[] }> {
  if (crash.target === "all, and the next mem") {
    const first = startProgram({ argv: world.mem("sessions", "--json"), env: world.env, cwd: world.project });
    await wait(crash.nextAtMs);
    first.kill("SIGKILL");
    await first.outcome;
  }
  const next = await nextMem(world);
  const again = await nextMem(world);
  const isFinished = /finished the record/.test(next.stderr);
  const faults = [next, again]
    .filter(({ code, stderr }) => code !== 0 || /\n\s+at /.test(stderr))
    .map(({ stderr }) => `next mem: ${stderr}`);
  if (again.stderr !== "") faults.push(`the one after it still said: ${again.stderr}`);
  return { isFinished, faults };
}

/** Call it inside a test. */
export async function trial(crash: Crash): Promise<Verdict> {
  const world = openWorld();
  const histories = join(world.root, "histories");
  writeAgents(world, histories);
  const argv =
    crash.program === "talker"
      ? world.mem("run", "--quiet", "talker")
      : world.mem("run", "--quiet", "--", world.program.node, part("ticker.mjs"), String(LINES), String(LINE_MS));
  const terminal = world.direct(argv);
  const { times, see } = lineTimes();
  terminal.onOutput(see);
  if (crash.phase === "work") await terminal.until("the agent is at work", (text) => /turn|tick/.test(text), SETTLE_MS);
  const isTimed = crash.phase === "work" && crash.program === "ticker";
  if (isTimed)
    await until(
      "a recorder has caught up",
      SETTLE_MS,
      () => storedIn(world.dataDir).frames > CAUGHT_UP_ROWS || terminal.isOver() || undefined,
    );
  if (crash.phase === "end") await terminal.ended;
  await wait(crash.atMs);
  const killedAt = Date.now();
  const killed = killNow(world, crash.target);
  const left = await until("no process is left", SETTLE_MS, () => processesOf(world.home).length === 0 || undefined).catch(() =>
    processesOf(world.home).map(({ command }) => command),
  );
  const faults = left === true ? [] : [`processes left: ${left.join("; ")}`];
  const next = await finishedByNext(world, crash);
  faults.push(...next.faults, ...faultsIn(world, crash, histories));
  const lostMs = isTimed ? lostBefore(world, times, killedAt) : undefined;
  if (faults.length > 0) faults.push(logOf(world));
  const turns = askedIn(histories).wholeTurns.length;
  return { crash, killed, faults, turns, isFinishedByNext: next.isFinished, ...(lostMs !== undefined && { lostMs }) };
}
