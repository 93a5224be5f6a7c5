#!/usr/bin/env node
// A small coding agent with a script instead of a model: node agent.mjs NAME HISTORIES [--brief FILE] [--session-id ID].
// A real program all the same: it reads what is typed, edits files, runs commands, and keeps a history like the big ones.
import { spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { openHistory } from "./history.mjs";
import { SCENES } from "./scenes.mjs";

const STEP_MS = 250; // slow enough to follow

const [name, histories, ...flags] = process.argv.slice(2);
const after = (flag) => (flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : undefined);
const briefFile = after("--brief");
const briefing = briefFile === undefined ? "" : readFileSync(briefFile, "utf8");
const branch = spawnSync("git", ["branch", "--show-current"], { encoding: "utf8" }).stdout?.trim() ?? "";
const history = openHistory({ root: histories, cwd: process.cwd(), sessionId: after("--session-id") ?? randomUUID(), branch });

/** Cut between words, each line after the same mark. */
function wrapped(text, mark = "") {
  const width = Math.min(process.stdout.columns || 100, 100) - mark.length - 1;
  const words = new RegExp(`(?=\\S).{1,${width}}(?=\\s|$)|\\S+`, "g");
  return text
    .trimEnd()
    .split("\n")
    .flatMap((line) => (line.length <= width ? [line] : (line.match(words) ?? [])));
}
const print = (text, mark = "") => {
  for (const line of wrapped(text, mark)) process.stdout.write(`${mark}${line}\n`);
};

/** What a test runner's output comes down to on a screen. */
const shortly = (output) =>
  output
    .split("\n")
    .filter((line) => /^(?:not ok|ok) |^[\d.]+$/.test(line) && !/^\d+\.\.\d+$/.test(line))
    .join("\n");

const agent = {
  name,
  briefing,
  say(text) {
    history.reply(text);
    print(text);
  },
  /** Before more work in the same turn. */
  remark(text) {
    history.remark(text);
    print(text);
  },
  read(path) {
    print(`* read ${path}`);
    history.call("Read", { file_path: path })(readFileSync(path, "utf8"), false);
  },
  edit(path, { old, by }) {
    print(`* edit ${path}`);
    const done = history.call("Edit", { file_path: path, old_string: old, new_string: by });
    const text = readFileSync(path, "utf8");
    writeFileSync(
      path,
      text.replace(old, () => by),
    );
    done(text.includes(old) ? `The file ${path} has been updated.` : "String to replace not found in file.", !text.includes(old));
  },
  async run(command) {
    print(`* run  ${command}`);
    const done = history.call("Bash", { command });
    const { status, stdout, stderr } = spawnSync(command, { shell: true, encoding: "utf8" });
    const output = `${stdout}${stderr}`.trim();
    done(status === 0 ? output : `Exit code ${status}\n${output}`, status !== 0);
    print(`${shortly(output)}\n(exit code ${status})`, "    ");
    await pause(STEP_MS);
  },
  limit() {
    const resetsAt = Date.now() + 2 * 3_600_000;
    const text = `You've hit your 5-hour limit · resets ${new Date(resetsAt).toISOString().slice(11, 16)} (UTC)`;
    history.limit(text, resetsAt);
    print(text);
    process.exit(0);
  },
};

if (briefing === "") print(`${name}: a demo agent, started with no briefing.`);
else {
  print(`${name}: a demo agent, started with this briefing:`);
  print(briefing, "  | ");
}

const lines = createInterface({ input: process.stdin, terminal: false });
process.stdout.write(`${name}> `);
let isFirst = true;
for await (const line of lines) {
  const prompt = line.trim();
  if (prompt === "exit") process.exit(0);
  if (prompt !== "") {
    if (isFirst && briefing !== "") history.instructions(briefing);
    isFirst = false;
    history.prompt(prompt);
    await pause(STEP_MS);
    const scene = SCENES.find(([words]) => words.test(prompt))?.[1];
    if (scene === undefined) agent.say("I am only a demo, and have no script for that.");
    else await scene(agent);
  }
  process.stdout.write(`${name}> `);
}
