import { expect, test } from "vitest";
import { parseArgs } from "../../src/cli/args.ts";
import { COMMANDS } from "../../src/cli/command-table.ts";
import { helpText } from "../../src/cli/help.ts";

const AGENTS = ["acme", "bolt", "cold"];

test("the overview names every command and fits a narrow terminal", () => {
  const text = helpText(undefined, AGENTS);
  for (const { name } of COMMANDS) expect(text).toContain(`  mem ${name} `);
  for (const line of text.split("\n")) expect(line.length).toBeLessThanOrEqual(80);
  expect(text).toMatchInlineSnapshot(`
    "mem starts any coding agent already knowing where the last one left off.

      mem           recent sessions of all projects; Enter goes on with one
      mem run       start an agent that already knows where the last one left off
      mem continue  go on with the project worked on last, from any folder
      mem sessions  list sessions, newest first
      mem show      read one session
      mem brief     print what the next agent would be told, and why
      mem handoff   write a session's summary again
      mem ingest    read the agents' own histories
      mem agents    which agents are known, and which are installed
      mem doctor    check that recording and briefing work here
      mem fix-term  put a terminal right that a killed program left unusable

    \`mem COMMAND --help\` shows a command's options and an example.

    Examples:
      mem run acme  works for a while; its usage limit is reached
      mem run bolt  already knows what was decided, what failed, what is next
      mem continue  the next day, from any folder: on with the last session
    "
  `);
});

test("a command's help has its usage, every option and an example", () => {
  for (const { name, options } of COMMANDS) {
    const text = helpText(name, AGENTS);
    expect(text).toContain(`Usage: mem ${name} [OPTIONS]`);
    for (const option of options) expect(text).toContain(`  --${option.name}`);
    expect(text).toMatch(/\nExamples?:\n {2}mem /);
    for (const line of text.split("\n"))
      expect(line.length).toBeLessThanOrEqual(line.includes("Usage:") || line.startsWith("  mem ") ? 100 : 80);
  }
  expect(helpText("run", AGENTS)).toMatchInlineSnapshot(`
    "Start an agent that already knows where the last one left off.

    Usage: mem run [OPTIONS] [AGENT] [ARGS…]

      --fresh         no briefing
      --from SESSION  brief from this session instead of the newest
      --resume        the agent's own newest session here, resumed natively
      --no-pty        give the agent this terminal itself; what it draws is not
                      recorded
      --dry-run       print what would be started and the briefing; start nothing
      --then AGENT    go on with this agent if the usage limit is reached, without
                      asking
      --quiet         say nothing of its own while things go well
      --help          show this

    These options stand before the agent's name: mem run --dry-run acme
    Everything after the name is the agent's own, untouched, a --dry-run too; only
    --yolo is translated if the agent spells it differently.
    Without an agent: goes on with this project's newest session, in its own agent.
    Any program runs too: mem run -- ./my-agent

    Examples:
      mem run acme
      mem run bolt --yolo
      mem run --fresh acme -p 'explain this repository'
    "
  `);
});

test("every example in the help is one that the parser takes", () => {
  for (const { name, examples } of COMMANDS) {
    for (const example of examples) {
      const words = example.split(" ");
      expect(words[0]).toBe("mem");
      expect(parseArgs(words.slice(1)).kind).toBe(name);
    }
  }
});
