// What all benches share: a terminal and a child in C (Node would be slower than what it is to measure), the ways to the child, figures, verdicts.
import { execFile, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const MEM = fileURLToPath(new URL("../dist/mem.cjs", import.meta.url));
const RECORDED_WITHIN_MS = 90_000;
const LOOK_EVERY_S = "0.05";

/** What a program says of itself in one line; undefined if it is not installed. */
function versionOf(command, ...args) {
  const { status, stdout } = spawnSync(command, args, { encoding: "utf8" });
  return status === 0 ? stdout.split("\n")[0]?.trim() : undefined;
}

export const cc = versionOf("cc", "--version");
export const has = { script: versionOf("script", "--version"), tmux: versionOf("tmux", "-V") };

function compiled(folder, name) {
  const source = fileURLToPath(new URL(`${name}.c`, import.meta.url));
  const { status, stderr } = spawnSync("cc", ["-O2", "-o", join(folder, name), source, "-lutil", "-lpthread"], { encoding: "utf8" });
  if (status !== 0) throw new Error(`${name}.c was not compiled: ${stderr}`);
  return join(folder, name);
}

/** Before all other programs of the machine: for figures that their load would drown. The kernel's own work for terminals is not. */
export const isFirst = process.argv.includes("--first");
const FIRST = isFirst ? ["chrt", "-r", "5"] : [];

const quoted = (words) => words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");

/** A home, a project and data of the bench's own, with an agent `bench`, which is our child and whose history is read like a real one's. */
export function makeBench() {
  const folder = mkdtempSync(join(tmpdir(), "mem-bench-"));
  const [project, config, data, histories] = ["shop", "config", "data", "histories"].map((name) => join(folder, name));
  for (const made of [project, config, histories]) mkdirSync(made);
  const [terminal, child] = [compiled(folder, "terminal"), compiled(folder, "child")];
  writeFileSync(
    join(config, "agents.toml"),
    `[agents.bench]\ncommand = ${JSON.stringify([child])}\nhistory = { reader = "claude", roots = ${JSON.stringify([histories])} }\n`,
  );
  // Kept, to see afterwards that nothing is missing.
  writeFileSync(join(config, "config.toml"), "[record]\nkeep_days = 1\n");
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    MEM_DATA_DIR: data,
    MEM_CONFIG_DIR: config,
    TMUX_TMPDIR: folder,
  };
  return { folder, project, data, terminal, child, env, act: join(folder, "act.txt") };
}

const runsOf = (bench) => join(bench.data, "run");
const isRecorded = (bench) => {
  try {
    return readdirSync(runsOf(bench)).length === 0;
  } catch {
    return true;
  }
};

/** Waits for the last recorder, which removes its run's folder at its end: it would be measured along with what comes next. */
export function untilRecorded(bench) {
  for (const until = Date.now() + RECORDED_WITHIN_MS; !isRecorded(bench); spawnSync("sleep", [LOOK_EVERY_S]))
    if (Date.now() > until) throw new Error(`a run was not recorded within ${RECORDED_WITHIN_MS / 1000} s`);
}

export function removeBench(bench) {
  try {
    untilRecorded(bench);
  } finally {
    rmSync(bench.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** The ways to a program on a terminal: each takes the program's words and gives those of the command. */
export const direct = (words) => words;
export const script = (words) => ["script", "-qec", quoted(words), "/dev/null"];
export const scriptWithLog = (log) => (words) => ["script", "-qec", quoted(words), log];
export const tmux = (words) => ["tmux", "-L", "bench", "-f", "/dev/null", "new-session", quoted(words)];
export const memRun =
  (...flags) =>
  (words) => [process.execPath, MEM, "run", "--quiet", ...flags, "--", ...words];
/** As the agent `bench`: its command is our child, so that word is left out. */
export const memAgent = ([, ...args]) => [process.execPath, MEM, "run", "--quiet", "--fresh", "bench", ...args];

/** Without those whose program is not installed; the head names it. */
export const installed = (ways) =>
  Object.fromEntries(
    Object.entries(ways).filter(([name]) => !Object.keys(has).some((program) => name.startsWith(program) && !has[program])),
  );

const toSeen = (bench, words, text) => {
  const seen = JSON.parse(text);
  if (seen.status !== 0) throw new Error(`${quoted(words)} ended with ${seen.status}`);
  return { ...seen, actMs: Number(readFileSync(bench.act, "utf8") || "0") - seen.startedMs };
};

/** What the terminal saw (terminal.c says what), and `actMs`, when the child acted; all in ms since the start. */
export function onTerminal(bench, words, ...options) {
  writeFileSync(bench.act, "");
  const [file, ...args] = [...FIRST, bench.terminal, ...options, "--", ...words];
  const { stdout, stderr } = spawnSync(file, args, {
    cwd: bench.project,
    env: bench.env,
    encoding: "utf8",
  });
  if (stdout === "") throw new Error(`${quoted(words)}: ${stderr}`);
  return toSeen(bench, words, stdout);
}

/** The same without waiting: the terminal's process, and what it saw in the end. */
export function startOnTerminal(bench, words, ...options) {
  writeFileSync(bench.act, "");
  const [file, ...args] = [...FIRST, bench.terminal, ...options, "--", ...words];
  let terminal;
  const seen = new Promise((resolve, reject) => {
    terminal = execFile(file, args, { cwd: bench.project, env: bench.env }, (error, stdout) =>
      error ? reject(error) : resolve(toSeen(bench, words, stdout)),
    );
  });
  return { pid: terminal.pid, seen };
}

/** Each of `ways` once a round, in an order that turns, so that what else the machine does falls on all alike: name → what each round gave. */
export function inTurn(rounds, ways, measure) {
  const names = Object.keys(ways);
  const results = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < rounds; round += 1)
    for (const step of names.keys()) {
      const name = names[(round + step) % names.length];
      results[name].push(measure(ways[name], name));
    }
  return results;
}

export const quantile = (numbers, part) =>
  [...numbers].sort((a, b) => a - b)[Math.min(numbers.length - 1, Math.floor(numbers.length * part))];
export const median = (numbers) => quantile(numbers, 0.5);
/** Median over the rounds of `of(mine, others)`, both of the same round. */
export const byRound = (mine, others, of) => median(mine.map((result, round) => of(result, others[round])));

/** One row of the report. Without a budget it is there to compare with. */
export const row = (what, figures, ratio = "", budget = "", isMet = undefined) => ({
  what,
  figures,
  ratio,
  budget,
  verdict: isMet === undefined ? "" : isMet ? "met" : "MISSED",
});
/** A row whose ratio or difference must not be above (or, with `atLeast`, below) its budget. */
export const judged = (what, figures, value, budget, { unit = "", atLeast = false, digits = 2 } = {}) =>
  row(
    what,
    figures,
    `${value.toFixed(digits)}${unit}`,
    `${atLeast ? "≥" : "≤"} ${budget}${unit}`,
    atLeast ? value >= budget : value <= budget,
  );
