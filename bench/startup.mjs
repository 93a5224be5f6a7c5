// What a start costs: from typing the command to the first byte of the program in it, beside `node -e 0`. And an end: from the program's last act
// to the prompt, for a program that ends at once and for one that stayed a second, when all that a start brings with it is over.
import { spawnSync } from "node:child_process";
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
  memRun,
  onTerminal,
  removeBench,
  row,
  script,
  tmux,
  untilRecorded,
} from "./support.mjs";

export const title = "Start and end";
export const ROUNDS = 11;

const SESSIONS = 10_000;
const STAY_MS = 1000;
const [FRESH_BUDGET, BRIEFED_BUDGET, END_BUDGET_MS] = [1.25, 1.5, 30];

/** Real rows by the program itself: one session is recorded, then copied until there are enough. */
function fill(bench) {
  onTerminal(bench, memRun()(["echo", "hello"]));
  untilRecorded(bench);
  const db = new Database(join(bench.data, "db", "mem.db"));
  const columns = db
    .prepare("select name from pragma_table_info('sessions') where name not in ('n', 'id')")
    .all()
    .map(({ name }) => name);
  const copy = db.prepare(`insert into sessions (id, ${columns}) select ?, ${columns} from sessions order by n limit 1`);
  db.transaction(() => {
    for (let n = 0; n < SESSIONS; n += 1) copy.run(n.toString(32).padStart(12, "0"));
  })();
  db.close();
}

const started = ({ readyMs }) => readyMs;
const ended = ({ goneMs, actMs }) => goneMs - actMs;
const ms = (results, of) => `${median(results.map(of)).toFixed(1)} ms`;

export function measure(rounds) {
  const bench = makeBench();
  try {
    fill(bench);
    const stays = (way, forMs) => way([bench.child, "stay", bench.act, String(forMs)]);
    const ways = installed({
      node: [process.execPath, "-e", "0"],
      direct: stays(direct, 0),
      script: stays(script, STAY_MS),
      tmux: stays(tmux, STAY_MS),
      "mem --fresh, at once": stays(memRun("--fresh"), 0),
      "mem --fresh": stays(memRun("--fresh"), STAY_MS),
      "mem, briefed": stays(memRun(), STAY_MS),
    });
    const results = inTurn(rounds, ways, (words) => {
      const seen = onTerminal(bench, words);
      untilRecorded(bench);
      spawnSync("sleep", ["0.1"]);
      return seen;
    });
    return rowsOf(results);
  } finally {
    removeBench(bench);
  }
}

function rowsOf({ node, direct: bare, script: scripted, tmux: multiplexed, ...mem }) {
  const floor = ms(node, ({ goneMs }) => goneMs);
  const overNode = (results) => byRound(results, node, (mine, { goneMs }) => started(mine) / goneMs);
  const end = (what, results) => judged(what, "", median(results.map(ended)), END_BUDGET_MS, { unit: " ms", digits: 1 });
  const [atOnce, fresh, briefed] = [mem["mem --fresh, at once"], mem["mem --fresh"], mem["mem, briefed"]];
  const start = (what, results, budget) => judged(what, `${ms(results, started)}; \`node -e 0\`: ${floor}`, overNode(results), budget);
  const others = Object.entries({ "`script`": scripted, tmux: multiplexed }).filter(([, results]) => results);
  return [
    start("start, `--fresh`", fresh, FRESH_BUDGET),
    start(`start, briefed, ${SESSIONS.toLocaleString("en")} sessions`, briefed, BRIEFED_BUDGET),
    row("start of the program itself", ms(bare, started)),
    ...others.map(([name, results]) => row(`start, ${name}`, ms(results, started), overNode(results).toFixed(2))),
    end("end to prompt, the program stayed a second, `--fresh`", fresh),
    end("end to prompt, the same, briefed", briefed),
    end("end to prompt, the program ended at once, `--fresh`", atOnce),
    ...others.map(([name, results]) => row(`end to prompt, ${name}`, "", ms(results, ended))),
  ];
}
