// What a start costs: from typing `mem run … -- PROGRAM` to the program's first act, beside `node -e 0`, in turn, on the same machine.
// And what an end costs: from the program's last act to the prompt. Prints medians and ratios with their budgets.
//   npm run bench [ROUNDS]      (11 rounds if not told; needs a build and util-linux's `script` for a terminal)
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { arch, cpus, platform, release, tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import Database from "better-sqlite3";

const ROUNDS = Number(process.argv[2] ?? 11);
const SESSIONS = 10_000;
const MEM = fileURLToPath(new URL("../dist/mem.cjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "mem-bench-"));
const project = join(folder, "shop");
const env = { PATH: process.env.PATH, HOME: folder, TERM: "xterm-256color", LANG: "C.UTF-8", MEM_DATA_DIR: join(folder, "data") };

const quoted = (words) => words.map((word) => `'${word}'`).join(" ");
const now = () => performance.timeOrigin + performance.now();
/** Milliseconds until the program on that terminal was gone. */
function timed(words) {
  const started = now();
  const { status } = spawnSync("script", ["-qec", quoted(words), "/dev/null"], {
    cwd: project,
    env,
    stdio: ["ignore", "ignore", "ignore"],
  });
  if (status !== 0) throw new Error(`${quoted(words)} ended with ${status}`);
  return now() - started;
}
/** Under `mem`: milliseconds until the program acted, and from then until the prompt was back. The program writes down the time. */
function acted(words) {
  const note = join(folder, "acted.txt");
  const started = now();
  timed([...words, "--", "/bin/sh", "-c", `date +%s%N > ${note}`]);
  const at = Number(BigInt(readFileSync(note, "utf8").trim()) / 1000n) / 1000;
  return { start: at - started, end: now() - at };
}
const median = (numbers) => [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];

/** Real rows by the program itself: one session is recorded, then copied until there are enough. */
function fill() {
  timed([process.execPath, MEM, "run", "--quiet", "--", "echo", "hello"]);
  const until = Date.now() + 10_000;
  const path = join(env.MEM_DATA_DIR, "db", "mem.db");
  const db = new Database(path);
  while (db.prepare("select count(*) n from sessions where turns > 0").get().n === 0 && Date.now() < until) spawnSync("sleep", ["0.1"]);
  const columns = db
    .prepare("select name from pragma_table_info('sessions') where name not in ('n', 'id')")
    .all()
    .map((row) => row.name);
  const copy = db.prepare(`insert into sessions (id, ${columns}) select ?, ${columns} from sessions order by n limit 1`);
  db.transaction(() => {
    for (let n = 0; n < SESSIONS; n += 1) copy.run(n.toString(32).padStart(12, "0"));
  })();
  db.close();
}

mkdirSync(project);
try {
  fill();
  const rows = [
    { what: "mem run --fresh", budget: 1.25, words: [process.execPath, MEM, "run", "--quiet", "--fresh"] },
    { what: `mem run, briefed, ${SESSIONS} sessions`, budget: 1.5, words: [process.execPath, MEM, "run", "--quiet"] },
  ];
  const floor = [process.execPath, "-e", "0"];
  console.log(
    `${platform()} ${release()} ${arch()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, Node ${process.versions.node}, ${ROUNDS} rounds, medians`,
  );
  for (const { what, budget, words } of rows) {
    acted(words);
    const rounds = Array.from({ length: ROUNDS }, () => ({ ...acted(words), node: timed(floor) }));
    const of = (pick) => median(rounds.map(pick));
    const ratio = of(({ start, node }) => start / node);
    console.log(
      `${what}: starts in ${of(({ start }) => start).toFixed(0)} ms beside ${of(({ node }) => node).toFixed(0)} ms of node -e 0, ` +
        `ratio ${ratio.toFixed(2)} (budget ${budget}: ${ratio <= budget ? "met" : "MISSED"}); prompt back ${of(({ end }) => end).toFixed(0)} ms after the end (budget 30)`,
    );
  }
} finally {
  // The last recorder ends by itself, and then removes its run's folder.
  const runs = join(env.MEM_DATA_DIR, "run");
  for (const until = now() + 10_000; now() < until && readdirSync(runs).length > 0; ) spawnSync("sleep", ["0.1"]);
  rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}
