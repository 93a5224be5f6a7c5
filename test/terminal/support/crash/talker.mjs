// A scripted agent with a history: node talker.mjs HISTORIES TURNS STEP_MS [--session-id ID] [--brief FILE]. Asks itself, works, replies.
import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { openHistory } from "../../../../demo/history.mjs";

const [root, turns, stepMs, ...flags] = process.argv.slice(2);
const after = (flag) => (flags.includes(flag) ? flags[flags.indexOf(flag) + 1] : undefined);
const history = openHistory({ root, cwd: process.cwd(), sessionId: after("--session-id") ?? randomUUID(), branch: "main" });

for (let turn = 1; turn <= Number(turns); turn += 1) {
  history.prompt(`turn ${turn}: count the tills`);
  for (const call of [1, 2]) {
    process.stdout.write(`turn ${turn}, call ${call}\r\n`);
    const done = history.call("Bash", { command: `echo ${turn}.${call}` });
    await pause(Number(stepMs));
    done(`${turn}.${call}`, false);
  }
  history.reply(`turn ${turn}: counted`);
  process.stdout.write(`turn ${turn} done\r\n`);
  await pause(Number(stepMs));
}
