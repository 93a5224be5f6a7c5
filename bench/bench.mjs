// npm run bench [-- NAME…] [ROUNDS] [--write] [--first]: what `mem` costs at the terminal, measured side by side in one run, with a verdict for each budget.
// NAME is startup, throughput, keys, memory; all if none is given. --write puts the report of all of them into bench/RESULTS.md, beside that of the briefing;
// --first runs them before all else that the machine does, which needs `chrt` and the right to it.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { cpus, loadavg, platform, release, totalmem } from "node:os";
import { fileURLToPath } from "node:url";
import { writePart } from "./results.mjs";
import { cc, has, isFirst } from "./support.mjs";

const NAMES = ["startup", "throughput", "keys", "memory"];
const RESULTS = fileURLToPath(new URL("RESULTS.md", import.meta.url));
/** Of all processors, waiting or at work before we began. */
const BUSY_LOAD = 0.3;

const words = process.argv.slice(2);
const isToWrite = words.includes("--write");
const asked = words.find((word) => /^\d+$/.test(word));
const names = words.filter((word) => NAMES.includes(word));
const unknown = words.filter((word) => !["--write", "--first", asked].includes(word) && !NAMES.includes(word));

function fail(text) {
  console.error(text);
  process.exit(2);
}
if (unknown.length > 0) fail(`There is no bench ${unknown.join(", ")}; there are ${NAMES.join(", ")}.`);
if (isToWrite && names.length > 0) fail("--write is for a run of all benches: figures of different runs do not belong in one report.");
if (!cc) fail("Skipped: the benches' terminal and program are C, and there is no `cc` on PATH.");

const say = (text) => process.stderr.write(`${text}\n`);
const loads = () =>
  loadavg()
    .map((load) => load.toFixed(1))
    .join(", ");

function commit() {
  const git = (...args) => execFileSync("git", args, { encoding: "utf8", cwd: fileURLToPath(new URL("..", import.meta.url)) }).trim();
  try {
    return `${git("rev-parse", "--short", "HEAD")}${git("status", "--porcelain", "--", "src", "scripts", "package.json") === "" ? "" : " with changes"}`;
  } catch {
    return "no commit";
  }
}

function head(before, rounds) {
  const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.url), "utf8"));
  const skipped = Object.keys(has).filter((program) => !has[program]);
  return [
    `- ${new Date().toISOString().slice(0, 16).replace("T", " ")} UTC; mem ${version} (${commit()}), Node ${process.versions.node}`,
    `- ${platform()} ${release()}, ${cpus().length} × ${cpus()[0]?.model.trim()}, ${(totalmem() / 2 ** 30).toFixed(0)} GB`,
    `- ${[has.script, has.tmux, cc].filter(Boolean).join("; ")}`,
    `- medians of ${rounds.join(", ")}; ratios and differences are medians over the rounds, each beside the others of its round`,
    ...(isFirst ? ["- scheduled before all other programs (SCHED_RR)"] : []),
    `- load average ${before.text} before, ${loads()} after${before.isBusy ? ": other programs were at work, so that absolute figures are worse than on a quiet machine" : ""}`,
    ...skipped.map((program) => `- skipped, not installed: all rows with \`${program}\``),
  ];
}

const line = (cells) => `| ${cells.join(" | ")} |`;
const table = (rows) => [
  line(["what", "measured", "ratio or difference", "budget", "verdict"]),
  line(["---", "---", "---:", "---:", "---"]),
  ...rows.map(({ what, figures, ratio, budget, verdict }) => line([what, figures, ratio, budget, verdict])),
];

const before = { text: loads(), isBusy: loadavg()[0] > BUSY_LOAD * cpus().length };
const [parts, rounds] = [[], []];
for (const name of names.length > 0 ? names : NAMES) {
  const { title, ROUNDS, measure } = await import(`./${name}.mjs`);
  const count = Number(asked ?? ROUNDS);
  say(`${title}, ${count} rounds…`);
  rounds.push(`${count} rounds (${title.toLowerCase()})`);
  parts.push(`## ${title}`, "", ...table(await measure(count)), "");
}
const report = [...head(before, rounds), "", ...parts].join("\n");
console.log(report);
if (isToWrite) {
  const top =
    "# What `mem` costs at the terminal\n\nWritten by `npm run bench -- --write`, never by hand. Budgets are those of the design; what misses one says so.\n\n";
  writePart(RESULTS, "terminal", top + report);
}
