// What a key costs: typed on the terminal, answered by the program, seen on the terminal; each key after the one before was answered.
// Idle, and while the program prints 2 MB/s.
import {
  byRound,
  direct,
  installed,
  inTurn,
  judged,
  makeBench,
  median,
  memAgent,
  onTerminal,
  quantile,
  removeBench,
  row,
  script,
  tmux,
  untilRecorded,
} from "./support.mjs";

export const title = "Key echo";
export const ROUNDS = 7;

const KEYS = 1000;
const LOAD_KB_PER_S = 2000;
const [MEDIAN_BUDGET, ADDED_P99_BUDGET_MS] = [3, 5];

const p50 = ({ keysMs }) => median(keysMs);
const p99 = ({ keysMs }) => quantile(keysMs, 0.99);
const figures = (results) =>
  `median ${(1000 * median(results.map(p50))).toFixed(0)} µs, p99 ${median(results.map(p99)).toFixed(2)} ms${lost(results)}`;
function lost(results) {
  const count = results.reduce((sum, { lostKeys }) => sum + lostKeys, 0);
  return count === 0 ? "" : `, ${count} of ${results.length * KEYS} keys not answered within 2 s`;
}
const overDirect = (results, bare) => byRound(results, bare, (mine, its) => p50(mine) / p50(its));
const added = (results, bare) => byRound(results, bare, (mine, its) => p99(mine) - p99(its));

export function measure(rounds) {
  const bench = makeBench();
  const ways = installed({ direct, script, tmux, mem: memAgent });
  const under = (kbPerS) =>
    inTurn(rounds, ways, (way) => {
      const seen = onTerminal(bench, way([bench.child, "echo", String(kbPerS)]), "-k", String(KEYS));
      untilRecorded(bench);
      return seen;
    });
  try {
    return [...rowsOf("idle", under(0)), ...rowsOf("under 2 MB/s", under(LOAD_KB_PER_S))];
  } finally {
    removeBench(bench);
  }
}

function rowsOf(when, { direct: bare, mem, ...others }) {
  const p99Row = (what, results) => judged(what, figures(results), added(results, bare), ADDED_P99_BUDGET_MS, { unit: " ms" });
  return [
    judged(`median, ${when}`, figures(mem), overDirect(mem, bare), MEDIAN_BUDGET),
    p99Row(`added at p99, ${when}`, mem),
    row(`${when}, no program between`, figures(bare)),
    ...Object.entries(others).map(([name, results]) =>
      row(`${when}, ${name}`, figures(results), `${overDirect(results, bare).toFixed(2)}; ${added(results, bare).toFixed(2)} ms`),
    ),
  ];
}
