// How fast output gets through: the program writes as fast as it can, the terminal takes it as fast as it can, from the program's first byte to the
// last one on the terminal. Beside it whether the bytes were the same as without anything between, and whether all of them were recorded.
import { join } from "node:path";
import Database from "better-sqlite3";
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
  removeBench,
  row,
  script,
  scriptWithLog,
  tmux,
  untilRecorded,
} from "./support.mjs";

export const title = "Throughput";
export const ROUNDS = 7;

const MEGABYTES = 30;
const KINDS = { plain: "short plain lines", ansi: "colours and UTF-8", tui: "screens drawn anew" };
const BUDGET = 0.5;

/** Bytes that the newest run has on record. */
function recordedBytes(bench) {
  untilRecorded(bench);
  const db = new Database(join(bench.data, "db", "mem.db"), { readonly: true });
  const { bytes } = db
    .prepare("select coalesce(sum(size_bytes), 0) as bytes from frames where run = (select id from runs order by started_ms desc limit 1)")
    .get();
  db.close();
  return bytes;
}

const speed = ({ doneMs, actMs }) => (MEGABYTES * 1000) / (doneMs - actMs);
const mbPerS = (results) => `${median(results.map(speed)).toFixed(1)} MB/s`;
const ratio = (results, others) => byRound(results, others, (mine, other) => speed(mine) / speed(other));

export function measure(rounds) {
  const bench = makeBench();
  const ways = installed({ direct, script, "script with a log": scriptWithLog(join(bench.folder, "log")), tmux, mem: memAgent });
  try {
    return Object.keys(KINDS).flatMap((kind) => {
      const words = [bench.child, "write", bench.act, kind, String(MEGABYTES)];
      const results = inTurn(rounds, ways, (way, name) => {
        const seen = onTerminal(bench, way(words));
        return name === "mem" ? { ...seen, recorded: recordedBytes(bench) } : seen;
      });
      return rowsOf(kind, results);
    });
  } finally {
    removeBench(bench);
  }
}

function rowsOf(kind, { direct: bare, mem, "script with a log": logged, ...others }) {
  const against = logged ?? bare;
  const changed = mem.filter(({ hash }) => hash !== bare[0].hash).length;
  const unrecorded = Math.max(...mem.map(({ bytes, recorded }) => bytes - recorded));
  const what = `${kind} (${KINDS[kind]})`;
  return [
    judged(`${what}, everything recorded`, `${mbPerS(mem)}; \`script\` with a log: ${mbPerS(against)}`, ratio(mem, against), BUDGET, {
      atLeast: true,
    }),
    row(`${kind}: bytes to the terminal`, `${changed} of ${mem.length} runs changed`, "", "0", changed === 0),
    row(`${kind}: left out of the record`, `${(unrecorded / 1e6).toFixed(1)} of ${MEGABYTES} MB at most`, "", "0", unrecorded === 0),
    ...Object.entries({ "no program between": bare, ...others }).map(([name, results]) =>
      row(`${kind}, ${name}`, mbPerS(results), ratio(results, against).toFixed(2)),
    ),
  ];
}
