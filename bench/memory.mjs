// What a long session costs in memory: 200 MB of output, to a terminal that takes it as fast as it can, and to a slow one. The wrapper and the
// recorder apart, each until its own end. Peaks are the system's own (VmHWM); slopes are of the session without its first quarter.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import {
  installed,
  judged,
  makeBench,
  median,
  memAgent,
  memRun,
  removeBench,
  row,
  script,
  startOnTerminal,
  tmux,
  untilRecorded,
} from "./support.mjs";

export const title = "Memory";
export const ROUNDS = 3;

const MEGABYTES = 200;
const SLOW = ["-r", String(8e6)];
const EVERY_MS = 100;
const BUDGETS_MB = { wrapper: 70, recorder: 150 };
/** Flat: no more than this for each further 100 MB of output. */
const FLAT_MB = { wrapper: 5, recorder: 10 };

/** Processes to look at: name → whether a process, by its parent and its words, is the one. */
const WAYS = {
  "mem, fast terminal": { way: memAgent, options: [] },
  "mem, slow terminal": { way: memAgent, options: SLOW },
  "mem, fast terminal, read off the screen": { way: memRun("--fresh"), options: [] },
  script: { way: script, options: [] },
  tmux: { way: tmux, options: [] },
};

const processes = () =>
  execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter(Boolean)
    .map(([, pid, parent, words]) => ({ pid: Number(pid), parent: Number(parent), words }));

/** The program on the terminal, and what does its work elsewhere: mem's recorder, tmux's server. */
function found(terminal) {
  const all = processes();
  const wrapper = all.find(({ parent, words }) => parent === terminal && !words.includes("/terminal "));
  const recorder = all.find(
    ({ pid, parent, words }) =>
      wrapper &&
      pid !== wrapper.pid &&
      ((parent === wrapper.pid && words.includes("recorder.cjs")) || (parent === 1 && words === wrapper.words)),
  );
  return { wrapper: wrapper?.pid, recorder: recorder?.pid };
}

/** In MB, now and at most; undefined once it is gone. */
function memoryOf(pid) {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const [now, peak] = ["VmRSS", "VmHWM"].map((key) => Number(new RegExp(`${key}:\\s*(\\d+)`).exec(status)?.[1]) / 1024);
    return Number.isNaN(now) ? undefined : { now, peak };
  } catch {
    return undefined;
  }
}

/** Looks until all of them are gone. */
async function watch(terminal, startedAt) {
  const samples = { wrapper: [], recorder: [] };
  let pids = {};
  for (let isAlive = true; isAlive || pids.wrapper === undefined; await sleep(EVERY_MS)) {
    if (pids.recorder === undefined && performance.now() - startedAt < 3000) pids = { ...found(terminal) };
    isAlive = false;
    for (const [name, pid] of Object.entries(pids)) {
      const memory = pid && memoryOf(pid);
      if (!memory) continue;
      isAlive = true;
      samples[name].push({ atMs: performance.now() - startedAt, ...memory });
    }
  }
  return samples;
}

async function session(bench, { way, options }) {
  const startedAt = performance.now();
  const { pid, seen } = startOnTerminal(bench, way([bench.child, "write", bench.act, "ansi", String(MEGABYTES)]), ...options);
  const [samples, { actMs, doneMs }] = await Promise.all([watch(pid, startedAt), seen]);
  untilRecorded(bench);
  return { samples, actMs, doneMs };
}

const peak = (samples) => Math.max(...samples.map((sample) => sample.peak));

/** MB for each further 100 MB of output: least squares over the last three quarters of the session. */
function slope(samples, { actMs, doneMs }) {
  const from = actMs + (doneMs - actMs) / 4;
  const points = samples
    .filter(({ atMs }) => atMs >= from && atMs <= doneMs)
    .map(({ atMs, now }) => [((atMs - actMs) / (doneMs - actMs)) * (MEGABYTES / 100), now]);
  const [x, y] = [0, 1].map((axis) => points.reduce((sum, point) => sum + point[axis], 0) / points.length);
  const over = points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0);
  return over / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
}

export async function measure(rounds) {
  const bench = makeBench();
  try {
    const rows = [];
    for (const [name, how] of Object.entries(installed(WAYS))) {
      const sessions = [];
      for (let round = 0; round < rounds; round += 1) sessions.push(await session(bench, how));
      rows.push(...rowsOf(name, sessions));
    }
    return rows;
  } finally {
    removeBench(bench);
  }
}

function rowsOf(name, sessions) {
  const isOurs = name.startsWith("mem");
  return ["wrapper", "recorder"]
    .filter((part) => sessions[0].samples[part].length > 0)
    .flatMap((part) => {
      const most = Math.max(...sessions.map(({ samples }) => peak(samples[part])));
      const grows = median(sessions.map((one) => slope(one.samples[part], one)));
      const seconds = median(sessions.map(({ actMs, doneMs }) => (doneMs - actMs) / 1000));
      const figures = `${MEGABYTES} MB in ${seconds.toFixed(0)} s`;
      if (!isOurs) return [row(`${name}${part === "recorder" ? "'s server" : ""}, peak`, `${most.toFixed(0)} MB`)];
      return [
        judged(`${name}: ${part}, peak`, figures, most, BUDGETS_MB[part], { unit: " MB", digits: 1 }),
        judged(`${name}: ${part}, for each further 100 MB`, "", grows, FLAT_MB[part], { unit: " MB", digits: 1 }),
      ];
    });
}
