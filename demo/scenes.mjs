// What the two demo agents do when they are asked something. The work is real: files are edited, tests are run.

const TESTS = "node --test --test-reporter=tap";
const OURS = { old: "Math.round(euros * 100)", by: "Math.round(Number(euros + 'e2'))" };
const FIXED = {
  old: "return Math.round(Number(euros + 'e2'));",
  by: "const shifted = Number(euros + 'e2');\n  return Math.sign(shifted) * Math.round(Math.abs(shifted));",
};

/** The first line of the briefing that holds all of these, without its list mark. */
const recalled = (briefing, ...words) =>
  briefing
    .split("\n")
    .find((line) => words.every((word) => line.includes(word)))
    ?.replace(/^[-#\s]+/, "") ?? "(not in my briefing)";

async function fixRounding(agent) {
  agent.read("src/money.js");
  await agent.run("node -p '1.005.toFixed(2)'");
  agent.edit("src/money.js", OURS);
  await agent.run(TESTS);
  agent.say(
    'A sale of 1.005 is 101 cents now. toFixed(2) did not work, because 1.005 is stored as 1.00499. One test still fails: "a refund is rounded like a sale" gives -100, not -101.',
  );
}

function decide(agent) {
  agent.say(
    "I decided to shift the decimal point in the text instead of using a decimal library, because the till has to run without dependencies.\nNext step: make a refund round away from zero in src/money.js.",
  );
}

async function finish(agent) {
  const known = [["refund", "-100"], ["round away from zero"], ["decimal library"]].map((words) => recalled(agent.briefing, ...words));
  agent.remark(`From my briefing:\n${known.map((line) => `- ${line}\n`).join("")}`);
  agent.edit("src/money.js", FIXED);
  await agent.run(TESTS);
  agent.say("A refund rounds away from zero now, still without a library. Both tests pass.");
}

/** Scene by words of the prompt; the first that fits. */
export const SCENES = [
  [/cent off/i, fixRounding],
  [/library/i, decide],
  [/still red/i, finish],
  [/refund/i, (agent) => agent.limit()],
];
