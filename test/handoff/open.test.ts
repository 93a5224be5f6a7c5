import { expect, test } from "vitest";
import { goalOf } from "../../src/handoff/goal.ts";
import { nextOf } from "../../src/handoff/next.ts";
import { openOf } from "../../src/handoff/open.ts";
import { storyOf } from "../../src/handoff/story.ts";
import { todosOf } from "../../src/handoff/todos.ts";
import { call, type Draft, events, fault, limit, prompt, reply, shell, tool } from "../support/events.ts";

const read = (...parts: (Draft | Draft[])[]) => {
  const story = storyOf(events(...parts));
  const todos = todosOf(story).left;
  return { open: openOf(story, todos, "/p").map((item) => item.text), next: nextOf(story, todos, goalOf(story)).map((item) => item.text) };
};

test("a question of the agent that nobody answered is open", () => {
  expect(read(prompt("Add a badge"), reply("Done. Should it also show on mobile? Let me know if you need anything else?")).open).toEqual([
    "The agent asked, not answered: Should it also show on mobile?",
  ]);
});

test("an answered question is not", () => {
  expect(read(prompt("Add a badge"), reply("Also on mobile?"), prompt("no, desktop only"), reply("Done.")).open).toEqual([]);
});

test("a prompt without an answer is open, and to be finished next", () => {
  const { open, next } = read(prompt("Add a badge"), reply("Done."), prompt("Why is it red?"), limit("You've hit your limit"));
  expect(open).toEqual(["The user's last words got no answer: Why is it red?"]);
  expect(next).toEqual(["Finish what was asked last: Why is it red?"]);
});

test("a yes to an offer that nothing followed is told with the offer", () => {
  expect(read(prompt("Add a badge"), reply("Done. Shall I push it?"), prompt("yes")).open).toEqual([
    `The user said "yes" to this, and nothing was done yet: Shall I push it?`,
  ]);
});

test("a session cut off in the middle of a command says which", () => {
  expect(read(prompt("Deploy it"), reply("Deploying."), call("Bash", "cd /p && ./deploy.sh prod")).open).toEqual([
    "Cut off in the middle of: `./deploy.sh prod`",
  ]);
});

test("items left on the todo list are open, the begun one first and next", () => {
  const list = tool("TodoWrite", "[completed] write tests\n[pending] update docs\n[in_progress] fix the lock", "ok");
  expect(read(prompt("Do all"), list, reply("Working on it."))).toEqual({
    open: ["fix the lock (begun)", "update docs"],
    next: ["Go on with: fix the lock"],
  });
});

test("a todo that the user refused in words is not open", () => {
  const list = tool("TodoWrite", "[pending] add a redis cache for sessions\n[pending] update docs", "ok");
  expect(
    read(prompt("Do all"), list, reply("Next is the cache."), prompt("no redis cache for sessions please"), reply("Understood.")).open,
  ).toEqual(["update docs"]);
});

test("lists kept item by item are followed", () => {
  const parts = [
    tool("TaskCreate", "[pending] write tests", "Task #1 created successfully: write tests"),
    tool("TaskCreate", "[pending] update docs", "Task #2 created successfully: update docs"),
    tool("TaskUpdate", "[completed] task 1", "Updated task #1 status"),
  ];
  expect(read(prompt("Do all"), ...parts, reply("Half done.")).open).toEqual(["update docs"]);
  const begun = tool("TaskUpdate", "[in_progress] task 2", "Updated task #2 status");
  const renamed = tool("TaskUpdate", "[changed] task 2: update all docs", "Updated task #2 subject");
  expect(read(prompt("Do all"), ...parts, begun, renamed, reply("Half done.")).open).toEqual(["update all docs (begun)"]);
});

test("what the last answer announces is next, titles in any of our languages", () => {
  expect(read(prompt("x it"), reply("Done.\n\n## Next steps\n1. push the branch\n2. open a PR")).next).toEqual([
    "push the branch",
    "open a PR",
  ]);
  expect(read(prompt("x es"), reply("Fertig.\n\nNächste Schritte:\n- Branch pushen")).next).toEqual(["Branch pushen"]);
  expect(read(prompt("x it"), reply("The parser is done. The printer still needs tests.")).next).toEqual([
    "The printer still needs tests.",
  ]);
});

test.each([
  ["Next step: make refunds round away from zero.", ["make refunds round away from zero."]],
  ["Next: run the tests.", ["run the tests."]],
  ["The next steps: run the tests.", ["run the tests."]],
  ["Remaining: the export.", ["the export."]],
  ["To do: the export.", ["the export."]],
  ["Still to do: the export.", ["the export."]],
  ["Next Tuesday it is released.", ["Next Tuesday it is released."]],
  ["Next:", []],
])("of next steps one that says %j is told as %j", (said, told) => {
  expect(read(prompt("x it"), reply(`Done.\n\n## Next\n- ${said}`)).next).toEqual(told);
});

test("small talk at the end is neither open nor next", () => {
  expect(
    read(prompt("Add a badge"), reply("Done."), prompt("thanks"), reply("You're welcome! Ready for the next task. Anything else?")),
  ).toEqual({ open: [], next: [] });
});

test("an error at the end is told", () => {
  expect(read(prompt("Add a badge"), shell("ls"), fault("API Error: 529 Overloaded")).open).toEqual([
    "Ended with an error: API Error: 529 Overloaded",
  ]);
});

test("points listed as open in one of the last answers are open", () => {
  expect(
    read(
      prompt("Plan it"),
      reply("The plan.\n\n## Open decisions\n1. Stay on Postgres?\n2. Who pays for it\n\n## Steps\n- one"),
      prompt("Where is the config read?"),
      reply("In src/config.ts."),
    ).open,
  ).toEqual(["Stay on Postgres?", "Who pays for it"]);
});
